// The text form of payment proofs (wallet2: get_tx_proof). The wallet creates and verifies the proofs.

import { encodeBase58 } from '../../bytes/base58.ts'
import {
  decodeProofText,
  HEADER_ERROR,
  type ProofNetwork,
  ProofTextError,
  type ProofVersion,
  parseProofHeader,
} from './proofText.ts'

/** The prover of a payment: its sender (`out`) or its receiver (`in`). */
export type ProofDirection = 'out' | 'in'

/** A shared secret (32 bytes) with the proof that it is one (64 bytes). */
export type ProvenSecret = { readonly sharedSecret: Uint8Array; readonly proof: Uint8Array }

/** A proof of a payment to an address: one secret for each transaction public key, the main one first. */
export type PaymentProof = {
  readonly direction: ProofDirection
  readonly version: ProofVersion
  readonly secrets: readonly ProvenSecret[]
}

const KEY_TEXT = 44
const SIGNATURE_TEXT = 88

const WORDS = { out: 'OutProof', in: 'InProof' } as const
const DIRECTIONS = ['out', 'in'] as const

/**
 * Formats a payment proof.
 *
 * @example
 * const proof = { direction: 'out', version: 2, secrets: [{ sharedSecret: new Uint8Array(32), proof: new Uint8Array(64) }] }
 * formatPaymentProof(proof).slice(0, 12) // 'OutProofV211'
 */
export const formatPaymentProof = ({ direction, version, secrets }: PaymentProof): string =>
  `${WORDS[direction]}V${version}${secrets
    .map(({ sharedSecret, proof }) => encodeBase58(sharedSecret) + encodeBase58(proof))
    .join('')}`

/**
 * Parses a payment proof.
 * @throws ProofTextError
 *
 * @example
 * const network = { proofs: { version: 2, prunedIds: false, keyImagesSign: 'proof' } }
 * const proof = { direction: 'out', version: 2, secrets: [{ sharedSecret: new Uint8Array(32), proof: new Uint8Array(64) }] }
 * parsePaymentProof(network, formatPaymentProof(proof)) // proof
 * parsePaymentProof(network, 'SpendProofV1') // throws ProofTextError
 */
export const parsePaymentProof = (network: ProofNetwork, text: string): PaymentProof => {
  for (const direction of DIRECTIONS) {
    const found = parseProofHeader(network, text, WORDS[direction])
    if (found === undefined) continue
    const { version, body } = found
    const size = KEY_TEXT + SIGNATURE_TEXT
    if (body.length % size !== 0) throw new ProofTextError('Wrong signature size')
    const secrets = Array.from({ length: body.length / size }, (_, i) => {
      const pair = body.slice(i * size, (i + 1) * size)
      return { sharedSecret: decodeProofText(pair.slice(0, KEY_TEXT)), proof: decodeProofText(pair.slice(KEY_TEXT)) }
    })
    return { direction, version, secrets }
  }
  throw new ProofTextError(HEADER_ERROR)
}
