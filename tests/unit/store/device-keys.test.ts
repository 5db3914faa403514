// Keys of the device: they compute a secret, and the program cannot read them.
import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openDeviceKeys } from '../../../src/store/indexedDbDeviceKeys.ts'

const input = new Uint8Array(32).fill(1)

/** Returns the keys that the database has. */
const storedKeys = async (): Promise<readonly CryptoKey[]> => {
  const opening = indexedDB.open('faba-device-keys')
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const reading = database.transaction('keys').objectStore('keys').getAll()
  return await new Promise((resolve) => {
    reading.onsuccess = () => {
      database.close()
      resolve(reading.result)
    }
  })
}

it('computes the same secret from an input until the key is replaced or removed', async () => {
  const keys = openDeviceKeys()
  const secret = await keys.create('ann', input)
  expect(secret).toHaveLength(32)
  // As after a restart of the program.
  const again = openDeviceKeys()
  expect(await again.compute('ann', input)).toEqual(secret)
  expect(await again.compute('ann', input.with(0, 2))).not.toEqual(secret)
  expect(await again.compute('ben', input)).toBeUndefined()
  expect(await keys.create('ann', input)).not.toEqual(secret)
  expect(await again.compute('ann', input)).not.toEqual(secret)
  await keys.remove('ann')
  expect(await again.compute('ann', input)).toBeUndefined()
})

it('stores keys that cannot be exported', async () => {
  await openDeviceKeys().create('ann', input)
  const [key] = await storedKeys()
  expect(key?.extractable).toBe(false)
  if (key === undefined) return
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})
