// Passkeys open the vault of their wallet, and nothing else does with their secrets.
import { beforeEach, expect, it } from 'vitest'
import { MIN_PASSWORD_PARAMETERS } from '../../../src/crypto/ciphers/passwordKey.ts'
import { PasskeyMissingError, TamperedRecordError, WrongPasskeyError } from '../../../src/store/errors.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { openVaultKeyByPasskey, storePasskey } from '../../../src/store/passkey.ts'
import type { Store } from '../../../src/store/store.ts'
import { findPasskey } from '../../../src/store/storedPasskey.ts'
import { removeVault } from '../../../src/store/vault.ts'
import { createVaultKey } from '../../../src/store/vaultKey.ts'
import { seededRandom } from '../../support/random.ts'
import { changePassword } from '../../support/store/change-password.ts'

const options = {
  random: seededRandom(3),
  parameters: MIN_PASSWORD_PARAMETERS,
  minParameters: MIN_PASSWORD_PARAMETERS,
}
const secret = new Uint8Array(32).fill(5)
const passkey = { credentialId: Uint8Array.of(1, 2, 3), salt: new Uint8Array(32).fill(9) }

let store: Store
let vaultKey: Uint8Array

beforeEach(async () => {
  store = openMemoryStore()
  vaultKey = await createVaultKey(store, 'ann', 'password', options)
  await storePasskey(store, 'ann', vaultKey, { ...passkey, secret }, options.random)
})

it('opens the vault until the password changes', async () => {
  expect(await findPasskey(store, 'ann')).toEqual(passkey)
  expect(await openVaultKeyByPasskey(store, 'ann', secret)).toEqual(vaultKey)
  await changePassword(store, 'ann', { old: 'password', new: 'other' }, options)
  expect(await findPasskey(store, 'ann')).toBeUndefined()
  await expect(openVaultKeyByPasskey(store, 'ann', secret)).rejects.toThrow(PasskeyMissingError)
})

it('opens nothing with another secret, for another wallet, or without a passkey', async () => {
  await expect(openVaultKeyByPasskey(store, 'ann', secret.with(0, 1))).rejects.toThrow(WrongPasskeyError)
  await expect(openVaultKeyByPasskey(store, 'ben', secret)).rejects.toThrow(PasskeyMissingError)
  const moved = await store.get('passkeys', 'ann')
  await store.commit([{ table: 'passkeys', key: 'ben', value: moved ?? new Uint8Array() }], 'strict')
  await expect(openVaultKeyByPasskey(store, 'ben', secret)).rejects.toThrow(WrongPasskeyError)
})

it('reports a damaged record', async () => {
  await store.commit([{ table: 'passkeys', key: 'ann', value: Uint8Array.of(1) }], 'strict')
  await expect(findPasskey(store, 'ann')).rejects.toThrow(TamperedRecordError)
})

it('is removed with the vault', async () => {
  await removeVault(store, 'ann')
  expect(await findPasskey(store, 'ann')).toBeUndefined()
})
