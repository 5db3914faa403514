// The outputs of the wallets that own some in a synthetic chain, spread evenly over the blocks that are served, except the first: wallets
// that are restored from the block after it request it too.

import { Writer } from '../../../src/bytes/cursor.ts'
import { commitmentMask, encryptAmount } from '../../../src/crypto/amounts/amountEncryption.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import {
  derivationToScalar,
  deriveOutputKey,
  generateKeys,
  keyDerivation,
  publicKeyOf,
  viewTag,
  type WalletKeys,
} from '../../../src/crypto/keys/keys.ts'
import type { ChainProfile } from './profile.ts'
import { mix, seededBytes } from './seeded.ts'

/** A wallet with a number of outputs. */
export type Owner = { readonly keys: WalletKeys; readonly outputs: number }

/** Atomic units of each owned output. */
export const OWNED_AMOUNT = 100_000_000_000n

/** Returns the owner of a number of outputs. */
export const ownerOf = (outputs: number): Owner => ({ keys: generateKeys(seededBytes(32, outputs, 5)), outputs })

/** What a transaction pays an owner, as its first output. */
export type OwnedPayment = {
  readonly txPublicKey: Uint8Array
  readonly key: Uint8Array
  readonly viewTag: number
  readonly amount: Uint8Array
  readonly commitment: Uint8Array
}

/** Returns how many outputs an owner has in the blocks before a height. */
const ownedBefore = ({ firstBlock, height: length }: ChainProfile, { outputs }: Owner, height: number): number =>
  height <= firstBlock ? 0 : Math.ceil(((height - firstBlock - 1) * outputs) / (length - firstBlock - 1))

/** Returns the owners of the first transactions of a block, in their order. */
export const ownersAt = (profile: ChainProfile, owners: readonly Owner[], height: number): readonly Owner[] =>
  owners.flatMap((owner) =>
    Array.from({ length: ownedBefore(profile, owner, height + 1) - ownedBefore(profile, owner, height) }, () => owner),
  )

/** Returns the secret key of a transaction: below the order of the curve. */
const transactionSecret = (height: number, position: number): Uint8Array => {
  const secret = seededBytes(32, height, position, 6)
  secret[31] = mix(height, position, 7) & 0x0f
  return secret
}

/** Makes the payment of a transaction to its owner. */
export const payOwner = ({ keys }: Owner, height: number, position: number): OwnedPayment => {
  const secret = transactionSecret(height, position)
  const derivation = keyDerivation(keys.viewPublic, secret)
  const scalar = derivationToScalar(derivation, 0)
  return {
    txPublicKey: publicKeyOf(secret),
    key: deriveOutputKey(derivation, 0, keys.spendPublic),
    viewTag: viewTag(derivation, 0),
    amount: encryptAmount(OWNED_AMOUNT, scalar),
    commitment: commit(OWNED_AMOUNT, commitmentMask(scalar)),
  }
}

/** Returns points that serve as keys and commitments of all others. */
export const strangePoints = (count: number): readonly Uint8Array[] =>
  Array.from({ length: count }, (_, i) => {
    const secret = new Writer().u32(i + 2).finish()
    const padded = new Uint8Array(32)
    padded.set(secret)
    return publicKeyOf(padded)
  })
