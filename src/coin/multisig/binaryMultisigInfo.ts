// Infos of multisig participants in binary archives of the monero family (wallet2 0.18: multisig_info).

import { Reader, Writer } from '../../bytes/cursor.ts'
import type { MultisigInfoCodec, OutputMultisigInfo } from './multisigInfo.ts'

const KEY = 32
/** Lower bound of the size of an info: its signer and two counts. */
const MIN_INFO_SIZE = KEY + 2

const write = (writer: Writer, { signer, nonces, partialKeyImages }: OutputMultisigInfo): void => {
  writer.bytes(signer).varint(nonces.length)
  for (const { L, R } of nonces) writer.bytes(L).bytes(R)
  writer.varint(partialKeyImages.length)
  for (const image of partialKeyImages) writer.bytes(image)
}

const read = (reader: Reader): OutputMultisigInfo => {
  const key = (): Uint8Array => reader.bytes(KEY).slice()
  return {
    signer: key(),
    nonces: Array.from({ length: reader.count(2 * KEY) }, () => ({ L: key(), R: key() })),
    partialKeyImages: Array.from({ length: reader.count(KEY) }, key),
  }
}

function* encodeSteps(outputs: readonly OutputMultisigInfo[]): Generator<undefined, Uint8Array> {
  const writer = new Writer().varint(outputs.length)
  for (const output of outputs) {
    write(writer, output)
    yield
  }
  return writer.finish()
}

/** The codec of the monero family. */
export const binaryMultisigInfo: MultisigInfoCodec = {
  magic: 'Monero multisig export\u0001',
  encodeSteps,
  decode: (bytes) => {
    const reader = new Reader(bytes)
    const outputs = Array.from({ length: reader.count(MIN_INFO_SIZE) }, () => read(reader))
    reader.end('a multisig info')
    return outputs
  },
}
