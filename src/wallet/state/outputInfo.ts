// What a participant of a multisig wallet knows of an output besides the chain: its own unused nonces, and what the other participants
// published of theirs. The stored form of both.

import { wipe } from '../../bytes/bytes.ts'
import type { OutputMultisigInfo } from '../../coin/multisig/multisigInfo.ts'
import type { NonceCommitments } from '../../crypto/signatures/multisigClsag.ts'
import {
  beginRecord,
  flag,
  KEY_BYTES,
  readBlob,
  readFlag,
  readList,
  readRecord,
  writeBlob,
  writeList,
} from './recordFormat.ts'

/** A nonce of this participant that was not used yet: `secret` is a scalar k, `L` is k·G. */
export type OwnNonce = { readonly secret: Uint8Array; readonly L: Uint8Array }

/** A nonce of another participant. `used`: a proposal has taken it; it is never taken again. */
export type PeerNonce = NonceCommitments & { readonly used: boolean }

/** What another participant published of an output. */
export type PeerInfo = Omit<OutputMultisigInfo, 'nonces'> & {
  /** in the order in which they are used; wallet2 0.18 takes two for each signature */
  readonly nonces: readonly PeerNonce[]
}

/** What is known of an output. */
export type OutputInfo = {
  /** number of own nonces ever drawn for export: a random source that repeats its bytes then draws others */
  readonly drawn: number
  readonly own: readonly OwnNonce[]
  /** sorted by signer, at most one each */
  readonly peers: readonly PeerInfo[]
}

/** By one-time key, hex. */
export type OutputInfos = ReadonlyMap<string, OutputInfo>

export const NO_OUTPUT_INFO: OutputInfo = { drawn: 0, own: [], peers: [] }

export const encodeOutputInfo = ({ drawn, own, peers }: OutputInfo): Uint8Array => {
  const writer = beginRecord().varint(drawn)
  writeList(writer, own, ({ secret, L }) => writer.bytes(secret).bytes(L))
  writeList(writer, peers, ({ signer, nonces, partialKeyImages }) => {
    writer.bytes(signer)
    writeList(writer, nonces, ({ L, R, used }) => writer.bytes(L).bytes(R).u8(flag(used)))
    writeList(writer, partialKeyImages, (image) => writer.bytes(image))
  })
  return writer.finish()
}

/** @throws FormatError */
export const decodeOutputInfo = (bytes: Uint8Array): OutputInfo =>
  readRecord(bytes, 'multisig data of an output', (reader) => {
    const key = (): Uint8Array => reader.bytes(KEY_BYTES).slice()
    return {
      drawn: reader.varint(),
      own: readList(reader, () => ({ secret: key(), L: key() })),
      peers: readList(reader, () => ({
        signer: key(),
        nonces: readList(reader, () => ({ L: key(), R: key(), used: readFlag(reader) })),
        partialKeyImages: readList(reader, key),
      })),
    }
  })

/** Encodes the ids (32 bytes each) of a participant's imported infos. */
export const encodeImportedInfos = (ids: readonly Uint8Array[]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, ids, (id) => writer.bytes(id)).finish()
}

/** @throws FormatError */
export const decodeImportedInfos = (bytes: Uint8Array): Uint8Array[] =>
  readRecord(bytes, 'ids of multisig infos', (reader) => readList(reader, () => reader.bytes(KEY_BYTES).slice()))

/** Encodes the token of a change of nonces. */
export const encodeNonceToken = (token: Uint8Array): Uint8Array => writeBlob(beginRecord(), token).finish()

/** @throws FormatError */
export const decodeNonceToken = (bytes: Uint8Array): Uint8Array =>
  readRecord(bytes, 'a token of multisig nonces', (reader) => readBlob(reader))

/** Overwrites the secrets among what is known of outputs. */
export const wipeOutputInfos = (infos: Iterable<OutputInfo>): void => {
  for (const { own } of infos) wipe(...own.map(({ secret }) => secret))
}
