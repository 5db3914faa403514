// Addresses: a prefix for network and kind, the public spend and view key, a payment id in integrated addresses, and a checksum, in base58.

import { Base58Error, decodeBase58, encodeBase58 } from '../../bytes/base58.ts'
import { concat, equalBytes } from '../../bytes/bytes.ts'
import { FormatError, Reader, varintBytes } from '../../bytes/cursor.ts'
import { decodePoints, encodePoints, isPoint } from '../../crypto/curve/point.ts'
import { multiplyAllBySecret } from '../../crypto/curve/scalarMultiplication.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { multiplyKey, subaddressSpendKey, subaddressSpendKeys, type WalletKeys } from '../../crypto/keys/keys.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { AddressKind, Network } from '../networks/network.ts'
import { networks } from '../networks/networks.ts'

/** A text is not an address of the network. The message states the reason. `network`: id of the known network that it belongs to instead. */
export class AddressError extends FabaError<{ readonly network?: string }> {
  override readonly name = 'AddressError'
  readonly code = 'address'
}

export type Address = {
  readonly kind: AddressKind
  /** 32 bytes */
  readonly spendKey: Uint8Array
  /** 32 bytes */
  readonly viewKey: Uint8Array
  /** 8 bytes; integrated addresses only */
  readonly paymentId: Uint8Array | undefined
}

const KEY = 32
const PAYMENT_ID = 8
const CHECKSUM = 4
const KINDS: readonly AddressKind[] = ['standard', 'integrated', 'subaddress']

const checksumOf = (payload: Uint8Array): Uint8Array => keccak256(payload).subarray(0, CHECKSUM)

/**
 * Formats an address (oxen-core: get_account_address_as_str).
 * @throws AddressError if there is a payment id and the kind is not integrated, or the reverse
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * const network = networkById('oxen-mainnet')
 * const text = 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz'
 * formatAddress(network, parseAddress(network, text)) // text
 */
export const formatAddress = (network: Network, { kind, spendKey, viewKey, paymentId }: Address): string => {
  if ((kind === 'integrated') !== (paymentId?.length === PAYMENT_ID))
    throw new AddressError('an integrated address has a payment id of 8 bytes, other addresses have none')
  const payload = concat(varintBytes(network.addressPrefixes[kind]), spendKey, viewKey, paymentId ?? new Uint8Array())
  return encodeBase58(concat(payload, checksumOf(payload)))
}

const kindOf = ({ addressPrefixes }: Network, prefix: number): AddressKind | undefined =>
  KINDS.find((kind) => addressPrefixes[kind] === prefix)

/** Decodes base58 and verifies the checksum; returns the payload. */
const decodePayload = (text: string): Uint8Array => {
  let bytes: Uint8Array
  try {
    bytes = decodeBase58(text)
  } catch (error) {
    if (error instanceof Base58Error)
      throw new AddressError(`this is not an address: ${error.message}`, { cause: error })
    throw error
  }
  if (bytes.length <= CHECKSUM) throw new AddressError('this is too short for an address')
  const payload = bytes.subarray(0, -CHECKSUM)
  if (!equalBytes(bytes.subarray(-CHECKSUM), checksumOf(payload)))
    throw new AddressError('the checksum of this address is wrong: a character is missing, added or mistyped')
  return payload
}

const readPrefix = (reader: Reader): number => {
  try {
    return reader.varint()
  } catch (error) {
    if (error instanceof FormatError)
      throw new AddressError('this address begins with an invalid prefix', { cause: error })
    throw error
  }
}

const foreignPrefixError = (network: Network, prefix: number): AddressError => {
  const owner = networks.find((other) => kindOf(other, prefix) !== undefined)
  return new AddressError(
    owner === undefined
      ? `this address (prefix ${prefix}) belongs to an unknown network, not to ${network.name}`
      : `this address belongs to ${owner.name}, not to ${network.name}`,
    { details: owner === undefined ? {} : { network: owner.id } },
  )
}

/**
 * Parses an address of a network and verifies its checksum and keys (oxen-core: get_account_address_from_str).
 * @throws AddressError if the text is not an address, belongs to another network, or contains a key that is not a curve point
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * const text = 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz'
 * parseAddress(networkById('oxen-mainnet'), text).kind // 'standard'
 * parseAddress(networkById('oxen-testnet'), text) // throws AddressError
 */
export const parseAddress = (network: Network, text: string): Address => {
  const reader = new Reader(decodePayload(text))
  const prefix = readPrefix(reader)
  const kind = kindOf(network, prefix)
  if (kind === undefined) throw foreignPrefixError(network, prefix)
  const expected = 2 * KEY + (kind === 'integrated' ? PAYMENT_ID : 0)
  if (reader.remaining !== expected)
    throw new AddressError(`an address of this kind has ${expected} bytes, this one has ${reader.remaining}`)
  const spendKey = reader.bytes(KEY)
  const viewKey = reader.bytes(KEY)
  if (!isPoint(spendKey) || !isPoint(viewKey))
    throw new AddressError('this address contains a key that is not a point of the curve')
  return { kind, spendKey, viewKey, paymentId: kind === 'integrated' ? reader.bytes(PAYMENT_ID) : undefined }
}

