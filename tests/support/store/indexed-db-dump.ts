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

/** Makes a database of a dump; `version` replaces that of the dump. */
export const loadIndexedDb = async (dump: IndexedDbDump, version = dump.version): Promise<void> => {
  const request = indexedDB.open(dump.name, version)
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore('records')
    for (const [key, value] of dump.records)
      store.put(typeof value === 'number' ? value : Uint8Array.from(Buffer.from(value, 'base64')), [...key])
  }
  ;(await finished(request)).close()
}
