// The stored form of the account of a multisig wallet. It is part of the record of the wallet's keys, which is sealed.

import type { CborValue } from '../../bytes/cbor.ts'
import type { MultisigAccount } from './multisigAccount.ts'

/** Returns an account as a stored value. */
export const multisigRecord = (account: MultisigAccount): CborValue => ({ ...account })

const isKey = (value: CborValue): value is Uint8Array => value instanceof Uint8Array && value.length === 32

const isKeys = (value: CborValue): value is readonly Uint8Array[] => Array.isArray(value) && value.every(isKey)

const isCount = (value: CborValue): value is number => typeof value === 'number' && Number.isSafeInteger(value)

/** Returns the account of a stored value; undefined if the value is not one. */
export const multisigFromRecord = (record: CborValue): MultisigAccount | undefined => {
  if (typeof record !== 'object' || record === null || !('signerSecret' in record)) return undefined
  const { threshold, total, rounds, isReady, signers, signerSecret } = record
  const { viewSecret, viewPublic, spendPublic, shares, published, message } = record
  if (!isCount(threshold) || !isCount(total) || !isCount(rounds) || typeof isReady !== 'boolean') return undefined
  if (!isKey(signerSecret) || !isKey(viewSecret) || !isKey(viewPublic) || !isKey(spendPublic)) return undefined
  if (!isKeys(signers) || !isKeys(shares) || !isKeys(published) || typeof message !== 'string') return undefined
  return {
    ...{ threshold, total, rounds, isReady, signers, signerSecret },
    ...{ viewSecret, viewPublic, spendPublic, shares, published, message },
  }
}
