// The account in a keys file of wallet2 (`key_data`): epee's portable storage, whose secrets are encrypted by themselves.

import { concat, equalBytes, isZero, splitRows, utf8, wipe } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { type PortableSection, type PortableValue, readPortable } from '../../bytes/portableStorage.ts'
import { asBlob, asSection, asU64, writePortable } from '../../bytes/portableStorageWriter.ts'
import { chacha20 } from '../../crypto/ciphers/cipher.ts'
import { isCanonicalScalar } from '../../crypto/curve/scalar.ts'
import { currentSlowHashes } from '../../crypto/hash/slowHashes.ts'
import { publicKeyOf } from '../../crypto/keys/keys.ts'
import { type Random, randomBytes } from '../../crypto/random/random.ts'
import { invalidKeys } from './keysFileError.ts'

/** How the participants of a multisig wallet sign. */
export type MultisigSettings = {
  readonly threshold: number
  /** public keys of all participants */
  readonly signers: readonly Uint8Array[]
}

/** The account of a keys file. Keys have 32 bytes; the caller wipes the secrets. */
export type KeysFileAccount = {
  /** undefined in a watch-only wallet, and in a multisig wallet */
  readonly spendSecret: Uint8Array | undefined
  readonly viewSecret: Uint8Array
  readonly spendPublic: Uint8Array
  readonly viewPublic: Uint8Array
  /** of a participant of a multisig wallet: its key as a signer, and its shares of the spend key */
  readonly multisig?: MultisigSettings & { readonly signerSecret: Uint8Array; readonly shares: readonly Uint8Array[] }
  /** when the account was made, UNIX seconds */
  readonly createdAt: bigint
}

const NONCE_BYTES = 8
const KEY_BYTES = 32
const NO_KEY = new Uint8Array(KEY_BYTES)

/** Appended to the key of a file to get that of the secrets (config::HASH_KEY_MEMORY). */
const MEMORY_TAG = utf8('k')

/** Encrypts or decrypts the secrets of an account, in their order. */
const cryptSecrets = async (fileKey: Uint8Array, nonce: Uint8Array, secrets: Uint8Array): Promise<Uint8Array> => {
  const tagged = concat(fileKey, MEMORY_TAG)
  const key = await currentSlowHashes().cryptonight(tagged)
  try {
    return chacha20(key, nonce, secrets)
  } finally {
    wipe(key, tagged)
  }
}

const sectionAt = (section: PortableSection, name: string): PortableSection => {
  const value: PortableValue | undefined = section[name]
  if (typeof value !== 'object' || value instanceof Uint8Array || Array.isArray(value))
    throw invalidKeys(`${name} is missing`)
  return value as PortableSection // the list was excluded above
}

const blobAt = (section: PortableSection, name: string, length: number): Uint8Array => {
  const value = section[name]
  if (!(value instanceof Uint8Array) || value.length !== length)
    throw invalidKeys(`${name} does not have ${length} bytes`)
  return value
}

const portableOf = (bytes: Uint8Array): PortableSection => {
  try {
    return readPortable(bytes)
  } catch (error) {
    if (error instanceof FormatError) throw invalidKeys(error.message)
    throw error
  }
}

const belongs = (secret: Uint8Array, key: Uint8Array | undefined): boolean =>
  key !== undefined && isCanonicalScalar(secret) && equalBytes(publicKeyOf(secret), key)

/** What a keys file contains besides its account. */
export type AccountSettings = {
  /** false in files of older versions of wallet2 */
  readonly areEncrypted: boolean
  readonly multisig: MultisigSettings | undefined
}

/** Returns the secrets of a wallet, and compares them with its public keys. A watch-only wallet has zeros for the spend secret. */
const ownSecrets = (spend: Uint8Array, view: Uint8Array, spendPublic: Uint8Array, viewPublic: Uint8Array) => {
  const spendSecret = isZero(spend) ? undefined : spend
  if (belongs(view, viewPublic) && (spendSecret === undefined || belongs(spendSecret, spendPublic)))
    return { spendSecret, viewSecret: view }
  wipe(spend, view)
  throw invalidKeys('its secrets do not belong to its address')
}

/** Returns the secrets of a participant of a multisig wallet, and compares them with the public keys. */
const participantSecrets = (
  [signerSecret = NO_KEY, viewSecret = NO_KEY, ...shares]: readonly Uint8Array[],
  settings: MultisigSettings,
  viewPublic: Uint8Array,
) => {
  const isSigner = settings.signers.some((signer) => belongs(signerSecret, signer))
  if (isSigner && belongs(viewSecret, viewPublic) && shares.length > 0 && shares.every(isCanonicalScalar))
    return { spendSecret: undefined, viewSecret, multisig: { ...settings, signerSecret, shares } }
  wipe(signerSecret, viewSecret, ...shares)
  throw invalidKeys('its secrets do not belong to its address and signers')
}

/** Returns the stored secrets: spend, view, and the shares of a participant of a multisig wallet. */
const storedSecrets = (keys: PortableSection): Uint8Array => {
  const shares = keys['m_multisig_keys']
  if (shares !== undefined && (!(shares instanceof Uint8Array) || shares.length % KEY_BYTES !== 0))
    throw invalidKeys('m_multisig_keys is not a list of keys')
  const [spend, view] = ['m_spend_secret_key', 'm_view_secret_key'].map((name) => blobAt(keys, name, KEY_BYTES))
  return concat(spend ?? NO_KEY, view ?? NO_KEY, shares ?? new Uint8Array())
}

