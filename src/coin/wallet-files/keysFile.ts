// The keys files of wallet2 (`NAME.keys`), the same in both families: JSON whose member `key_data` is an account in epee's portable storage,
// with secrets that are encrypted once more. Strings are bytes: see keysFileCipher.ts.

import { concat, utf8, wipe } from '../../bytes/bytes.ts'
import { FormatError, Reader, varintBytes } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import { decodeForeignText } from '../../bytes/text.ts'
import type { Random } from '../../crypto/random/random.ts'
import { type JsonObject, parseJson } from '../../jsonrpc/json.ts'
import { type MemberTexts, memberTexts } from '../../jsonrpc/memberTexts.ts'
import { isLookAhead, type LookAhead } from '../lookAhead.ts'
import type { Network } from '../networks/network.ts'
import type { PrioritySettings } from '../prioritySettings.ts'
import { type KeysFileAccount, type MultisigSettings, readAccount, writeAccount } from './keysFileAccount.ts'
import { bytesOf, openKeysFile, sealKeysFile, textOf } from './keysFileCipher.ts'
import { invalidKeys, KeysFileError } from './keysFileError.ts'

/** The content of a keys file. The caller wipes the secrets. */
export type KeysFile = KeysFileAccount & {
  /** name of the language of the seed words; undefined if it is not stored */
  readonly language: string | undefined
  /** first block to scan */
  readonly restoreHeight: bigint
  /** undefined if it is not stored: that of wallet2 */
  readonly lookAhead?: LookAhead | undefined
  /** undefined if they are not stored: those of wallet2 */
  readonly priorities?: PrioritySettings | undefined
  /** of the wallet that became this multisig wallet (wallet2: m_original_keys_available); written, and not read */
  readonly original?: { readonly address: string; readonly viewSecret: Uint8Array } | undefined
}

const KEY_BYTES = 32

const unsupported = (what: string): KeysFileError =>
  new KeysFileError('unsupported', `this is the keys file of ${what}, which cannot be opened; restore it from its seed`)

/** Verifies that the settings are those of a wallet that can be opened for the network. */
const checkSettings = (settings: JsonObject, { keysFileNetworkType }: Pick<Network, 'keysFileNetworkType'>): void => {
  if (typeof settings['key_on_device'] === 'number' && settings['key_on_device'] > 0)
    throw unsupported('a hardware wallet')
  const type = settings['nettype']
  if (typeof type === 'number' && type !== keysFileNetworkType)
    throw new KeysFileError('network', `the keys file is for network type ${type}, not ${keysFileNetworkType}`)
}

const readSigners = (bytes: Uint8Array): Uint8Array[] => {
  try {
    const reader = new Reader(bytes)
    const signers = Array.from({ length: reader.count(KEY_BYTES) }, () => reader.bytes(KEY_BYTES).slice())
    reader.end('the list of signers')
    return signers
  } catch (error) {
    if (error instanceof FormatError) throw invalidKeys(error.message)
    throw error
  }
}

/** What reading and writing needs of a network. */
type KeysFileNetwork = Pick<Network, 'keysFileNetworkType'> & {
  readonly multisig: Pick<Network['multisig'], 'keys'>
}

/** Returns the rounds of a completed key exchange. Participants with aggregated keys confirm the result in one more. */
const roundsOf = ({ multisig }: KeysFileNetwork, { threshold, signers }: MultisigSettings): number =>
  signers.length - threshold + (multisig.keys === 'aggregated' ? 2 : 1)

/** Reads how a multisig wallet signs; undefined for other wallets. */
const multisigSettings = (settings: JsonObject, network: KeysFileNetwork): MultisigSettings | undefined => {
  if (settings['multisig'] !== 1) return undefined
  const { multisig_threshold: threshold, multisig_signers: list, multisig_rounds_passed: rounds } = settings
  if (typeof threshold !== 'number' || typeof list !== 'string') throw invalidKeys('its signers are missing')
  const signers = readSigners(bytesOf(list))
  if (threshold < 1 || threshold > signers.length) throw invalidKeys(`${threshold} of ${signers.length} cannot sign`)
  if (typeof rounds === 'number' && rounds < roundsOf(network, { threshold, signers }))
    throw unsupported('a multisig wallet whose key exchange is not completed')
  return { threshold, signers }
}

const toHeight = (value: unknown): bigint => {
  if (typeof value === 'bigint') return value > 0n ? value : 0n
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? BigInt(value) : 0n
}

const parseMembers = (members: MemberTexts): JsonObject =>
  Object.fromEntries(Array.from(members, ([name, text]) => [name, parseJson(text)]))

/** @throws KeysFileError for more addresses than a wallet can watch: coins beyond fewer would be missing without notice */
const lookAheadOf = (settings: JsonObject): LookAhead | undefined => {
  const { subaddress_lookahead_major: majors, subaddress_lookahead_minor: minors } = settings
  if (typeof majors !== 'number' || typeof minors !== 'number' || majors <= 0 || minors <= 0) return undefined
  if (!isLookAhead({ majors, minors }))
    throw unsupported(`a wallet that looks ${majors} accounts and ${minors} addresses ahead`)
  return { majors, minors }
}

