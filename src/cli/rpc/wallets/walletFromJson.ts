// --generate-from-json: the description of a wallet in a JSON file. Fields, defaults and rules are those of wallet2 (generate_from_json).

import * as v from 'valibot'
import { wipe } from '../../../bytes/bytes.ts'
import { fromHex, HexError, toHex } from '../../../bytes/hex.ts'
import { formatAddress } from '../../../coin/addresses/address.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { publicKeyOf, viewSecretOf } from '../../../crypto/keys/keys.ts'
import type { NewWallet } from '../../../engine/api/engineViews.ts'
import type { Engine } from '../../../engine/engine.ts'
import { UsageError } from '../../command/command.ts'
import { readTextFile } from '../flags/configFile.ts'

const FLAG = 'generate-from-json'

const MAX_VERSION = 1

const text = v.optional(
  v.pipe(
    v.string(),
    v.check((value) => value.isWellFormed()),
  ),
  '',
)

const description = v.object({
  version: v.pipe(v.number(), v.integer(), v.maxValue(MAX_VERSION)),
  filename: v.pipe(v.string(), v.nonEmpty()),
  scan_from_height: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  password: text,
  viewkey: text,
  spendkey: text,
  seed: text,
  seed_passphrase: text,
  address: text,
})

export type WalletDescription = v.InferOutput<typeof description>

/** The file does not repeat its content, which is secret. */
const failure = (path: string, reason: string): UsageError => new UsageError(`--${FLAG} ${path}: ${reason}`)

const parseJson = (path: string): unknown => {
  try {
    return JSON.parse(readTextFile(path, FLAG))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // Without a cause: the message of JSON.parse repeats a part of the text.
    throw failure(path, 'it is not JSON')
  }
}

/**
 * Reads the description of a wallet.
 * @throws UsageError for a file that cannot be read, and for fields that are missing, malformed or contradict each other
 */
export const readWalletDescription = (path: string): WalletDescription => {
  const parsed = v.safeParse(description, parseJson(path))
  if (!parsed.success) {
    const [issue] = parsed.issues
    const field = v.getDotPath(issue) ?? 'the object'
    throw failure(path, `the field "${field}" is missing or not valid`)
  }
  const { seed, viewkey, spendkey, address } = parsed.output
  if (seed === '' && viewkey === '' && spendkey === '')
    throw failure(path, 'it requires seed words, a view key or a spend key')
  if (seed !== '' && (viewkey !== '' || spendkey !== '')) throw failure(path, 'it has both seed words and keys')
  if (seed === '' && spendkey === '' && address === '') throw failure(path, 'a watch-only wallet requires its address')
  return parsed.output
}

const secretFrom = (hex: string, field: string): Uint8Array => {
  try {
    return fromHex(hex, 32)
  } catch (error) {
    // Without a cause, whose message would contain a part of the secret.
    throw error instanceof HexError
      ? new UsageError(`the ${field} in the file of --${FLAG} is not 64 hex digits`)
      : error
  }
}

/** Creates the wallet of a description. Throws the errors of the engine for words and keys. */
export const createFromDescription = async (
  engine: Engine,
  wallet: NewWallet,
  network: Network,
  { seed, seed_passphrase, viewkey, spendkey, address, scan_from_height }: WalletDescription,
): Promise<void> => {
  const from = { from: 'height', height: scan_from_height } as const
  if (seed !== '') return await engine.restoreFromWords(wallet, { words: seed, offset: seed_passphrase }, from)
  if (spendkey === '')
    return await engine.restoreFromKeys(wallet, { address, viewSecret: viewkey, spendSecret: '' }, from)
  const spendSecret = secretFrom(spendkey, 'spendkey')
  const viewSecret = viewkey === '' ? viewSecretOf(spendSecret) : secretFrom(viewkey, 'viewkey')
  const ownAddress = formatAddress(network, {
    kind: 'standard',
    spendKey: publicKeyOf(spendSecret),
    viewKey: publicKeyOf(viewSecret),
    paymentId: undefined,
  })
  const keys = { address: address === '' ? ownAddress : address, viewSecret: toHex(viewSecret), spendSecret: spendkey }
  wipe(spendSecret)
  wipe(viewSecret)
  await engine.restoreFromKeys(wallet, keys, from)
}
