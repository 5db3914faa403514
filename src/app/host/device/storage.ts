// The browser's storage of this page: how much it holds, and whether the browser may delete it when the disk is full.

export type StorageState = {
  /** the browser deletes it only at the user's request */
  readonly isPersistent: boolean
  /** bytes */
  readonly used: number
  /** bytes; 0 if unknown */
  readonly quota: number
}

/** The storage manager; undefined in browsers that have none. */
const storage = (): StorageManager | undefined => navigator.storage as StorageManager | undefined

/** Returns the state of the storage; undefined if the browser does not report it. */
export const readStorageState = async (): Promise<StorageState | undefined> => {
  const manager = storage()
  if (manager === undefined) return undefined
  const [{ usage = 0, quota = 0 }, isPersistent] = await Promise.all([manager.estimate(), manager.persisted()])
  return { isPersistent, used: usage, quota }
}

/** Asks the browser to keep the storage, unless it does. */
export const keepStorageIfNeeded = async (): Promise<void> => {
  if ((await storage()?.persisted()) === false) await keepStorage()
}

/** Asks the browser to keep the storage; resolves whether it does. Some browsers ask the user, others decide by how the page is used. */
export const keepStorage = async (): Promise<boolean> => (await storage()?.persist()) ?? false
