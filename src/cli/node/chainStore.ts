// The chain of a development node in one SQLite file. What a block changed is written in one transaction, so that whatever kills the
// process leaves a chain that was.

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import type { Network } from '../../coin/networks/network.ts'
import { BLOCK_METADATA_VERSION } from '../../devnet/chain/blockMetadata.ts'
import { type BlockRow, type StoredBlock, upgradeBlockMetadata } from '../../devnet/chain/storedBlock.ts'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'
import { decodeDumpWithoutBlocks, encodeDumpWithoutBlocks, type StoredNode } from '../../devnet/node/nodeDump.ts'
import { type ChainRules, chainIdentity, describeIdentityMismatch } from '../../devnet/rules/chainRules.ts'
import type { PoolEntry } from '../../devnet/txpool/poolEntry.ts'

/** A chain that cannot be opened or written; the message says why, and what to do. */
export class ChainStoreError extends Error {
  override readonly name = 'ChainStoreError'
}

/** Steps of SQL from one version of the schema to the next. Once released, one never changes; later ones are added. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE blocks (height INTEGER PRIMARY KEY, blob BLOB NOT NULL, facts BLOB NOT NULL);
   CREATE TABLE transactions (height INTEGER NOT NULL, position INTEGER NOT NULL, blob BLOB NOT NULL,
     PRIMARY KEY (height, position)) WITHOUT ROWID;
   CREATE TABLE pool (txid TEXT PRIMARY KEY, entry BLOB NOT NULL) WITHOUT ROWID;
   CREATE TABLE marks (height INTEGER PRIMARY KEY, value BLOB NOT NULL);
   CREATE TABLE beside (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID`,
  'ALTER TABLE blocks ADD COLUMN form INTEGER NOT NULL DEFAULT 1',
]

const CHAIN = 'chain'
const REST = 'rest'
const BUSY = 5
const FULL = 13
/** Blocks from one mark of the chain's state to the next, and how many marks are kept. */
const MARK_STEP = 100
const MARKS = 10
/** Of a chain as what is in memory may be compared to it, before the genesis block. */
const GENESIS_ONLY = 1

const toStoreError = (error: unknown, path: string): unknown => {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  switch (error.errcode & 0xff) {
    case BUSY:
      return new ChainStoreError(`another process uses ${path}: stop it, or choose another folder`, { cause: error })
    case FULL:
      return new ChainStoreError(`the disk of ${path} is full`, { cause: error })
    default:
      return new ChainStoreError(`${path} cannot be used: ${error.message}`, { cause: error })
  }
}

const bytesOf = (value: unknown): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw new ChainStoreError('a value in the chain file is no byte array')
  return value
}

const sameBytes = (a: Uint8Array | undefined, b: Uint8Array): boolean => a !== undefined && Buffer.compare(a, b) === 0

const migrate = (database: DatabaseSync, path: string): void => {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > MIGRATIONS.length)
    throw new ChainStoreError(`${path} has version ${version}, this program knows up to ${MIGRATIONS.length}`)
  for (const step of MIGRATIONS.slice(version)) database.exec(step)
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
}

