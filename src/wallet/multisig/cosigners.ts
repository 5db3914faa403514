// Who signs a proposal. Which participants will sign is not known, so that a proposal has a candidate for each choice of as many as are
// needed, and each candidate uses other nonces (wallet2: transfer_selected_rct).

import { equalBytes } from '../../bytes/bytes.ts'
import { binomial } from '../multisig-keys/keySets.ts'
import type { MultisigAccount } from '../multisig-keys/multisigAccount.ts'
import type { Wallet } from '../open/wallet.ts'
import { MultisigInfoNeededError } from '../spend/paymentContext.ts'
import type { PeerNonce } from '../state/outputInfo.ts'
import { ownSigner } from './multisigWallet.ts'
import { unusedPeerNonces } from './nonces.ts'

/** The nonces of other participants that a candidate uses: per input, per participant, as many as a signature takes. */
type ChosenNonces = readonly (readonly (readonly PeerNonce[])[])[]

/** The signers of a candidate beside the proposer. */
export type SignerChoice = {
  readonly cosigners: readonly Uint8Array[]
  /** participants whose infos are known and who do not sign this candidate */
  readonly ignored: readonly Uint8Array[]
  readonly nonces: ChosenNonces
}

/** Returns all subsets of `size` items, in lexicographic order of their positions. */
const subsets = <T>(items: readonly T[], size: number): T[][] => {
  if (size === 0) return [[]]
  return items.flatMap((item, i) => subsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]))
}

/** Returns the participants with enough unused nonces for each output to sign every candidate that they are chosen for. */
const availableSigners = (
  wallet: Wallet,
  { signers, threshold, ...account }: MultisigAccount,
  outputs: readonly Uint8Array[],
): Uint8Array[] => {
  const self = ownSigner(account)
  const { noncesPerSignature } = wallet.network.multisig
  let available = signers.filter((signer) => !equalBytes(signer, self))
  for (;;) {
    const needed = binomial(available.length - 1, threshold - 2) * noncesPerSignature
    const enough = available.filter((signer) =>
      outputs.every((output) => unusedPeerNonces(wallet, output, signer).length >= needed),
    )
    if (enough.length === available.length) return enough
    available = enough
  }
}

/**
 * Chooses the signers of each candidate and their nonces, so that no nonce is used twice.
 * @param outputs one-time keys of the inputs
 * @throws MultisigInfoNeededError if there are not enough participants with unused nonces
 */
export const chooseSigners = (
  wallet: Wallet,
  account: MultisigAccount,
  outputs: readonly Uint8Array[],
): SignerChoice[] => {
  const { noncesPerSignature } = wallet.network.multisig
  const available = availableSigners(wallet, account, outputs)
  const others = account.threshold - 1
  if (available.length < others) throw new MultisigInfoNeededError()
  const queues = outputs.map((output) => available.map((signer) => [...unusedPeerNonces(wallet, output, signer)]))
  return subsets(available, others).map((cosigners) => ({
    cosigners,
    ignored: available.filter((signer) => !cosigners.includes(signer)),
    nonces: queues.map((queue) =>
      cosigners.map((signer) => queue[available.indexOf(signer)]?.splice(0, noncesPerSignature) ?? []),
    ),
  }))
}
