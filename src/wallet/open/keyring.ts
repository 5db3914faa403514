// A wallet's secret keys: import from seed words or hex, storage in the sealed store, and export as text.

import { blake2b } from '@noble/hashes/blake2.js'
import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { CborError, type CborValue, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { withoutGaps } from '../../bytes/invisibleCharacters.ts'
import { encodeText, type TextEncoding } from '../../bytes/text.ts'
import { parseAddress } from '../../coin/addresses/address.ts'
import type { LookAhead } from '../../coin/lookAhead.ts'
import {
  decryptMultisigSeed,
  formatMultisigSeed,
  type MultisigSeed,
  parseMultisigSeed,
} from '../../coin/multisig/multisigSeed.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { PrioritySettings } from '../../coin/prioritySettings.ts'
import { encodePolyseed, type Polyseed } from '../../coin/seeds/polyseed.ts'
import { decodeSeed, encodeSeed } from '../../coin/seeds/seed.ts'
import { removeSeedOffset } from '../../coin/seeds/seedOffset.ts'
import { isMultisigSeed } from '../../coin/seeds/seedText.ts'
import { isCanonicalScalar } from '../../crypto/curve/scalar.ts'
import { generateKeys, publicKeyOf, viewSecretOf } from '../../crypto/keys/keys.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Store } from '../../store/store.ts'
import { sortKeys } from '../multisig-keys/keySets.ts'
import { type OwnSecrets, wipeMultisigAccount } from '../multisig-keys/multisigAccount.ts'
import { multisigFromRecord, multisigRecord } from '../multisig-keys/multisigRecord.ts'
import type { WalletKeys } from '../state/ledger.ts'

/** Where the scan of a wallet starts. */
export type ScanStart = { readonly restoreHeight: number; readonly restoreDate: number }

/** The polyseed that the user noted. */
export type NotedPolyseed = {
  readonly seed: Polyseed
  /** the words restore the wallet only together with a passphrase */
  readonly needsPassphrase: boolean
}

/** Keys, and the language of their seed words. */
export type Keyring = {
  readonly keys: WalletKeys
  readonly language: string
  /** undefined if the keys are those of other words, or of none */
  readonly polyseed?: NotedPolyseed | undefined
  /** of the keys file of wallet2 from which the wallet was made; undefined for that of wallet2 */
  readonly lookAhead?: LookAhead | undefined
  /** of that keys file; undefined for those of wallet2 */
  readonly priorities?: PrioritySettings | undefined
  /** secrets of the wallet that became this multisig wallet; undefined if it was restored, or is none */
  readonly original?: OwnSecrets | undefined
  /** the keys are new, and the state belongs to earlier ones: it starts over when the wallet is opened */
  readonly startOver?: ScanStart | undefined
}

/** Secret keys are malformed, or do not belong to the address. */
export class KeyMismatchError extends FabaError<{
  /** what is wrong */
  readonly field: 'address' | 'viewSecret' | 'spendSecret'
}> {
  override readonly name = 'KeyMismatchError'
  readonly code = 'key-mismatch'
}

/** The language of seed words if none is known. */
export const DEFAULT_LANGUAGE = 'English'

/** Returns the keyring of a participant of a multisig wallet whose key exchange was completed. */
export const participantKeyring = (seed: MultisigSeed): Keyring => {
  const { threshold, total, signerSecret, spendPublic, viewSecret, viewPublic, shares, signers } = seed
  const multisig = {
    ...{ threshold, total, rounds: total - threshold + 1, isReady: true, signers: sortKeys(signers), signerSecret },
    ...{ viewSecret: viewSecret.slice(), viewPublic, spendPublic, shares, published: [], message: '' },
  }
  return { keys: { spendSecret: undefined, spendPublic, viewSecret, viewPublic, multisig }, language: DEFAULT_LANGUAGE }
}

/** @param passphrase empty if the seed is not encrypted */
const keyringFromMultisigSeed = async (text: string, passphrase: Uint8Array): Promise<Keyring> =>
  participantKeyring(parseMultisigSeed(passphrase.length === 0 ? text : await decryptMultisigSeed(text, passphrase)))

/**
 * Returns the keyring of seed words with a seed offset passphrase (empty for none), or of the seed of a participant of a multisig wallet,
 * which may be encrypted with the passphrase. A wrong encoding of an offset cannot be detected: it gives another wallet. Throws the errors of `decodeSeed`, `parseMultisigSeed` and `decryptMultisigSeed`.
 */
export const keyringFromWords = async (
  words: string,
  offset: string,
  encoding: TextEncoding = 'utf-8',
): Promise<Keyring> => {
  const passphrase = encodeText(offset, encoding)
  if (isMultisigSeed(words)) return keyringFromMultisigSeed(withoutGaps(words), passphrase)
  const { key, language } = await decodeSeed(words)
  try {
    const seed = await removeSeedOffset(key, passphrase)
    try {
      return { keys: generateKeys(seed), language }
    } finally {
      wipe(seed)
    }
  } finally {
    wipe(key)
  }
}

const secretFromHex = (text: string, field: 'viewSecret' | 'spendSecret'): Uint8Array => {
  const what = field === 'viewSecret' ? 'view key' : 'spend key'
  let secret: Uint8Array
  try {
    secret = fromHex(text.trim(), 32)
  } catch (error) {
    // Without a cause, whose message would contain a part of the secret.
    if (error instanceof HexError)
      throw new KeyMismatchError(`the ${what} is not 64 hex digits`, { details: { field } })
    throw error
  }
  if (isCanonicalScalar(secret)) return secret
  wipe(secret)
  throw new KeyMismatchError(`the ${what} is not a key: its number is too large`, { details: { field } })
}

/**
 * Returns the keyring of keys in hex. Without a spend secret (empty text) it is watch-only.
 * @throws KeyMismatchError if the secrets do not belong to the address, AddressError
 */
export const keyringFromKeys = (
  network: Network,
  {
    address,
    viewSecret,
    spendSecret,
  }: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
): Keyring => {
  const { kind, spendKey, viewKey } = parseAddress(network, address.trim())
  if (kind !== 'standard')
    throw new KeyMismatchError(`this address is ${kind}; give the wallet's primary address`, {
      details: { field: 'address' },
    })
  const view = secretFromHex(viewSecret, 'viewSecret')
  if (!equalBytes(publicKeyOf(view), viewKey))
    throw new KeyMismatchError('the view key does not belong to this address', { details: { field: 'viewSecret' } })
  const spend = spendSecret.trim() === '' ? undefined : secretFromHex(spendSecret, 'spendSecret')
  if (spend !== undefined && !equalBytes(publicKeyOf(spend), spendKey))
    throw new KeyMismatchError('the spend key does not belong to this address', { details: { field: 'spendSecret' } })
  return {
    keys: { spendSecret: spend, viewSecret: view, spendPublic: spendKey.slice(), viewPublic: viewKey.slice() },
    language: DEFAULT_LANGUAGE,
  }
}

/**
 * Returns the keyring of a spend secret in hex alone: of a wallet whose view secret derives from it, as that of wallets from seed words.
 * @throws KeyMismatchError if the text is no key
 */
export const keyringFromSpendKey = (spendSecret: string): Keyring => {
  const spend = secretFromHex(spendSecret, 'spendSecret')
  try {
    return { keys: generateKeys(spend), language: DEFAULT_LANGUAGE }
  } finally {
    wipe(spend)
  }
}

const TABLE = 'wallet'
const SECRETS = 'secrets'

/** Writes a keyring to a wallet's sealed store. */
export const putKeyring = (store: Store, keyring: Keyring): Promise<void> => {
  const { keys, language, polyseed, lookAhead, priorities, original, startOver } = keyring
  const { spendSecret, spendPublic, viewSecret, viewPublic } = keys
  const multisig = keys.multisig === undefined ? undefined : multisigRecord(keys.multisig)
  const secrets = { spendSecret, spendPublic, viewSecret, viewPublic, multisig, original }
  const noted = polyseed && { ...polyseed.seed, needsPassphrase: polyseed.needsPassphrase }
  const value = encodeCbor({ language, polyseed: noted, lookAhead, priorities, startOver, ...secrets })
  return store.commit([{ table: TABLE, key: SECRETS, value }], 'strict').finally(() => wipe(value))
}

/**
 * Reads the keyring from a wallet's sealed store.
 * @throws CborError if the keys are missing or damaged
 */
export const getKeyring = async (store: Store): Promise<Keyring> => {
  const bytes = await store.get(TABLE, SECRETS)
  if (bytes === undefined) throw new CborError('the wallet has no keys; restore it from its seed words')
  let record: CborValue
  try {
    record = decodeCbor(bytes)
  } finally {
    wipe(bytes)
  }
  const keyring = keyringOf(record)
  if (keyring === undefined) throw new CborError('the wallet’s keys are damaged; restore it from its seed words')
  return keyring
}

/** Returns a hash of the stored keys, by which changes of them are noticed. */
export const keyringHash = async (store: Store): Promise<Uint8Array> => {
  const bytes = (await store.get(TABLE, SECRETS)) ?? new Uint8Array()
  const hash = blake2b(bytes, { dkLen: 32 })
  wipe(bytes)
  return hash
}

/** Returns whether the stored keys are new, and the state still belongs to earlier ones. */
export const isStartingOver = async (store: Store): Promise<boolean> => {
  const keyring = await getKeyring(store)
  wipeKeyring(keyring)
  return keyring.startOver !== undefined
}

const keyringOf = (record: CborValue): Keyring | undefined => {
  if (typeof record !== 'object' || record === null || !('viewSecret' in record)) return undefined
  const { language, spendSecret, spendPublic, viewSecret, viewPublic } = record
  const multisig = multisigFromRecord(record['multisig'])
  if (
    typeof language !== 'string' ||
    (spendSecret !== undefined && !(spendSecret instanceof Uint8Array)) ||
    !(spendPublic instanceof Uint8Array) ||
    !(viewSecret instanceof Uint8Array) ||
    !(viewPublic instanceof Uint8Array) ||
    (record['multisig'] !== undefined && multisig === undefined)
  )
    return undefined
  const keys = { spendSecret, spendPublic, viewSecret, viewPublic, multisig }
  const [original, startOver] = [originalOf(record['original']), scanStartOf(record['startOver'])]
  const settings = { lookAhead: lookAheadOf(record['lookAhead']), priorities: prioritiesOf(record['priorities']) }
  return { language, keys, polyseed: polyseedOf(record['polyseed']), ...settings, original, startOver }
}

const polyseedOf = (record: CborValue): NotedPolyseed | undefined => {
  if (typeof record !== 'object' || record === null || !('birthday' in record)) return undefined
  const { secret, birthday, features, language, needsPassphrase } = record
  if (!(secret instanceof Uint8Array) || typeof birthday !== 'number' || typeof features !== 'number') return undefined
  if (typeof language !== 'string' || typeof needsPassphrase !== 'boolean') return undefined
  return { seed: { secret, birthday, features, language }, needsPassphrase }
}

const prioritiesOf = (record: CborValue): PrioritySettings | undefined => {
  if (typeof record !== 'object' || record === null || !('preferred' in record)) return undefined
  const { preferred, isAutomatic } = record
  return typeof preferred === 'number' && typeof isAutomatic === 'boolean' ? { preferred, isAutomatic } : undefined
}

const lookAheadOf = (record: CborValue): LookAhead | undefined => {
  if (typeof record !== 'object' || record === null || !('majors' in record)) return undefined
  const { majors, minors } = record
  return typeof majors === 'number' && typeof minors === 'number' ? { majors, minors } : undefined
}

const originalOf = (record: CborValue): OwnSecrets | undefined => {
  if (typeof record !== 'object' || record === null || !('viewSecret' in record)) return undefined
  const { spendSecret, viewSecret } = record
  return spendSecret instanceof Uint8Array && viewSecret instanceof Uint8Array ? { spendSecret, viewSecret } : undefined
}

const scanStartOf = (record: CborValue): ScanStart | undefined => {
  if (typeof record !== 'object' || record === null || !('restoreHeight' in record)) return undefined
  const { restoreHeight, restoreDate } = record
  return typeof restoreHeight === 'number' && typeof restoreDate === 'number'
    ? { restoreHeight, restoreDate }
    : undefined
}

/** Returns seed words (or the seed of a multisig wallet) and keys as text; words are empty if the keys have none (watch-only). */
export const revealKeyring = async ({ keys, language }: Keyring) => {
  const { spendSecret, viewSecret, multisig } = keys
  if (multisig !== undefined)
    return {
      words: multisig.isReady ? formatMultisigSeed(multisig) : '',
      viewSecret: toHex(viewSecret),
      spendSecret: toHex(multisig.signerSecret),
    }
  if (spendSecret === undefined) return { words: '', viewSecret: toHex(viewSecret), spendSecret: '' }
  const isFromSeed = equalBytes(viewSecretOf(spendSecret), viewSecret)
  return {
    words: isFromSeed ? await encodeSeed(spendSecret, language) : '',
    viewSecret: toHex(viewSecret),
    spendSecret: toHex(spendSecret),
  }
}

/** Returns the 16 words of a keyring that was created or restored with them; undefined for others, and for multisig wallets. */
export const revealPolyseed = async (
  { keys, polyseed }: Keyring,
  { polyseedCoin }: Network,
): Promise<string | undefined> =>
  polyseed === undefined || polyseedCoin === undefined || keys.multisig !== undefined
    ? undefined
    : await encodePolyseed(polyseed.seed, polyseedCoin)

/** Overwrites the secrets of a keyring. */
export const wipeKeyring = ({ keys, polyseed, original }: Keyring): void => {
  wipeWalletKeys(keys)
  if (polyseed !== undefined) wipe(polyseed.seed.secret)
  if (original !== undefined) wipe(original.spendSecret, original.viewSecret)
}

/** Overwrites the secrets among a wallet's keys. */
export const wipeWalletKeys = ({ spendSecret, viewSecret, multisig }: WalletKeys): void => {
  wipe(viewSecret)
  if (spendSecret !== undefined) wipe(spendSecret)
  if (multisig !== undefined) wipeMultisigAccount(multisig)
}
