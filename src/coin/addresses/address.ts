// Addresses: a prefix that tells network and kind, the spend and view key, for integrated ones a payment id, and a checksum.

import { Base58Error, decodeBase58, encodeBase58 } from '../../bytes/base58.ts'
import { concat, equalBytes } from '../../bytes/bytes.ts'
import { FormatError, Reader, varintBytes } from '../../bytes/cursor.ts'
import { isPoint } from '../../crypto/curve/point.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { multiplyKey, subaddressSpendKey, type WalletKeys } from '../../crypto/keys/keys.ts'
import { type AddressKind, type Network, networks } from '../networks/network.ts'

/** A text that is no address of the network; the message says why, for a person. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

export type Address = {
  readonly kind: AddressKind
  readonly spendKey: Uint8Array
  readonly viewKey: Uint8Array
  /** 8 bytes, of integrated addresses only */
  readonly paymentId: Uint8Array | undefined
}

const KEY = 32
const PAYMENT_ID = 8
const CHECKSUM = 4
const KINDS: readonly AddressKind[] = ['standard', 'integrated', 'subaddress']

const checksumOf = (payload: Uint8Array): Uint8Array => keccak256(payload).subarray(0, CHECKSUM)

/** Text of an address. */
export const formatAddress = (network: Network, { kind, spendKey, viewKey, paymentId }: Address): string => {
  if ((kind === 'integrated') !== (paymentId?.length === PAYMENT_ID))
    throw new AddressError('an integrated address has a payment id of 8 bytes, and no other address has one')
  const payload = concat(varintBytes(network.addressPrefixes[kind]), spendKey, viewKey, paymentId ?? new Uint8Array())
  return encodeBase58(concat(payload, checksumOf(payload)))
}

const kindOf = ({ addressPrefixes }: Network, prefix: number): AddressKind | undefined =>
  KINDS.find((kind) => addressPrefixes[kind] === prefix)

/** What the text holds, with the checksum and the base58 proven. */
const decode = (text: string): Uint8Array => {
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

const prefixOf = (reader: Reader): number => {
  try {
    return reader.varint()
  } catch (error) {
    if (error instanceof FormatError)
      throw new AddressError('this begins with a prefix that no network has', { cause: error })
    throw error
  }
}

const foreignPrefix = (network: Network, prefix: number): AddressError => {
  const owner = networks.find((other) => kindOf(other, prefix) !== undefined)
  return new AddressError(
    owner === undefined
      ? `this address (prefix ${prefix}) belongs to no network known here, and not to ${network.name}`
      : `this address belongs to ${owner.name}, not to ${network.name}`,
  )
}

/**
 * The address that a text spells.
 * @throws AddressError for anything but an address of this network with both keys on the curve
 */
export const parseAddress = (network: Network, text: string): Address => {
  const reader = new Reader(decode(text))
  const prefix = prefixOf(reader)
  const kind = kindOf(network, prefix)
  if (kind === undefined) throw foreignPrefix(network, prefix)
  const expected = 2 * KEY + (kind === 'integrated' ? PAYMENT_ID : 0)
  if (reader.remaining !== expected)
    throw new AddressError(`an address of this kind holds ${expected} bytes, this one ${reader.remaining}`)
  const spendKey = reader.bytes(KEY)
  const viewKey = reader.bytes(KEY)
  if (!isPoint(spendKey) || !isPoint(viewKey))
    throw new AddressError('this address holds keys that do not exist (they are not points of the curve)')
  return { kind, spendKey, viewKey, paymentId: kind === 'integrated' ? reader.bytes(PAYMENT_ID) : undefined }
}

/** The public networks of the coin that a network belongs to, itself included unless it is a regtest. */
export const publicNetworksOf = (network: Network): Network[] =>
  networks.filter((other) => other.familyName === network.familyName && other.netType !== 'fakechain')

/** On which of some networks a text is an address; undefined if on none. */
export const recogniseAddress = (
  candidates: readonly Network[],
  text: string,
): { readonly network: Network; readonly address: Address } | undefined => {
  for (const network of candidates)
    try {
      return { network, address: parseAddress(network, text) }
    } catch (error) {
      // Not an address there; it may be one on the next.
      if (!(error instanceof AddressError)) throw error
    }
  return undefined
}

/** The keys that addresses are made of; a watch-only wallet has them too. */
export type AddressKeys = Pick<WalletKeys, 'spendPublic' | 'viewSecret' | 'viewPublic'>

/** Address `minor` of account `major`; (0, 0) is the primary address, all others are subaddresses. */
export const addressAt = (
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
 * A standard address with a payment id inside.
 * @param paymentId 8 bytes
 * @throws AddressError for a subaddress or an address that is integrated already
 */
export const integrate = (address: Address, paymentId: Uint8Array): Address => {
  if (address.kind !== 'standard')
    throw new AddressError(`a payment id cannot go into an address that is ${address.kind}`)
  return { ...address, kind: 'integrated', paymentId }
}

/** The standard address of an integrated one; other addresses as they are. */
export const withoutPaymentId = (address: Address): Address =>
  address.kind === 'integrated' ? { ...address, kind: 'standard', paymentId: undefined } : address
