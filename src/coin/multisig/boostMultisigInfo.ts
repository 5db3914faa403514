// Infos of multisig participants in Boost archives of the oxen family (wallet2: multisig_info).

import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import type { MultisigInfoCodec, OutputMultisigInfo } from './multisigInfo.ts'

const KEY = 32
const INFO_VERSION = 1
/** Lower bound of the size of an info: its signer. */
const MIN_INFO_SIZE = KEY

const write = (writer: BoostWriter, { signer, nonces, partialKeyImages }: OutputMultisigInfo): void => {
  writer.classInfo('info', INFO_VERSION).array('public key', signer)
  writer.objects('nonces', nonces, ({ L, R }) => {
    writer.classInfo('nonce').array('key', L).array('key', R)
  })
  writer.objects('key images', partialKeyImages, (image) => writer.array('key image', image))
}

const read = (reader: BoostReader): OutputMultisigInfo => {
  reader.objectOf('info', INFO_VERSION)
  const key = (type: string): Uint8Array => reader.array(type, KEY).slice()
  return {
    signer: key('public key'),
    nonces: reader.objects('nonces', 2 * KEY, () => {
      reader.objectOf('nonce')
      return { L: key('key'), R: key('key') }
    }),
    partialKeyImages: reader.objects('key images', KEY, () => key('key image')),
  }
}

function* encodeSteps(outputs: readonly OutputMultisigInfo[]): Generator<undefined, Uint8Array> {
  const writer = new BoostWriter()
  yield* writer.objectSteps('infos', outputs, (output) => write(writer, output), INFO_VERSION)
  return writer.finish()
}

/** The codec of the oxen family. */
export const boostMultisigInfo: MultisigInfoCodec = {
  magic: 'Loki multisig export\u0001',
  encodeSteps,
  decode: (bytes) => {
    const reader = new BoostReader(bytes)
    const outputs = reader.objects('infos', MIN_INFO_SIZE, () => read(reader), INFO_VERSION)
    reader.end('a multisig info')
    return outputs
  },
}
