// Owners of names: as text, in the message that they sign, and what they sign to change a name (oxen-core: generic_owner).

import { concat, equalBytes } from '../../bytes/bytes.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { blake2b256 } from '../../crypto/hash/blake2b.ts'
import { verifyEd25519 } from '../../crypto/signatures/ed25519.ts'
import { verifyHash } from '../../crypto/signatures/signature.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { AddressError, formatAddress, parseAddress } from '../addresses/address.ts'
import type { Network } from '../networks/network.ts'
import type { NameOwner, NameSystemField } from '../transactions/nameSystem.ts'

/** A text that is neither an address of the network nor an Ed25519 key. The message is that of oxen-core. */
export class NameOwnerError extends FabaError<{ readonly owner: string }> {
  override readonly name = 'NameOwnerError'
  readonly code = 'name-owner'
}

const KEY_DIGITS = 64

/**
 * Parses an owner: 64 hexadecimal digits are an Ed25519 key, other texts an address. Of an integrated address the payment id is ignored.
 * @throws NameOwnerError
 *
 * @example
 * import { oxenRegtest } from '../networks/oxen.ts'
 * parseNameOwner(oxenRegtest, '01'.repeat(32)) // { kind: 'ed25519', key: new Uint8Array(32).fill(1) }
 * parseNameOwner(oxenRegtest, 'an address') // throws NameOwnerError
 */
export const parseNameOwner = (network: Network, text: string): NameOwner => {
  if (text.length === KEY_DIGITS) {
    if (/^[0-9a-f]*$/i.test(text)) return { kind: 'ed25519', key: fromHex(text) }
    throw new NameOwnerError(`ED25519 Key provided could not be parsed owner=${text}`, { details: { owner: text } })
  }
  try {
    const { kind, spendKey, viewKey } = parseAddress(network, text)
    return { kind: 'wallet', spendKey, viewKey, isSubaddress: kind === 'subaddress' }
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    const message = `Wallet address provided could not be parsed owner=${text}`
    throw new NameOwnerError(message, { details: { owner: text }, cause: error })
  }
}

/**
 * Returns an owner as text: an address, or a key in hex.
 *
 * @example
 * import { oxenRegtest } from '../networks/oxen.ts'
 * formatNameOwner(oxenRegtest, { kind: 'ed25519', key: new Uint8Array(32) }) // '00'.repeat(32)
 */
export const formatNameOwner = (network: Network, owner: NameOwner): string =>
  owner.kind === 'ed25519'
    ? toHex(owner.key)
    : formatAddress(network, {
        kind: owner.isSubaddress ? 'subaddress' : 'standard',
        spendKey: owner.spendKey,
        viewKey: owner.viewKey,
        paymentId: undefined,
      })

/** In a signed message, which lacks the flag of subaddresses. */
const ownerBytes = (owner: NameOwner | undefined): Uint8Array => {
  if (owner === undefined) return new Uint8Array()
  return owner.kind === 'wallet'
    ? concat(Uint8Array.of(0), owner.spendKey, owner.viewKey)
    : concat(Uint8Array.of(1), owner.key)
}

/**
 * Returns whether two owners are the same, or both missing.
 *
 * @example
 * isSameNameOwner({ kind: 'ed25519', key: new Uint8Array(32) }, undefined) // false
 */
export const isSameNameOwner = (a: NameOwner | undefined, b: NameOwner | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b
  const flag = (owner: NameOwner): boolean => owner.kind === 'wallet' && owner.isSubaddress
  return equalBytes(ownerBytes(a), ownerBytes(b)) && flag(a) === flag(b)
}

/** What an update changes, and the transaction that it follows. */
export type NameUpdate = Pick<NameSystemField, 'encryptedValue' | 'owner' | 'backupOwner' | 'previousId'>

/**
 * Returns the hash that an owner signs to change a name (32 bytes): of the encrypted value, the owner and the backup owner, as far as they
 * change, and the id of the transaction that changed the name last.
 *
 * @example
 * const nothing = { encryptedValue: undefined, owner: undefined, backupOwner: undefined }
 * nameUpdateHash({ ...nothing, previousId: new Uint8Array(32) }).length // 32
 */
export const nameUpdateHash = ({ encryptedValue, owner, backupOwner, previousId }: NameUpdate): Uint8Array =>
  blake2b256(concat(encryptedValue ?? new Uint8Array(), ownerBytes(owner), ownerBytes(backupOwner), previousId))

/**
 * Returns whether an owner signed a change.
 * @param signature 64 bytes: of the spend key of a wallet's address, or of an Ed25519 key
 *
 * @example
 * const nothing = { encryptedValue: undefined, owner: undefined, backupOwner: undefined }
 * const owner = { kind: 'ed25519', key: new Uint8Array(32).fill(2) }
 * isNameUpdateSignedBy({ ...nothing, previousId: new Uint8Array(32) }, owner, new Uint8Array(64)) // false
 */
export const isNameUpdateSignedBy = (update: NameUpdate, owner: NameOwner, signature: Uint8Array): boolean => {
  const hash = nameUpdateHash(update)
  return owner.kind === 'wallet'
    ? verifyHash(hash, owner.spendKey, signature)
    : verifyEd25519(signature, hash, owner.key)
}
