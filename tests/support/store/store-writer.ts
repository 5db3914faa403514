// Commits to a SQLite store until it is killed; every record contains the number of its commit.
// Usage: store-writer.ts <path> <strict|relaxed>. Prints the number of each finished commit.
import { writeSync } from 'node:fs'
import { encodeCbor } from '../../../src/bytes/cbor.ts'
import { openSqliteStore } from '../../../src/store/sqliteStore.ts'

/** Number of records that every commit replaces. */
export const RECORDS_PER_COMMIT = 40

const [path, durability] = process.argv.slice(2)

if (path !== undefined && (durability === 'strict' || durability === 'relaxed')) {
  const store = openSqliteStore(path)
  for (let commit = 1; ; commit++) {
    // Padding, so that a commit takes several pages of the file.
    const value = encodeCbor({ commit, weight: new Uint8Array(500).fill(commit) })
    const changes = Array.from({ length: RECORDS_PER_COMMIT }, (_, n) => ({ table: `t${n % 3}`, key: `${n}`, value }))
    await store.commit(changes, durability)
    writeSync(1, `${commit}\n`)
  }
}
