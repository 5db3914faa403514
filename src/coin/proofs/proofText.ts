// The common form of the texts of proofs: a header of a word and a version, then base58.

import { Base58Error, decodeBase58 } from '../../bytes/base58.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Network } from '../networks/network.ts'

/** A text is not a proof of the requested kind. The messages are wallet2's. */
export class ProofTextError extends FabaError {
  override readonly name = 'ProofTextError'
  readonly code = 'proof-text'
}

export type ProofVersion = 1 | 2

export type ProofNetwork = Pick<Network, 'proofs'>

/** Error messages of wallet2. */
export const HEADER_ERROR = 'Signature header check error'
export const DECODING_ERROR = 'Signature decoding error'

/**
 * Decodes base58 in a proof.
 * @throws ProofTextError
 *
 * @example
 * decodeProofText('0') // throws ProofTextError
 */
export const decodeProofText = (text: string): Uint8Array => {
  try {
    return decodeBase58(text)
  } catch (error) {
    if (error instanceof Base58Error) throw new ProofTextError(DECODING_ERROR, { cause: error })
    throw error
  }
}

/**
 * Returns the version after the header's word, and the text after the header; undefined for another header or an unsupported version.
 *
 * @example
 * const network = { proofs: { version: 2, prunedIds: false, keyImagesSign: 'proof' } }
 * parseProofHeader(network, 'OutProofV2abc', 'OutProof') // { version: 2, body: 'abc' }
 */
export const parseProofHeader = (
  { proofs }: ProofNetwork,
  text: string,
  word: string,
): { readonly version: ProofVersion; readonly body: string } | undefined => {
  for (const version of [1, 2] as const) {
    const header = `${word}V${version}`
    if (version <= proofs.version && text.startsWith(header)) return { version, body: text.slice(header.length) }
  }
  return undefined
}