/** The public parts of an account. */
type PublicAccount = Pick<KeysFileAccount, 'spendPublic' | 'viewPublic' | 'createdAt'>

/**
 * Reads the parts of an account, and decrypts its secrets, which the caller wipes.
 * @param fileKey undefined if the secrets are not encrypted by themselves
 */
const openAccount = async (
  keyData: Uint8Array,
  fileKey: Uint8Array | undefined,
): Promise<PublicAccount & { readonly secrets: Uint8Array }> => {
  const account = portableOf(keyData)
  const keys = sectionAt(account, 'm_keys')
  const address = sectionAt(keys, 'm_account_address')
  const [spendPublic, viewPublic] = ['m_spend_public_key', 'm_view_public_key'].map((name) =>
    blobAt(address, name, KEY_BYTES).slice(),
  )
  if (spendPublic === undefined || viewPublic === undefined) throw invalidKeys('it has no address')
  const stored = storedSecrets(keys)
  if (fileKey === undefined) return { spendPublic, viewPublic, createdAt: createdAtOf(account), secrets: stored }
  const secrets = await cryptSecrets(fileKey, blobAt(keys, 'm_encryption_iv', NONCE_BYTES), stored)
  wipe(stored)
  return { spendPublic, viewPublic, createdAt: createdAtOf(account), secrets }
}

const createdAtOf = ({ m_creation_timestamp: createdAt }: PortableSection): bigint =>
  typeof createdAt === 'bigint' ? createdAt : 0n

/**
 * Reads the account of a file.
 * @throws KeysFileError
 *
 * @example
 * readAccount(new Uint8Array(), new Uint8Array(32), { areEncrypted: true, multisig: undefined }) // throws KeysFileError
 */
export const readAccount = async (
  keyData: Uint8Array,
  fileKey: Uint8Array,
  { areEncrypted, multisig }: AccountSettings,
): Promise<KeysFileAccount> => {
  const { secrets, ...account } = await openAccount(keyData, areEncrypted ? fileKey : undefined)
  try {
    const { spendPublic, viewPublic } = account
    const separate = splitRows(secrets, KEY_BYTES).map((secret) => secret.slice())
    const [spend = NO_KEY, view = NO_KEY] = separate
    const own =
      multisig === undefined
        ? ownSecrets(spend, view, spendPublic, viewPublic)
        : participantSecrets(separate, multisig, viewPublic)
    return { ...own, ...account }
  } finally {
    wipe(secrets)
  }
}

/** Encrypts and writes the parts of an account; wipes the secrets: spend, view, and shares. */
const sealAccount = async (
  { spendPublic, viewPublic, createdAt }: PublicAccount,
  plain: Uint8Array,
  fileKey: Uint8Array,
  random: Random,
): Promise<Uint8Array> => {
  const nonce = randomBytes(random, NONCE_BYTES)
  const secrets = await cryptSecrets(fileKey, nonce, plain).finally(() => wipe(plain))
  return writePortable({
    m_creation_timestamp: asU64(createdAt),
    m_keys: asSection({
      m_account_address: asSection({
        m_spend_public_key: asBlob(spendPublic),
        m_view_public_key: asBlob(viewPublic),
      }),
      m_encryption_iv: asBlob(nonce),
      m_spend_secret_key: asBlob(secrets.subarray(0, KEY_BYTES)),
      m_view_secret_key: asBlob(secrets.subarray(KEY_BYTES, 2 * KEY_BYTES)),
      ...(secrets.length === 2 * KEY_BYTES ? {} : { m_multisig_keys: asBlob(secrets.subarray(2 * KEY_BYTES)) }),
    }),
  })
}

/**
 * Writes the account of a file.
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * const account = { ...generateKeys(Uint8Array.of(5, ...new Uint8Array(31))), createdAt: 7n }
 * const key = new Uint8Array(32)
 * const bytes = await writeAccount(account, key, (length) => new Uint8Array(length).fill(3))
 * (await readAccount(bytes, key, { areEncrypted: true, multisig: undefined })).createdAt // 7n
 */
export const writeAccount = async (
  account: KeysFileAccount,
  fileKey: Uint8Array,
  random: Random,
): Promise<Uint8Array> => {
  const { signerSecret, shares = [] } = account.multisig ?? {}
  const plain = concat(account.spendSecret ?? signerSecret ?? NO_KEY, account.viewSecret, ...shares)
  return await sealAccount(account, plain, fileKey, random)
}

/**
 * Encrypts the secrets of an account of a file with another key.
 * @param keys `old`: undefined if the secrets are not encrypted by themselves
 * @throws KeysFileError
 *
 * @example
 * reencryptAccount(new Uint8Array(), { old: undefined, new: new Uint8Array(32) }, (length) => new Uint8Array(length)) // throws KeysFileError
 */
export const reencryptAccount = async (
  keyData: Uint8Array,
  keys: { readonly old: Uint8Array | undefined; readonly new: Uint8Array },
  random: Random,
): Promise<Uint8Array> => {
  const { secrets, ...account } = await openAccount(keyData, keys.old)
  return await sealAccount(account, secrets, keys.new, random)
}