const open = (path: string): DatabaseSync => {
  mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // The write-ahead log makes commits whole whenever the process ends; only when the machine does may the last ones be missing.
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

const prepared = (database: DatabaseSync) => ({
  blocks: database.prepare('SELECT height, blob, facts FROM blocks ORDER BY height'),
  transactions: database.prepare('SELECT height, blob FROM transactions ORDER BY height, position'),
  pool: database.prepare('SELECT entry FROM pool'),
  marks: database.prepare('SELECT value FROM marks ORDER BY height DESC'),
  putMark: database.prepare('INSERT OR REPLACE INTO marks VALUES (?, ?)'),
  dropMarks: database.prepare('DELETE FROM marks WHERE height >= ? OR height < ?'),
  get: database.prepare('SELECT value FROM beside WHERE name = ?'),
  put: database.prepare('INSERT INTO beside VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value'),
  addBlock: database.prepare(`INSERT INTO blocks VALUES (?, ?, ?, ${BLOCK_METADATA_VERSION})`),
  countFormer: database.prepare(`SELECT count(*) AS count FROM blocks WHERE form < ${BLOCK_METADATA_VERSION}`),
  packAgain: database.prepare(`UPDATE blocks SET facts = ?, form = ${BLOCK_METADATA_VERSION} WHERE height = ?`),
  addTransaction: database.prepare('INSERT INTO transactions VALUES (?, ?, ?)'),
  dropBlocks: database.prepare('DELETE FROM blocks WHERE height >= ?'),
  dropTransactions: database.prepare('DELETE FROM transactions WHERE height >= ?'),
  putEntry: database.prepare('INSERT INTO pool VALUES (?, ?) ON CONFLICT (txid) DO UPDATE SET entry = excluded.entry'),
  dropPool: database.prepare('DELETE FROM pool'),
  dropEntry: database.prepare('DELETE FROM pool WHERE txid = ?'),
})

/** The rows as they were written. */
const rowsOf = ({ blocks, transactions }: ReturnType<typeof prepared>): BlockRow[] => {
  const listed = new Map<number, Uint8Array[]>()
  for (const { height, blob } of transactions.all()) {
    const at = Number(height)
    const known = listed.get(at)
    if (known === undefined) listed.set(at, [bytesOf(blob)])
    else known.push(bytesOf(blob))
  }
  const none: readonly Uint8Array[] = []
  return blocks.all().map(({ height, blob, facts }) => ({
    height: Number(height),
    blob: bytesOf(blob),
    facts: bytesOf(facts),
    transactions: listed.get(Number(height)) ?? none,
  }))
}

/** A development chain in a file. */
export class ChainStore {
  readonly #path: string
  readonly #database: DatabaseSync
  readonly #sql: ReturnType<typeof prepared>
  /** what is in the file, by identity: a node never changes a block or an entry */
  readonly #blocks: StoredBlock[] = []
  readonly #pool = new Map<string, PoolEntry>()
  #rest: Uint8Array | undefined
  /** height of the last mark of this run */
  #marked: number | undefined

  /**
   * Opens the file, or makes it, for one process at a time.
   * @throws ChainStoreError
   */
  constructor(path: string) {
    this.#path = path
    try {
      this.#database = open(path)
    } catch (error) {
      throw toStoreError(error, path)
    }
    this.#sql = prepared(this.#database)
  }

  /** Whether nothing was written yet. */
  get isEmpty(): boolean {
    return this.#sql.get.get(CHAIN) === undefined
  }

  /**
   * What was written; undefined where nothing was yet.
   * @throws ChainStoreError when it was written under other rules
   */
  read(rules: ChainRules): StoredNode | undefined {
    const { get, pool, marks } = this.#sql
    const identity = get.get(CHAIN)?.['value']
    if (identity === undefined) return undefined
    const [found, wanted] = [Buffer.from(bytesOf(identity)).toString(), chainIdentity(rules)]
    if (found !== wanted)
      throw new ChainStoreError(
        `${this.#path} holds a chain of other rules: ${describeIdentityMismatch(found, wanted)}; give the flags with which it began, or choose another folder`,
      )
    this.#renew(rules.network)
    const rest = get.get(REST)?.['value']
    const beside = rest === undefined ? { pool: [] } : decodeDumpWithoutBlocks(bytesOf(rest))
    const entries = pool.all().flatMap(({ entry }) => decodeDumpWithoutBlocks(bytesOf(entry)).pool)
    const written = marks.all().map(({ value }) => decodeCbor(bytesOf(value)))
    return { rows: rowsOf(this.#sql), marks: written, rest: { ...beside, pool: entries } }
  }

  /** Packs anew what an earlier version knew of blocks, once: it takes as long as reading them all. */
  #renew(network: Network): void {
    if (this.#sql.countFormer.get()?.['count'] === 0) return
    this.#inTransaction(() => {
      for (const row of rowsOf(this.#sql)) this.#sql.packAgain.run(upgradeBlockMetadata(network, row), row.height)
    })
  }

  /** Does all of it or nothing. */
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

  /** Takes a node that was read from this file, or a new one, and writes down what changes of it from now on. */
  follow(node: DevelopmentNode, resting: StoredNode | undefined): void {
    if (resting !== undefined) for (const block of node.chain.blocks) this.#blocks.push(block)
    this.write(node)
    node.listen(() => this.write(node))
  }

  /**
   * Writes what changed since the last time, all or nothing.
   * @throws ChainStoreError
   */
  write(node: DevelopmentNode): void {
    const { chain, pool } = node
    const { blocks } = chain
    let kept = Math.min(this.#blocks.length, blocks.length)
    while (kept > 0 && this.#blocks[kept - 1] !== blocks[kept - 1]) kept--
    const changed = [...pool.byId].filter(([txid, entry]) => this.#pool.get(txid) !== entry)
    const gone = [...this.#pool.keys()].filter((txid) => !pool.byId.has(txid))
    const rest = encodeDumpWithoutBlocks(node.state.dumpWithoutBlocksAndPool())
    const isSame =
      kept === blocks.length &&
      kept === this.#blocks.length &&
      sameBytes(this.#rest, rest) &&
      changed.length + gone.length === 0
    if (isSame) return
    this.#inTransaction(() => {
      this.#writeBlocks(blocks, kept)
      if (kept < blocks.length) this.#writeMark(node)
      this.#writePool(changed, gone)
      if (!sameBytes(this.#rest, rest)) this.#sql.put.run(REST, rest)
      if (this.#rest === undefined) this.#sql.put.run(CHAIN, Buffer.from(chainIdentity(node.rules)))
    })
    this.#blocks.length = kept
    for (const block of blocks.slice(kept)) this.#blocks.push(block)
    for (const [txid, entry] of changed) this.#pool.set(txid, entry)
    for (const txid of gone) this.#pool.delete(txid)
    this.#rest = rest
  }

  /** The genesis block is known without being written. */
  #writeBlocks(blocks: readonly StoredBlock[], kept: number): void {
    const from = Math.max(kept, GENESIS_ONLY)
    if (this.#blocks.length > kept || this.#blocks.length === 0) {
      this.#sql.dropBlocks.run(from)
      this.#sql.dropTransactions.run(from)
    }
    for (const { height, bytes } of blocks.slice(from)) {
      this.#sql.addBlock.run(height, bytes.blob, bytes.facts)
      for (const [position, blob] of bytes.listed.entries()) this.#sql.addTransaction.run(height, position, blob)
    }
  }

  #writeMark({ chain: { state, height } }: DevelopmentNode): void {
    if (this.#marked !== undefined && height > this.#marked && height < this.#marked + MARK_STEP) return
    const mark = state.serialize()
    if (mark === undefined) return
    this.#sql.dropMarks.run(height, height - MARKS * MARK_STEP)
    this.#sql.putMark.run(height, encodeCbor(mark))
    this.#marked = height
  }

  #writePool(changed: readonly (readonly [string, PoolEntry])[], gone: readonly string[]): void {
    // Of what an earlier run left, some may have gone since it was read.
    if (this.#rest === undefined) this.#sql.dropPool.run()
    for (const txid of gone) this.#sql.dropEntry.run(txid)
    for (const [txid, { parsed, ...facts }] of changed)
      this.#sql.putEntry.run(txid, encodeDumpWithoutBlocks({ pool: [{ blob: parsed.blob, ...facts }] }))
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }
}
