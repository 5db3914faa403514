// Stakes and registrations of service nodes, funded by mined outputs of a development chain, and the expected results of those that are
// changed and signed again.

import { registrationHash } from '../../../src/coin/stakes/registration.ts'
import { STAKING_PORTIONS } from '../../../src/coin/stakes/stakingRequirement.ts'
import type { ExtraField, RegistrationField } from '../../../src/coin/transactions/extraField.ts'
import { type EcdhInfo, RctType } from '../../../src/coin/transactions/ringct.ts'
import { TransactionType } from '../../../src/coin/transactions/transaction.ts'
import { commitmentMask, encryptAmount, encryptOldAmount } from '../../../src/crypto/amounts/amountEncryption.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import {
  derivationToScalar,
  deriveOutputKey,
  keyDerivation,
  keyImage,
  publicKeyOf,
  secretAdd,
} from '../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../src/crypto/random/random.ts'
import { signKeyImage } from '../../../src/crypto/signatures/ringSignature.ts'
import { signHash } from '../../../src/crypto/signatures/signature.ts'
import type { Chain } from '../../../src/devnet/chain/chain.ts'
import type { ServiceNodes } from '../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import type { PublicKeys } from '../../../src/devnet/records/chainRecords.ts'
import {
  type MinedCoin,
  type Owner,
  type Payment,
  type SignedTransfer,
  signedTransfer,
  type TransferOptions,
} from '../devnet/confidential-transfers.ts'
import type { Expectations, Outcome } from './changed-transactions.ts'

export const addressOf = ({ spendSecret, viewSecret }: Owner): PublicKeys => ({
  spendKey: publicKeyOf(spendSecret),
  viewKey: publicKeyOf(viewSecret),
})

export type Terms = {
  /** the operator first */
  readonly shares: readonly { readonly address: PublicKeys; readonly portions: bigint }[]
  readonly operatorPortions?: bigint
  /** UNIX seconds */
  readonly expiration: bigint
}

/** Returns a registration signed by the service node key. */
export const signedTerms = (
  { shares, operatorPortions = STAKING_PORTIONS / 10n, expiration }: Terms,
  secret: Uint8Array,
  random: Random,
): RegistrationField => {
  const terms = {
    spendKeys: shares.map(({ address }) => address.spendKey),
    viewKeys: shares.map(({ address }) => address.viewKey),
    portions: shares.map(({ portions }) => portions),
    operatorPortions,
    expiration,
  }
  const signature = signHash(registrationHash(terms), publicKeyOf(secret), secret, random)
  return { field: 'registration', ...terms, signature }
}

export type Stake = {
  /** public key of the service node */
  readonly key: Uint8Array
  readonly contributor: Owner
  /** of each locked output, in atomic units */
  readonly amounts: readonly bigint[]
  readonly registration?: RegistrationField
  /** difference between the encrypted amounts and the committed amounts */
  readonly amountOffset?: bigint
  readonly kind?: TransactionType
  /** default: that of fork 16 */
  readonly form?: Pick<TransferOptions, 'type' | 'version'>
}

const FEE = 1_000_000_000n

const NEWEST = { type: RctType.clsag, version: 4 } as const

/** Encrypts an amount for the holder of the shared secret. */
const encryptedAmount = (type: RctType, amount: bigint, mask: Uint8Array, shared: Uint8Array): EcdhInfo => {
  if (type > RctType.bulletproof) return { mask: undefined, amount: encryptAmount(amount, shared) }
  const encrypted = encryptOldAmount(amount, mask, shared)
  return { mask: encrypted.subarray(0, 32), amount: encrypted.subarray(32) }
}

/** Creates a stake; spends as many unspent coins as it needs. */
export const signedStake = (
  chain: Chain,
  coins: readonly MinedCoin[],
  { key, contributor, amounts, registration, amountOffset = 0n, kind = TransactionType.stake, form = NEWEST }: Stake,
  random: Random,
): SignedTransfer => {
  const address = addressOf(contributor)
  const secret = randomScalar(random)
  const derivation = keyDerivation(address.viewKey, secret)
  const outputs = amounts.map(
    (amount, i): Payment & { readonly proof: { keyImage: Uint8Array; signature: Uint8Array } } => {
      const shared = derivationToScalar(derivation, i)
      const outputKey = deriveOutputKey(derivation, i, address.spendKey)
      const outputSecret = secretAdd(shared, contributor.spendSecret)
      const image = keyImage(outputKey, outputSecret)
      return {
        amount,
        key: outputKey,
        mask: commitmentMask(shared),
        ecdh: encryptedAmount(form.type, amount + amountOffset, commitmentMask(shared), shared),
        proof: { keyImage: image, signature: signKeyImage(image, outputKey, outputSecret, random) },
      }
    },
  )
  const extra: ExtraField[] = [
    { field: 'txPublicKey', key: publicKeyOf(secret) },
    ...(registration === undefined ? [] : [registration]),
    { field: 'contributor', ...address },
    { field: 'serviceNodeKey', key },
    { field: 'txSecretKey', key: secret },
    { field: 'keyImageProofs', proofs: outputs.map(({ proof }) => proof) },
  ]
  let rest = amounts.reduce((sum, amount) => sum + amount, FEE)
  const spent = coins.filter(({ amount, keyImage: image }) => {
    if (rest <= 0n || chain.isSpent(image)) return false
    rest -= amount
    return true
  })
  return signedTransfer(chain, { ...form, coins: spent, fee: FEE, kind, extra, payments: outputs }, random)
}

/** Returns the contributors and locked contributions of all service nodes, as text. */
export const contributionsOf = (nodes: ServiceNodes['nodes']): string =>
  JSON.stringify(
    [...nodes].map(([name, { contributors }]) => [name, contributors]),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )

/** Effects of a mined stake; "ignored" is not a rejection. */
export const STAKE_OUTCOMES = {
  counted: 'accepted',
  ignored: { flags: [], reason: /^it changes no service node$/ },
} satisfies { readonly [name: string]: Outcome }

type StakeOutcome = keyof typeof STAKE_OUTCOMES

/** For the fields that name and prove the contributor. */
export const STAKE: Expectations<StakeOutcome> = {
  // Only the first field of a kind counts, in any order; the transaction public key is not checked.
  'extra doubled': ['counted'],
  'extra swapped': ['counted'],
  'extra.txPublicKey.key': ['counted'],
  'extra dropped': ['ignored'],
  'extra.contributor.spendKey': ['ignored'],
  'extra.contributor.viewKey': ['ignored'],
  'extra.serviceNodeKey.key': ['ignored'],
  'extra.txSecretKey.key': ['ignored'],
  'extra.keyImageProofs.proofs dropped': ['ignored'],
  'extra.keyImageProofs.proofs doubled': ['counted'],
  'extra.keyImageProofs.proofs.*.keyImage': ['ignored'],
  'extra.keyImageProofs.proofs.*.signature': ['ignored'],
}

const list = (name: string): Expectations<StakeOutcome> =>
  Object.fromEntries(
    [' dropped', ' doubled', ' swapped', '.*'].map((how) => [`extra.registration.${name}${how}`, ['ignored' as const]]),
  )

/** For the fields that the service node signed. */
export const REGISTRATION: Expectations<StakeOutcome> = {
  ...STAKE,
  ...list('spendKeys'),
  ...list('viewKeys'),
  ...list('portions'),
  'extra.registration.operatorPortions': ['ignored'],
  'extra.registration.expiration': ['ignored'],
  'extra.registration.signature': ['ignored'],
}
