// Nonces of multisig signatures. Two signatures with one nonce reveal a share of the spend key, so a nonce is stored before its
// commitments leave the wallet, and deleted from the store before a signature that uses it leaves.

import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { hashToPoint } from '../../crypto/curve/hashToPoint.ts'
import { encodePair, encodePoint } from '../../crypto/curve/point.ts'
import { multiplyBaseSecret, multiplySecret } from '../../crypto/curve/scalarMultiplication.ts'
import { randomScalar } from '../../crypto/curve/secretScalar.ts'
import { withHedgedRandom } from '../../crypto/random/hedgedRandom.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { NonceCommitments } from '../../crypto/signatures/multisigClsag.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { hasKey } from '../multisig-keys/keySets.ts'
import { changeNonces, type NonceHolder } from '../state/nonceToken.ts'
import {
  NO_OUTPUT_INFO,
  type OutputInfo,
  type OutputInfos,
  type OwnNonce,
  type PeerNonce,
} from '../state/outputInfo.ts'
import type { WalletState } from '../state/walletState.ts'

/** A nonce is unknown or was already used. The message is wallet2's. */
export class StaleNonceError extends FabaError {
  override readonly name = 'StaleNonceError'
  readonly code = 'stale-nonce'

  constructor() {
    super('This signature was made with stale data: export fresh multisig data, which other participants must then use')
  }
}

/** A new nonce k for an output with the one-time key P: `L` is k·G, `R` is k·Hp(P). */
export type Nonce = OwnNonce & { readonly R: Uint8Array }

/** The commitments `L` of nonces, with the one-time keys of their outputs. */
export type NonceCommitment = { readonly output: Uint8Array; readonly L: Uint8Array }

/**
 * Draws a nonce for an output from hedged randomness. The caller wipes the secret.
 * @param inputs secrets of the wallet, and everything that distinguishes this nonce from others: a repeated list of inputs is safe only
 * with a sound random source
 */
export const drawNonce = (output: Uint8Array, inputs: readonly Uint8Array[], random: Random): Nonce =>
  withHedgedRandom(random, [...inputs, output], (hedged) => {
    const secret = randomScalar(hedged)
    const [L, R] = encodePair(multiplyBaseSecret(secret), multiplySecret(hashToPoint(output), secret))
    return { secret, L, R }
  })

type HasState = { readonly state: WalletState }

/** Returns what is known of the output with a one-time key. */
export const outputInfo = ({ state }: HasState, output: Uint8Array): OutputInfo =>
  state.outputInfos.get(toHex(output)) ?? NO_OUTPUT_INFO

/** Returns this participant's unused nonces for an output. The secrets belong to the state. */
export const ownNonces = (wallet: HasState, output: Uint8Array): readonly OwnNonce[] => outputInfo(wallet, output).own

/** Returns the commitments of nonces for an output with the one-time key `output`. */
export const commitmentsOf = (output: Uint8Array, nonces: readonly OwnNonce[]): NonceCommitments[] => {
  const base = hashToPoint(output)
  return nonces.map(({ secret, L }) => ({ L, R: encodePoint(multiplySecret(base, secret)) }))
}

/** Returns the nonces of another participant for an output that no proposal has taken, in the order in which they are used. */
export const unusedPeerNonces = (wallet: HasState, output: Uint8Array, signer: Uint8Array): readonly PeerNonce[] => {
  const peer = outputInfo(wallet, output).peers.find((info) => equalBytes(info.signer, signer))
  return peer?.nonces.filter(({ used }) => !used) ?? []
}

/** Returns what is known of the outputs of commitments after a change, which receives the commitments of its output. */
const changedInfos = (
  state: WalletState,
  commitments: readonly NonceCommitment[],
  change: (info: OutputInfo, used: readonly Uint8Array[]) => OutputInfo,
): OutputInfos =>
  new Map(
    Array.from(
      Map.groupBy(commitments, ({ output }) => toHex(output)),
      ([hex, group]) => {
        const info = state.outputInfos.get(hex) ?? NO_OUTPUT_INFO
        return [
          hex,
          change(
            info,
            group.map(({ L }) => L),
          ),
        ] as const
      },
    ),
  )

/**
 * Deletes all nonces of this participant for the outputs of commitments durably, then returns the secrets of the commitments in the same
 * order; the caller wipes them. Either all are taken, or none. The others of an output go too (wallet2: sign_multisig_tx): the fewer
 * signatures a participant can request with nonces that it knows beforehand, the less it can choose their challenges.
 * @throws StaleNonceError if one of them is unknown, was already taken, or is named twice; what `changeNonces` throws
 */
export const takeNonces = async (
  holder: NonceHolder,
  commitments: readonly NonceCommitment[],
): Promise<Uint8Array[]> => {
  const { state } = holder
  const taken: Uint8Array[] = []
  const deleted: Uint8Array[] = []
  try {
    await changeNonces(holder, () => {
      const found: Uint8Array[] = []
      for (const { output, L } of commitments) {
        const nonce = ownNonces({ state }, output).find((own) => equalBytes(own.L, L))
        if (nonce === undefined || found.includes(nonce.secret)) throw new StaleNonceError()
        found.push(nonce.secret)
        taken.push(nonce.secret.slice())
      }
      const outputInfos = changedInfos(state, commitments, (info) => {
        deleted.push(...info.own.map(({ secret }) => secret))
        return { ...info, own: [] }
      })
      return { outputInfos }
    })
  } catch (error) {
    wipe(...taken)
    throw error
  }
  // The state no longer has these.
  wipe(...deleted)
  return taken
}

/**
 * Marks nonces of other participants as used, durably, so that no later proposal takes them. Unknown ones are ignored.
 * @throws StaleNonceError if one of them is marked already; then none is
 */
export const markPeerNonces = ({ state }: HasState, commitments: readonly NonceCommitment[]): Promise<void> =>
  state.update('strict', () => ({
    outputInfos: changedInfos(state, commitments, (info, used) => {
      const mark = (nonce: PeerNonce): PeerNonce => {
        if (!hasKey(used, nonce.L)) return nonce
        if (nonce.used) throw new StaleNonceError()
        return { ...nonce, used: true }
      }
      return { ...info, peers: info.peers.map((peer) => ({ ...peer, nonces: peer.nonces.map(mark) })) }
    }),
  }))
