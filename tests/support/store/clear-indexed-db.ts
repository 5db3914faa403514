// Clears the IndexedDB database of the page in the ways of browsers, users and scripts, in fake-indexeddb.
import { type IDBDatabase as FDBDatabase, forceCloseDatabase } from 'fake-indexeddb'
import { vi } from 'vitest'

const DATABASE = 'faba'

const settled = (request: IDBRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })

/** Deletes the database, as any page of the origin can. */
export const deleteDatabase = (): Promise<void> => settled(indexedDB.deleteDatabase(DATABASE))

/** Removes all records by another connection. */
export const clearRecords = async (): Promise<void> => {
  const opening = indexedDB.open(DATABASE)
  await settled(opening)
  const transaction = opening.result.transaction('records', 'readwrite')
  transaction.objectStore('records').clear()
  await new Promise<void>((resolve) => {
    transaction.oncomplete = () => resolve()
  })
  opening.result.close()
}

const connections = new Set<IDBDatabase>()

/** Learns all connections that work from now on; returns what ends that. */
export const trackConnections = (): (() => void) => {
  connections.clear()
  const { transaction } = IDBDatabase.prototype
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args: Parameters<typeof transaction>
  ) {
    connections.add(this)
    return transaction.apply(this, args)
  })
  return () => spy.mockRestore()
}

/** Closes all connections as a browser does that clears the data of a site, or whose storage process ended. */
export const closeConnections = (): void => {
  // The declared type is that of the class, where a connection is expected.
  for (const connection of connections) forceCloseDatabase(connection as unknown as typeof FDBDatabase)
  connections.clear()
}

/** Lets every write fail for lack of space; returns what ends that. */
export const failPuts = (): (() => void) => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no space', 'QuotaExceededError')
  })
  return () => put.mockRestore()
}