const prioritiesOf = (settings: JsonObject): PrioritySettings | undefined => {
  const { default_priority: preferred, auto_low_priority: automatic } = settings
  if (typeof preferred !== 'number' && typeof automatic !== 'number') return undefined
  return { preferred: typeof preferred === 'number' ? Math.max(preferred, 0) : 0, isAutomatic: automatic !== 0 }
}

/**
 * Decrypts and reads a keys file. Accounts whose secrets are not encrypted by themselves (older versions of wallet2) are read too.
 * @throws KeysFileError
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * parseKeysFile(networkById('monero-mainnet'), new Uint8Array(20), 'secret') // throws KeysFileError
 */
export const parseKeysFile = async (
  network: KeysFileNetwork,
  bytes: Uint8Array,
  password: string,
): Promise<KeysFile> => {
  const { members, fileKey } = await openKeysFile(bytes, password)
  try {
    const settings = parseMembers(members)
    const keyData = settings['key_data']
    if (typeof keyData !== 'string') throw invalidKeys('key_data is missing')
    checkSettings(settings, network)
    const isWatchOnly = settings['watch_only'] === 1
    const areEncrypted = settings['encrypted_secret_keys'] === 1
    const [multisig, lookAhead] = [multisigSettings(settings, network), lookAheadOf(settings)]
    const account = await readAccount(bytesOf(keyData), fileKey, { areEncrypted, multisig })
    if (isWatchOnly && account.spendSecret !== undefined) wipe(account.spendSecret)
    const language = settings['seed_language']
    return {
      ...account,
      spendSecret: isWatchOnly ? undefined : account.spendSecret,
      language: typeof language === 'string' ? decodeForeignText(bytesOf(language)) : undefined,
      restoreHeight: toHeight(settings['refresh_height']),
      lookAhead,
      priorities: prioritiesOf(settings),
    }
  } finally {
    wipe(fileKey)
  }
}

const originalMembers = ({ address, viewSecret }: NonNullable<KeysFile['original']>): JsonObject => ({
  original_keys_available: 1,
  original_address: address,
  original_view_secret_key: toHex(viewSecret),
})

/** Returns the settings of a participant of a multisig wallet as members (wallet2: get_keys_file_data). */
const multisigMembers = (network: KeysFileNetwork, settings: MultisigSettings): JsonObject => ({
  multisig: 1,
  multisig_threshold: settings.threshold,
  multisig_rounds_passed: roundsOf(network, settings),
  multisig_signers: textOf(concat(varintBytes(settings.signers.length), ...settings.signers)),
  // Derivations are those of an exchange that goes on. Wallets of monero refuse to work without the last member.
  multisig_derivations: '\0',
  enable_multisig: 1,
})

/**
 * Writes a keys file that wallet2 opens. Settings that it does not contain have wallet2's defaults.
 * @param fileKey of the password (`keysFileKey`)
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { keysFileKey } from './keysFileCipher.ts'
 * const network = networkById('monero-mainnet')
 * const keys = generateKeys(Uint8Array.of(5, ...new Uint8Array(31)))
 * const file = { ...keys, language: 'English', createdAt: 0n, restoreHeight: 7n }
 * const bytes = await formatKeysFile(network, file, await keysFileKey('secret', 'utf-8'), (length) => new Uint8Array(length).fill(3))
 * (await parseKeysFile(network, bytes, 'secret')).restoreHeight // 7n
 */
export const formatKeysFile = async (
  network: KeysFileNetwork,
  file: KeysFile,
  fileKey: Uint8Array,
  random: Random,
): Promise<Uint8Array> => {
  const { multisig, spendSecret, language, lookAhead, priorities, original } = file
  const members = {
    key_data: textOf(await writeAccount(file, fileKey, random)),
    ...(language === undefined ? {} : { seed_language: textOf(utf8(language)) }),
    ...{ key_on_device: 0, watch_only: spendSecret === undefined && multisig === undefined ? 1 : 0 },
    ...(multisig === undefined ? { multisig: 0, multisig_threshold: 0 } : multisigMembers(network, multisig)),
    ...(original === undefined ? {} : originalMembers(original)),
    ...{ refresh_height: Number(file.restoreHeight), nettype: network.keysFileNetworkType, encrypted_secret_keys: 1 },
    ...(lookAhead && { subaddress_lookahead_major: lookAhead.majors, subaddress_lookahead_minor: lookAhead.minors }),
    ...(priorities && {
      ...{ default_priority: priorities.preferred, auto_low_priority: priorities.isAutomatic ? 1 : 0 },
    }),
  }
  return sealKeysFile(memberTexts(members), fileKey, random)
}
