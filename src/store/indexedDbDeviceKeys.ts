// Device keys in a browser: HMAC keys of Web Crypto that scripts can use but not read, in an IndexedDB database of their own.

import { type IDBPDatabase, openDB } from 'idb'
import type { DeviceKeys } from './deviceKeys.ts'

const DATABASE = 'faba-device-keys'
const KEYS = 'keys'
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256', length: 256 } as const

const computeWith = async (key: CryptoKey, input: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', key, new Uint8Array(input)))

/** Returns the device keys of this origin. The database opens with the first use. */
export const openDeviceKeys = (): DeviceKeys => {
  let opening: Promise<IDBPDatabase> | undefined
  const database = (): Promise<IDBPDatabase> => {
    opening ??= openDB(DATABASE, 1, {
      upgrade: (created) => {
        created.createObjectStore(KEYS)
      },
      // The data of the site were cleared, or a page deletes the database: the next use opens it again.
      terminated: () => {
        opening = undefined
      },
      blocking: (_current, _next, event) => {
        opening = undefined
        // The event's target is the connection that blocks the deletion.
        ;(event.target as IDBDatabase).close()
      },
    }).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    create: async (name, input) => {
      const key = await crypto.subtle.generateKey(ALGORITHM, false, ['sign'])
      await (await database()).put(KEYS, key, name)
      return await computeWith(key, input)
    },
    compute: async (name, input) => {
      // Only `create` writes here.
      const key: CryptoKey | undefined = await (await database()).get(KEYS, name)
      return key === undefined ? undefined : await computeWith(key, input)
    },
    remove: async (name) => {
      await (await database()).delete(KEYS, name)
    },
  }
}
