// The chain of a development node in one SQLite file. The changes of a block are one SQL transaction: a killed process leaves a
// consistent chain.

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'
import { decodeDumpWithoutBlocks, encodeDumpWithoutBlocks, type StoredNode } from '../../devnet/node/nodeDump.ts'
import { BLOCK_METADATA_VERSION } from '../../devnet/records/blockMetadata.ts'
import { type BlockRow, type StoredBlock, upgradeBlockMetadata } from '../../devnet/records/storedBlock.ts'
import { type ChainRules, chainIdentity, describeIdentityMismatch } from '../../devnet/rules/chainRules.ts'
import type { PoolEntry } from '../../devnet/txpool/poolEntry.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { describeSqliteError } from '../../store/sqliteErrors.ts'

/** The chain cannot be opened or written. The message names the file and the remedy. */
export class ChainStoreError extends FabaError {
  override readonly name = 'ChainStoreError'
  readonly code = 'chain-store'
}

/** The SQL from each version of the schema to the next. Released entries never change; new ones are appended. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE blocks (height INTEGER PRIMARY KEY, blob BLOB NOT NULL, facts BLOB NOT NULL);
   CREATE TABLE transactions (height INTEGER NOT NULL, position INTEGER NOT NULL, blob BLOB NOT NULL,
     PRIMARY KEY (height, position)) WITHOUT ROWID;
   CREATE TABLE pool (txid TEXT PRIMARY KEY, entry BLOB NOT NULL) WITHOUT ROWID;
   CREATE TABLE marks (height INTEGER PRIMARY KEY, value BLOB NOT NULL);
   CREATE TABLE beside (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID`,
  'ALTER TABLE blocks ADD COLUMN form INTEGER NOT NULL DEFAULT 1',
]

const TABLES = ['blocks', 'transactions', 'pool', 'marks', 'beside'] as const

/** Names of rows in the table `beside`: the identity of the rules, and the state without blocks and pool. */
const IDENTITY_ROW = 'chain'
const STATE_ROW = 'rest'
/** Number of blocks between two snapshots of the chain state (`marks`), and maximum number of snapshots. */
const SNAPSHOT_INTERVAL = 100
const MAX_SNAPSHOTS = 10
/** Height of the first stored block: the genesis block is not stored. */
const FIRST_STORED_HEIGHT = 1

const toStoreError = (error: unknown, path: string): unknown => {
  const described = describeSqliteError(error, path)
  switch (described?.fault) {
    case undefined:
      return error
    case 'locked':
      return new ChainStoreError(`another process uses ${path}: stop it, or choose another folder`, { cause: error })
    case 'full':
      return new ChainStoreError(`the disk of ${path} is full`, { cause: error })
    case 'unusable':
      return new ChainStoreError(`${path} cannot be used: ${described?.reason}`, { cause: error })
  }
}

const requireBytes = (value: unknown): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw new ChainStoreError('a value in the chain file is not a byte array')
  return value
}

const isSameOptional = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && Buffer.compare(a, b) === 0

const migrate = (database: DatabaseSync, path: string): void => {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > MIGRATIONS.length)
    throw new ChainStoreError(
      `${path} has the schema version ${version}, this program supports versions up to ${MIGRATIONS.length}`,
    )
  for (const step of MIGRATIONS.slice(version)) database.exec(step)
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
}

