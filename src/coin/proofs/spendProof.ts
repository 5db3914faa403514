// The text form of spend proofs (wallet2: get_spend_proof). The wallet creates and verifies the proofs.

import { Base58Error, decodeBase58, encodeBase58 } from '../../bytes/base58.ts'
import { HEADER_ERROR, ProofTextError } from './proofText.ts'

const SIGNATURE_TEXT = 88
const SPEND_HEADER = 'SpendProofV1'

/**
 * Formats a spend proof.
 * @param signatures of all rings, one after the other, 64 bytes each
 *
 * @example
 * formatSpendProof([]) // 'SpendProofV1'
 */
export const formatSpendProof = (signatures: readonly Uint8Array[]): string =>
  SPEND_HEADER + signatures.map(encodeBase58).join('')

/**
 * Returns the text of a spend proof after its header.
 * @throws ProofTextError for another header
 *
 * @example
 * spendProofBody('SpendProofV1abc') // 'abc'
 */
export const spendProofBody = (text: string): string => {
  if (!text.startsWith(SPEND_HEADER)) throw new ProofTextError(HEADER_ERROR)
  return text.slice(SPEND_HEADER.length)
}

/**
 * Returns the signatures in the body of a spend proof; undefined unless there are exactly `count`.
 *
 * @example
 * const signatures = [new Uint8Array(64)]
 * spendProofSignatures(spendProofBody(formatSpendProof(signatures)), 1) // signatures
 */
export const spendProofSignatures = (body: string, count: number): Uint8Array[] | undefined => {
  if (body.length !== count * SIGNATURE_TEXT) return undefined
  try {
    return Array.from({ length: count }, (_, i) =>
      decodeBase58(body.slice(i * SIGNATURE_TEXT, (i + 1) * SIGNATURE_TEXT)),
    )
  } catch (error) {
    if (error instanceof Base58Error) return undefined
    throw error
  }
}
