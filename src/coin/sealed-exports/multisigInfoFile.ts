// Infos as participants hand them to each other: a magic, then keys and outputs, encrypted with the view secret key that all of them have
// (wallet2: export_multisig, import_multisig).

import { type RunSteps, runAtOnce } from '../../async/timeSlices.ts'
import { concat, equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { arePrimePoints, decodePoint, isIdentity } from '../../crypto/curve/point.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { MultisigInfo, MultisigInfoCodec } from '../multisig/multisigInfo.ts'
import type { ExportKeys } from './outputExport.ts'
import { openExport, type SealedExportErrors, sealExport } from './sealedExport.ts'

/** Bytes are not an info of a participant of this account. The messages are wallet2's. */
export class MultisigInfoError extends FabaError {
  override readonly name = 'MultisigInfoError'
  readonly code = 'multisig-info'
}

const KEY = 32

/**
 * Encodes an info and encrypts it with the view secret key.
 * @param run runs the encoding of a long list; at once if omitted
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * import { boostMultisigInfo } from '../multisig/boostMultisigInfo.ts'
 * const keys = generateKeys(new Uint8Array(32).fill(1))
 * const info = { signer: keys.spendPublic, outputs: [] }
 * const bytes = await formatMultisigInfo(boostMultisigInfo, keys, info, (length) => new Uint8Array(length).fill(1))
 * bytes.length // 220
 */
export const formatMultisigInfo = async (
  codec: MultisigInfoCodec,
  keys: ExportKeys,
  { signer, outputs }: MultisigInfo,
  random: Random,
  run: RunSteps = runAtOnce,
): Promise<Uint8Array> => {
  const plain = concat(keys.spendPublic, keys.viewPublic, signer, await run(codec.encodeSteps(outputs)))
  return await sealExport(codec.magic, keys, plain, random)
}

const errors: SealedExportErrors = {
  wrongMagic: 'Bad multisig info file magic in ',
  undecryptable: (reason) => reason,
  create: (message, options) => new MultisigInfoError(message, options),
}

/** @throws MultisigInfoError unless all points are in the group and no point is the identity */
const checkPoints = (points: readonly Uint8Array[], what: string): void => {
  const arePrime = arePrimePoints(points)
  const isValid = points.every((point, i) => arePrime[i] === true && !isIdentity(decodePoint(point)))
  if (!isValid) throw new MultisigInfoError(`${what} is not in the main subgroup`)
}

const decode = (codec: MultisigInfoCodec, bytes: Uint8Array): MultisigInfo['outputs'] => {
  try {
    return codec.decode(bytes)
  } catch (error) {
    if (error instanceof FormatError) throw new MultisigInfoError('Failed to load output data', { cause: error })
    throw error
  }
}

/**
 * Decrypts and decodes an info that a participant of the same account exported, and verifies that its points are in the group and that it
 * names one signer.
 * @throws MultisigInfoError
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * import { binaryMultisigInfo } from '../multisig/binaryMultisigInfo.ts'
 * const keys = generateKeys(new Uint8Array(32).fill(1))
 * const info = { signer: keys.spendPublic, outputs: [] }
 * const random = (length) => new Uint8Array(length).fill(1)
 * await parseMultisigInfo(binaryMultisigInfo, keys, await formatMultisigInfo(binaryMultisigInfo, keys, info, random)) // info
 * await parseMultisigInfo(binaryMultisigInfo, keys, new Uint8Array()) // throws MultisigInfoError
 */
export const parseMultisigInfo = async (
  codec: MultisigInfoCodec,
  keys: ExportKeys,
  bytes: Uint8Array,
): Promise<MultisigInfo> => {
  const plain = await openExport(codec.magic, keys, bytes, errors)
  if (plain.length < 3 * KEY) throw new MultisigInfoError('Bad data size')
  if (!equalBytes(plain.subarray(0, 2 * KEY), concat(keys.spendPublic, keys.viewPublic)))
    throw new MultisigInfoError('Multisig info is for a different account')
  const signer = plain.slice(2 * KEY, 3 * KEY)
  const outputs = decode(codec, plain.subarray(3 * KEY))
  if (outputs.some((output) => !equalBytes(output.signer, signer)))
    throw new MultisigInfoError('Mismatched signers in imported multisig info')
  checkPoints(
    outputs.flatMap(({ nonces }) => nonces.flatMap(({ L, R }) => [L, R])),
    'Multisig value',
  )
  checkPoints(
    outputs.flatMap(({ partialKeyImages }) => partialKeyImages),
    'Multisig partial key image',
  )
  return { signer, outputs }
}