const openDatabase = (path: string): DatabaseSync => {
  mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // With the write-ahead log, commits survive the end of the process; a crash of the machine may lose the last ones.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    database.exec('BEGIN IMMEDIATE')
    migrate(database, path)
    database.exec('COMMIT')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const prepareStatements = (database: DatabaseSync) => ({
  blocks: database.prepare('SELECT height, blob, facts FROM blocks ORDER BY height'),
  transactions: database.prepare('SELECT height, blob FROM transactions ORDER BY height, position'),
  pool: database.prepare('SELECT entry FROM pool'),
  marks: database.prepare('SELECT value FROM marks ORDER BY height DESC'),
  putMark: database.prepare('INSERT OR REPLACE INTO marks VALUES (?, ?)'),
  dropMarks: database.prepare('DELETE FROM marks WHERE height >= ? OR height < ?'),
  get: database.prepare('SELECT value FROM beside WHERE name = ?'),
  put: database.prepare('INSERT INTO beside VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value'),
  addBlock: database.prepare(`INSERT INTO blocks VALUES (?, ?, ?, ${BLOCK_METADATA_VERSION})`),
  countOutdated: database.prepare(`SELECT count(*) AS count FROM blocks WHERE form < ${BLOCK_METADATA_VERSION}`),
  updateMetadata: database.prepare(`UPDATE blocks SET facts = ?, form = ${BLOCK_METADATA_VERSION} WHERE height = ?`),
  addTransaction: database.prepare('INSERT INTO transactions VALUES (?, ?, ?)'),
  dropBlocks: database.prepare('DELETE FROM blocks WHERE height >= ?'),
  dropTransactions: database.prepare('DELETE FROM transactions WHERE height >= ?'),
  putEntry: database.prepare('INSERT INTO pool VALUES (?, ?) ON CONFLICT (txid) DO UPDATE SET entry = excluded.entry'),
  dropPool: database.prepare('DELETE FROM pool'),
  dropEntry: database.prepare('DELETE FROM pool WHERE txid = ?'),
})

/** Reads the blocks with their transactions. */
const readRows = ({ blocks, transactions }: ReturnType<typeof prepareStatements>): BlockRow[] => {
  const transactionsByHeight = new Map<number, Uint8Array[]>()
  for (const { height, blob } of transactions.all()) {
    const ofBlock = transactionsByHeight.get(Number(height))
    if (ofBlock === undefined) transactionsByHeight.set(Number(height), [requireBytes(blob)])
    else ofBlock.push(requireBytes(blob))
  }
  const none: readonly Uint8Array[] = []
  return blocks.all().map(({ height, blob, facts }) => ({
    height: Number(height),
    blob: requireBytes(blob),
    facts: requireBytes(facts),
    transactions: transactionsByHeight.get(Number(height)) ?? none,
  }))
}

/** The chain of a development node in a file. */
export class ChainStore {
  readonly #path: string
  readonly #database: DatabaseSync
  readonly #sql: ReturnType<typeof prepareStatements>
  /** the stored blocks and pool entries, compared by identity: a node never mutates them */
  readonly #blocks: StoredBlock[] = []
  readonly #pool = new Map<string, PoolEntry>()
  #state: Uint8Array | undefined
  /** whether the reason of failing writes has been printed */
  #hasReported = false
  /** height of the last snapshot that this process wrote */
  #snapshotHeight: number | undefined

  /**
   * Opens or creates the file, exclusively for this process.
   * @throws ChainStoreError
   */
  constructor(path: string) {
    this.#path = path
    try {
      this.#database = openDatabase(path)
      this.#sql = prepareStatements(this.#database)
    } catch (error) {
      throw toStoreError(error, path)
    }
  }

  /** Whether the file contains no chain. */
  get isEmpty(): boolean {
    return this.#attempt(() => this.#sql.get.get(IDENTITY_ROW) === undefined)
  }

  /**
   * Deletes the chain, before it is read.
   * @throws ChainStoreError
   */
  clear(): void {
    this.#inTransaction(() => {
      for (const table of TABLES) this.#database.exec(`DELETE FROM ${table}`)
    })
  }

  /** Runs SQL; converts errors of SQLite. @throws ChainStoreError */
  #attempt<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw toStoreError(error, this.#path)
    }
  }

  /**
   * Reads the chain; undefined if the file contains none.
   * @throws ChainStoreError if the chain has other rules, or the file is damaged
   */
  read(rules: ChainRules): StoredNode | undefined {
    return this.#attempt(() => this.#read(rules))
  }

  #read(rules: ChainRules): StoredNode | undefined {
    const { get, pool, marks } = this.#sql
    const identity = get.get(IDENTITY_ROW)?.['value']
    if (identity === undefined) return undefined
    const [stored, requested] = [Buffer.from(requireBytes(identity)).toString(), chainIdentity(rules)]
    if (stored !== requested)
      throw new ChainStoreError(
        `${this.#path} contains a chain with other rules: ${describeIdentityMismatch(stored, requested)}; give the flags with which the chain was created, choose another folder, or begin a new chain with --fresh`,
      )
    this.#upgradeMetadata(rules.network)
    const rest = get.get(STATE_ROW)?.['value']
    const beside = rest === undefined ? { pool: [] } : decodeDumpWithoutBlocks(requireBytes(rest))
    const entries = pool.all().flatMap(({ entry }) => decodeDumpWithoutBlocks(requireBytes(entry)).pool)
    const written = marks.all().map(({ value }) => decodeCbor(requireBytes(value)))
    return { rows: readRows(this.#sql), marks: written, rest: { ...beside, pool: entries } }
  }

  /** Rewrites block metadata of earlier versions, once. Takes as long as reading all blocks. */
  #upgradeMetadata(network: Network): void {
    if (this.#sql.countOutdated.get()?.['count'] === 0) return
    this.#inTransaction(() => {
      for (const row of readRows(this.#sql))
        this.#sql.updateMetadata.run(upgradeBlockMetadata(network, row), row.height)
    })
  }

  /** Runs SQL in one transaction; rolls back on an error. */
  #inTransaction(work: () => void): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      work()
      this.#database.exec('COMMIT')
    } catch (error) {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw toStoreError(error, this.#path)
    }
  }

  /** Stores every change of a node from now on. The node is new, or was read from this file (`resting`). */
  follow(node: DevelopmentNode, resting: StoredNode | undefined): void {
    if (resting !== undefined) for (const block of node.chain.blocks) this.#blocks.push(block)
    this.write(node)
    node.listen(() => this.#tryToWrite(node))
  }

  /** Writes like `write`. A full disk does not stop the node amid a block: it tries again with the next change and before each response. */
  #tryToWrite(node: DevelopmentNode): void {
    try {
      this.write(node)
    } catch (error) {
      if (!(error instanceof ChainStoreError)) throw error
      if (!this.#hasReported) console.error(`faba: ${error.message}`)
      this.#hasReported = true
    }
  }

  /**
   * Writes all changes since the last write, in one SQL transaction.
   * @throws ChainStoreError
   */
  write(node: DevelopmentNode): void {
    const { chain, pool } = node
    const { blocks } = chain
    // number of blocks that are stored already
    let common = Math.min(this.#blocks.length, blocks.length)
    while (common > 0 && this.#blocks[common - 1] !== blocks[common - 1]) common--
    const changed = [...pool.byId].filter(([txid, entry]) => this.#pool.get(txid) !== entry)
    const gone = [...this.#pool.keys()].filter((txid) => !pool.byId.has(txid))
    const rest = encodeDumpWithoutBlocks(node.state.dumpWithoutBlocksAndPool())
    const isSame =
      common === blocks.length &&
      common === this.#blocks.length &&
      isSameOptional(this.#state, rest) &&
      changed.length + gone.length === 0
    if (isSame) return
    this.#inTransaction(() => {
      this.#writeBlocks(blocks, common)
      if (common < blocks.length) this.#writeSnapshot(node)
      this.#writePool(changed, gone)
      if (!isSameOptional(this.#state, rest)) this.#sql.put.run(STATE_ROW, rest)
      if (this.#state === undefined) this.#sql.put.run(IDENTITY_ROW, Buffer.from(chainIdentity(node.rules)))
    })
    this.#blocks.length = common
    for (const block of blocks.slice(common)) this.#blocks.push(block)
    for (const [txid, entry] of changed) this.#pool.set(txid, entry)
    for (const txid of gone) this.#pool.delete(txid)
    this.#state = rest
    this.#hasReported = false
  }

  #writeBlocks(blocks: readonly StoredBlock[], common: number): void {
    const from = Math.max(common, FIRST_STORED_HEIGHT)
    if (this.#blocks.length > common || this.#blocks.length === 0) {
      this.#sql.dropBlocks.run(from)
      this.#sql.dropTransactions.run(from)
    }
    for (const { height, bytes } of blocks.slice(from)) {
      this.#sql.addBlock.run(height, bytes.blob, bytes.facts)
      for (const [position, blob] of bytes.listed.entries()) this.#sql.addTransaction.run(height, position, blob)
    }
  }

  #writeSnapshot({ chain: { state, height } }: DevelopmentNode): void {
    if (
      this.#snapshotHeight !== undefined &&
      height > this.#snapshotHeight &&
      height < this.#snapshotHeight + SNAPSHOT_INTERVAL
    )
      return
    const mark = state.serialize()
    if (mark === undefined) return
    this.#sql.dropMarks.run(height, height - MAX_SNAPSHOTS * SNAPSHOT_INTERVAL)
    this.#sql.putMark.run(height, encodeCbor(mark))
    this.#snapshotHeight = height
  }

  #writePool(changed: readonly (readonly [string, PoolEntry])[], gone: readonly string[]): void {
    // Entries of an earlier run may have left the pool since they were read.
    if (this.#state === undefined) this.#sql.dropPool.run()
    for (const txid of gone) this.#sql.dropEntry.run(txid)
    for (const [txid, { parsed, ...facts }] of changed)
      this.#sql.putEntry.run(txid, encodeDumpWithoutBlocks({ pool: [{ blob: parsed.blob, ...facts }] }))
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }
}