/**
 * Returns how the addresses of a network look: their first characters, and the number of characters of most.
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * addressForm(networkById('oxen-mainnet')) // { beginnings: ['L'], length: 95 }
 * addressForm(networkById('monero-mainnet')) // { beginnings: ['4', '8'], length: 95 }
 */
export const addressForm = (network: Network): { readonly beginnings: readonly string[]; readonly length: number } => {
  const samples = (['standard', 'subaddress'] as const).flatMap((kind) =>
    [0, 255].map((byte) => {
      const key = new Uint8Array(KEY).fill(byte)
      return formatAddress(network, { kind, spendKey: key, viewKey: key, paymentId: undefined })
    }),
  )
  return {
    beginnings: [...new Set(samples.map((sample) => sample.slice(0, 1)))],
    length: Math.min(...samples.map(({ length }) => length)),
  }
}

/**
 * Returns the first of several networks for which a text is an address, and the parsed address; undefined if there is none.
 *
 * @example
 * import { networks } from '../networks/networks.ts'
 * const text = 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz'
 * findAddressNetwork(networks, text)?.network.id // 'oxen-mainnet'
 * findAddressNetwork(networks, 'donate.example.org') // undefined
 */
export const findAddressNetwork = (
  candidates: readonly Network[],
  text: string,
): { readonly network: Network; readonly address: Address } | undefined => {
  for (const network of candidates)
    try {
      return { network, address: parseAddress(network, text) }
    } catch (error) {
      // The text may be an address of the next network.
      if (!(error instanceof AddressError)) throw error
    }
  return undefined
}

/** The keys from which the addresses of a wallet derive; watch-only wallets have them as well. */
export type AddressKeys = Pick<WalletKeys, 'spendPublic' | 'viewSecret' | 'viewPublic'>

/**
 * Returns address `minor` of account `major`: the primary address for (0, 0), a subaddress otherwise (oxen-core:
 * device_default::get_subaddress).
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * const keys = generateKeys(new Uint8Array(32).fill(1))
 * subaddressAt(keys, 0, 0).kind // 'standard'
 * subaddressAt(keys, 0, 1).kind // 'subaddress'
 */
export const subaddressAt = (
  { spendPublic, viewSecret, viewPublic }: AddressKeys,
  major: number,
  minor: number,
): Address => {
  if (major === 0 && minor === 0)
    return { kind: 'standard', spendKey: spendPublic, viewKey: viewPublic, paymentId: undefined }
  const spendKey = subaddressSpendKey(viewSecret, spendPublic, major, minor)
  return { kind: 'subaddress', spendKey, viewKey: multiplyKey(spendKey, viewSecret), paymentId: undefined }
}

/**
 * Returns `count` consecutive addresses of an account, equal to those of `subaddressAt`: many together take less than half the time.
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * const keys = generateKeys(new Uint8Array(32).fill(1))
 * subaddressesAt(keys, 0, 0, 2) // [subaddressAt(keys, 0, 0), subaddressAt(keys, 0, 1)]
 */
export const subaddressesAt = (keys: AddressKeys, major: number, minorStart: number, count: number): Address[] => {
  const { viewSecret, spendPublic } = keys
  const rows = subaddressSpendKeys(viewSecret, spendPublic, major, minorStart, count)
  const spendKeys = Array.from({ length: count }, (_, i) => rows.slice(32 * i, 32 * i + 32))
  const viewKeys = encodePoints(multiplyAllBySecret(decodePoints(spendKeys), viewSecret))
  return spendKeys.map((spendKey, i) => {
    const viewKey = viewKeys[i]
    // The primary address is a standard one, with the wallet's own view key.
    if (viewKey === undefined || (major === 0 && minorStart + i === 0)) return subaddressAt(keys, major, minorStart + i)
    return { kind: 'subaddress', spendKey, viewKey, paymentId: undefined }
  })
}

/**
 * Returns the integrated address of a standard address and a payment id.
 * @param paymentId 8 bytes
 * @throws AddressError if the address is not a standard one
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * const address = subaddressAt(generateKeys(new Uint8Array(32).fill(1)), 0, 0)
 * toIntegratedAddress(address, new Uint8Array(8)).kind // 'integrated'
 */
export const toIntegratedAddress = (address: Address, paymentId: Uint8Array): Address => {
  if (address.kind !== 'standard')
    throw new AddressError(`a payment id needs a standard address; this one is of kind ${address.kind}`)
  return { ...address, kind: 'integrated', paymentId }
}

/**
 * Returns an integrated address without its payment id; other addresses unchanged.
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * const address = subaddressAt(generateKeys(new Uint8Array(32).fill(1)), 0, 0)
 * toStandardAddress(toIntegratedAddress(address, new Uint8Array(8))) // address
 */
export const toStandardAddress = (address: Address): Address =>
  address.kind === 'integrated' ? { ...address, kind: 'standard', paymentId: undefined } : address
