// What the participants of a multisig wallet publish of its outputs, so that they can compute key images and sign together: plain data, and
// the type of the codecs that write it.

import type { NonceCommitments } from '../../crypto/signatures/multisigClsag.ts'
/** What a participant publishes of an output (wallet2: multisig_info). */
export type OutputMultisigInfo = {
  /** public key of the participant */
  readonly signer: Uint8Array
  readonly nonces: readonly NonceCommitments[]
  /** k·Hp(P) of each of the participant's shares k of the spend key */
  readonly partialKeyImages: readonly Uint8Array[]
}

/** What a participant publishes: its public key, and the outputs of the wallet in the order of the chain. */
export type MultisigInfo = {
  readonly signer: Uint8Array
  readonly outputs: readonly OutputMultisigInfo[]
}

/** The format of the infos of a network. */
export type MultisigInfoCodec = {
  /** first bytes of a file, as text */
  readonly magic: string
  /** Yields after each output. */
  readonly encodeSteps: (outputs: readonly OutputMultisigInfo[]) => Generator<undefined, Uint8Array>
  /** @throws FormatError */
  readonly decode: (bytes: Uint8Array) => OutputMultisigInfo[]
}
