// The content of an IndexedDB database as JSON, read and written by the browser's own interface.

/** `records`: key, and a value in base64 or a number. */
export type IndexedDbDump = {
  readonly name: string
  readonly version: number
  readonly records: readonly (readonly [key: readonly [string, string], value: string | number])[]
}

const finished = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Returns the version of a database and the records of its object store. */
export const dumpIndexedDb = async (name: string): Promise<IndexedDbDump> => {
  const database = await finished(indexedDB.open(name))
  const store = database.transaction('records').objectStore('records')
  const [keys, values] = await Promise.all([finished(store.getAllKeys()), finished(store.getAll())])
  const { version } = database
  database.close()
  const records = keys.map((key, i) => {
    const value: unknown = values[i]
    // All keys are pairs of strings.
    const pair = key as [string, string]
    if (typeof value === 'number') return [pair, value] as const
    if (value instanceof Uint8Array) return [pair, Buffer.from(value).toString('base64')] as const
    throw new TypeError('a value is neither bytes nor a number')
  })
  return { name, version, records }
}

/** Makes a database of a dump. It refers to nothing outside of itself: a page can run it. */
export const loadIndexedDb = ({ name, version, records }: IndexedDbDump): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore('records')
      const bytesOf = (text: string): Uint8Array => Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))
      for (const [key, value] of records) store.put(typeof value === 'number' ? value : bytesOf(value), [...key])
    }
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
    request.onerror = () => reject(request.error)
  })
