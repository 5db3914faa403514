// Exports the outputs of a wallet for a copy of the wallet: a watch-only wallet hands them to the wallet with the spend key, which
// computes their key images (wallet2: export_outputs_to_str, import_outputs_from_str).

import { type RunSteps, runAtOnce } from '../../async/timeSlices.ts'
import { concat, equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { OutputExport } from '../exports/exportedOutput.ts'
import type { Network } from '../networks/network.ts'
import { openExport, type SealedExportErrors, sealExport } from './sealedExport.ts'

/** Bytes are not an output list of this account. The messages are wallet2's. */
export class OutputExportError extends FabaError {
  override readonly name = 'OutputExportError'
  readonly code = 'output-export'
}

/** Keys of the account of a list; 32 bytes each. */
export type ExportKeys = {
  readonly spendPublic: Uint8Array
  readonly viewPublic: Uint8Array
  readonly viewSecret: Uint8Array
}

type HasOutputExports = Pick<Network, 'outputExportCodec' | 'wireFormat'>

const KEY = 32

/**
 * Encodes an output list and encrypts it with the view secret key.
 * @param run runs the encoding of a long list; at once if omitted
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, keys] = [networkById('oxen-mainnet'), generateKeys(new Uint8Array(32).fill(1))]
 * const list = { offset: 0, total: undefined, outputs: [] }
 * const bytes = await formatOutputExport(network, keys, list, (length) => new Uint8Array(length).fill(1))
 * new TextDecoder().decode(bytes.subarray(0, 18)) // 'Loki output export'
 */
export const formatOutputExport = async (
  { outputExportCodec }: HasOutputExports,
  keys: ExportKeys,
  outputs: OutputExport,
  random: Random,
  run: RunSteps = runAtOnce,
): Promise<Uint8Array> => {
  const plain = concat(keys.spendPublic, keys.viewPublic, await run(outputExportCodec.encodeSteps(outputs)))
  return await sealExport(outputExportCodec.magic, keys, plain, random)
}

const errors: SealedExportErrors = {
  wrongMagic: 'Bad magic from outputs',
  undecryptable: (reason) => `Failed to decrypt outputs: ${reason}`,
  create: (message, options) => new OutputExportError(message, options),
}

/**
 * Decrypts and decodes an output list that a copy of the same wallet exported.
 * @throws OutputExportError
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, keys] = [networkById('oxen-mainnet'), generateKeys(new Uint8Array(32).fill(1))]
 * const list = { offset: 0, total: undefined, outputs: [] }
 * const bytes = await formatOutputExport(network, keys, list, (length) => new Uint8Array(length).fill(1))
 * await parseOutputExport(network, keys, bytes) // list
 * await parseOutputExport(network, keys, new Uint8Array()) // throws OutputExportError
 */
export const parseOutputExport = async (
  network: HasOutputExports,
  keys: ExportKeys,
  bytes: Uint8Array,
): Promise<OutputExport> => {
  const plain = await openExport(network.outputExportCodec.magic, keys, bytes, errors)
  if (plain.length < 2 * KEY) throw new OutputExportError('Bad data size for outputs')
  if (!equalBytes(plain.subarray(0, 2 * KEY), concat(keys.spendPublic, keys.viewPublic)))
    throw new OutputExportError('Outputs from are for a different account')
  try {
    return network.outputExportCodec.decode(network, plain.subarray(2 * KEY))
  } catch (error) {
    if (error instanceof FormatError)
      throw new OutputExportError(`Failed to import outputs: ${error.message}`, { cause: error })
    throw error
  }
}
