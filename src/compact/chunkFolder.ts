// Where the files of a compact chain are: a folder on a disk, or memory.

/** The files of a compact chain by their name, such as `chunks/….bin`. */
export type ChunkFolder = {
  /** Returns the content of a file; undefined if there is none. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Writes a file, which is there whole once this resolves, or not at all after an interruption. */
  write(name: string, content: Uint8Array): Promise<void>
  /** Removes a file if it is there. */
  remove(name: string): Promise<void>
}

/** Creates a folder in memory. */
export const createMemoryFolder = (): ChunkFolder => {
  const files = new Map<string, Uint8Array>()
  return {
    read: async (name) => files.get(name),
    write: async (name, content) => void files.set(name, content),
    remove: async (name) => void files.delete(name),
  }
}
