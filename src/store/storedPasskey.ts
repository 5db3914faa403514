// The record of a passkey, which is read before the wallet is unlocked: without cryptography, so that the unlock screen needs little code.

import { CborError, type CborValue, decodeCbor } from '../bytes/cbor.ts'
import { TamperedRecordError } from './errors.ts'
import type { Passkey } from './passkeyCredential.ts'
import type { Store } from './store.ts'

export const FORMAT = 1
export const PASSKEYS_TABLE = 'passkeys'

export type StoredPasskey = Passkey & { readonly sealedKey: Uint8Array }

/**
 * Parses the record of a passkey.
 * @throws TamperedRecordError
 */
export const parsePasskey = (bytes: Uint8Array): StoredPasskey => {
  const damaged = (): TamperedRecordError =>
    new TamperedRecordError(
      'the passkey of the wallet is damaged: unlock it with its password, and set up a new passkey',
    )
  let record: CborValue
  try {
    record = decodeCbor(bytes)
  } catch (error) {
    if (error instanceof CborError) throw damaged()
    throw error
  }
  if (typeof record !== 'object' || record === null || !('sealedKey' in record)) throw damaged()
  const { format, credentialId, salt, sealedKey } = record
  if (format !== FORMAT || !(credentialId instanceof Uint8Array)) throw damaged()
  if (!(salt instanceof Uint8Array) || !(sealedKey instanceof Uint8Array)) throw damaged()
  return { credentialId, salt, sealedKey }
}

/**
 * Returns the passkey of a wallet; undefined if it has none.
 * @throws TamperedRecordError
 */
export const findPasskey = async (store: Store, walletId: string): Promise<Passkey | undefined> => {
  const bytes = await store.get(PASSKEYS_TABLE, walletId)
  if (bytes === undefined) return undefined
  const { credentialId, salt } = parsePasskey(bytes)
  return { credentialId, salt }
}
