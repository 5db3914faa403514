// The store of one wallet in PostgreSQL. Of the processes that have it open, the one with the wallet's advisory lock is the leader.
//
// The lock decides who leads; it does not protect the records. A process that is cut off loses its lock without notice. Each commit
// therefore names the epoch, which every leader increments, and the revision, which every commit increments, and changes nothing if they
// are not those of the database. When the connection is lost during a commit, the revision shows later whether it was stored.

import { createHash } from 'node:crypto'
import { SerialQueue } from '../../async/serialQueue.ts'
import type { Milliseconds } from '../../async/time.ts'
import { withTimeout } from '../../async/withTimeout.ts'
import { StoreLostError, StoreReadOnlyError, StoreUnreadableError } from '../errors.ts'
import type { SharedStore } from '../sharedStore.ts'
import type { Durability, StoreChange, StoredRecord } from '../store.ts'
import { prefixUpperBound, validateKey, validatePrefix, validateTable } from '../storeNames.ts'
import type { DatabaseSession, Parameter, Row } from './databaseSession.ts'
import type { SnapshotRead } from './snapshotPool.ts'
import {
  BEGIN_EPOCH,
  COMMIT,
  commitParameters,
  GET_RECORD,
  LIST_RECORDS,
  SELECT_WALLET,
  sameRevision,
  type WalletRow,
  walletRowOf,
} from './walletRow.ts'

/** What a store needs of its database. */
export type StoreHost = {
  /** of the database, for messages */
  readonly name: string
  /** names this process for the others */
  readonly label: string
  read(statement: string, parameters: readonly Parameter[]): Promise<readonly Row[]>
  /** Runs a task whose reads are of one state of the database. */
  inSnapshot<T>(task: (read: SnapshotRead) => Promise<T>): Promise<T>
  /** Makes the lost connection of the leader again soon. */
  reconnect(): void
  /** Gives up the lock of the wallet. */
  release(store: PostgresStore): Promise<void>
}

/**
 * `suspended`: the leader lost its connection. It leads again with the next one, unless another process has led meanwhile.
 */
type Role =
  | { readonly kind: 'follower' }
  | { readonly kind: 'leader'; readonly session: DatabaseSession }
  | { readonly kind: 'suspended'; readonly ended: PromiseWithResolvers<void> }

/** Returns the key of a wallet's advisory lock: 64 bits of a hash of its name, so that other programs' locks differ. */
const lockKeyOf = (wallet: string): string =>
  createHash('sha256').update(`faba wallet leader ${wallet}`).digest().readBigInt64BE().toString()

/** How long a commit waits for a lost connection. */
const RECONNECT_TIMEOUT_MS: Milliseconds = 15_000

const UNKNOWN = 'whether the change was stored is unknown: read the wallet before you repeat the call'

export class PostgresStore implements SharedStore {
  readonly wallet: string
  readonly lockKey: string
  readonly #host: StoreHost
  readonly #commits = new SerialQueue()
  readonly #snapshots = new SerialQueue()
  #role: Role = { kind: 'follower' }
  /** the state that this process knows, and the last known leader */
  #row: WalletRow
  /** a commit was sent and is not answered */
  #isCommitting = false
  /** the last epoch that this process leads, and whose commits are based on what it has read in it */
  #acceptedEpoch: bigint | undefined
  /** reads of the snapshot, while there is one */
  #snapshotRead: SnapshotRead | undefined
  #isClosed = false
  #changed: (leads: boolean) => void = () => undefined

  constructor(wallet: string, host: StoreHost, row: WalletRow) {
    this.wallet = wallet
    this.lockKey = lockKeyOf(wallet)
    this.#host = host
    this.#row = row
  }

  get leads(): boolean {
    return this.#role.kind !== 'follower'
  }

  /** Whether this process leads, or led until its connection was lost. */
  get isSuspended(): boolean {
    return this.#role.kind === 'suspended'
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Counts the leaders of the wallet. */
  get epoch(): bigint {
    return this.#row.epoch
  }

  get hasAcceptedLead(): boolean {
    return this.leads && this.#row.epoch === this.#acceptedEpoch
  }

  acceptLead(): void {
    if (this.leads) this.#acceptedEpoch = this.#row.epoch
  }

  watch(changed: (leads: boolean) => void): void {
    this.#changed = changed
  }

  notLeading(): StoreReadOnlyError {
    const { leader } = this.#row
    const where = leader === '' ? 'no process leads yet' : `it is led by ${leader}: send the call there`
    return new StoreReadOnlyError(
      `this process only reads the wallet "${this.wallet}", and takes over when its leader ends; ${where}`,
      { details: { leader } },
    )
  }

  /**
   * Becomes the leader; the session has the wallet's lock. A suspended leader goes on if nothing happened meanwhile.
   * @throws the errors of the session
   */
  async lead(session: DatabaseSession): Promise<void> {
    const { ended } = this.#role.kind === 'suspended' ? this.#role : { ended: undefined }
    if (ended !== undefined) {
      const [found] = await session.query(SELECT_WALLET, [this.wallet])
      if (this.#resume(walletRowOf(found))) {
        this.#role = { kind: 'leader', session }
        ended.resolve()
        return
      }
      this.#follow()
    }
    const [begun] = await session.query(BEGIN_EPOCH, [this.wallet, this.#host.label])
    const row = walletRowOf(begun)
    if (row === undefined) throw new StoreUnreadableError(`${this.#host.name} has no wallet "${this.wallet}"`)
    this.#row = row
    this.#role = { kind: 'leader', session }
    this.#changed(true)
  }

  /** Returns whether the database has what this process knows, with or without the commit that was not answered. */
  #resume(found: WalletRow | undefined): boolean {
    if (found === undefined) return false
    const { epoch, revision } = this.#row
    const next = { epoch, revision: revision + 1n }
    if (this.#isCommitting && sameRevision(found, next)) {
      this.#row = { ...this.#row, ...next }
      return true
    }
    return sameRevision(found, this.#row)
  }

  /** Suspends the leader whose connection is lost. */
  suspend(): void {
    if (this.#role.kind !== 'leader') return
    this.#role = { kind: 'suspended', ended: Promise.withResolvers() }
    this.#host.reconnect()
  }

  /** Ends a suspension if another process has led meanwhile. */
  async checkSuspension(): Promise<void> {
    const row = await this.#readRow()
    if (this.isSuspended && row.epoch !== this.#row.epoch) {
      this.#row = { ...this.#row, leader: row.leader }
      this.#follow()
    }
  }

  #follow(): void {
    const role = this.#role
    if (role.kind === 'follower') return
    this.#role = { kind: 'follower' }
    if (role.kind === 'suspended') role.ended.resolve()
    this.#changed(false)
  }

  async #readRow(read: SnapshotRead = this.#host.read): Promise<WalletRow> {
    const [row] = await read(SELECT_WALLET, [this.wallet])
    const found = walletRowOf(row)
    if (found === undefined)
      throw new StoreUnreadableError(`${this.#host.name} has no wallet "${this.wallet}" any more`)
    return found
  }

  #read(statement: string, parameters: readonly Parameter[]): Promise<readonly Row[]> {
    this.#requireOpen()
    return (this.#snapshotRead ?? this.#host.read)(statement, parameters)
  }

  async isStale(): Promise<boolean> {
    this.#requireOpen()
    if (this.#role.kind === 'leader' && !this.#role.session.isOpen) this.suspend()
    if (this.#role.kind === 'leader') return false
    await this.checkSuspension()
    if (this.leads) return false
    const row = await this.#readRow()
    if (this.leads) return false
    const isStale = !sameRevision(row, this.#row)
    // The revision stays that of the last snapshot.
    this.#row = { ...this.#row, leader: row.leader }
    return isStale
  }

  withSnapshot<T>(read: () => Promise<T>): Promise<T> {
    return this.#snapshots.run(() =>
      this.#host.inSnapshot(async (snapshotRead) => {
        this.#requireOpen()
        const row = await this.#readRow(snapshotRead)
        this.#snapshotRead = snapshotRead
        try {
          const result = await read()
          // The leader knows its own revision, which may have grown since.
          if (!this.leads) this.#row = row
          return result
        } finally {
          this.#snapshotRead = undefined
        }
      }),
    )
  }

  async get(table: string, key: string): Promise<Uint8Array | undefined> {
    validateTable(table)
    validateKey(key)
    const [row] = await this.#read(GET_RECORD, [this.wallet, table, key])
    return row === undefined ? undefined : bytesOf(row[0])
  }

  async list(table: string, prefix = ''): Promise<readonly StoredRecord[]> {
    validateTable(table)
    validatePrefix(prefix)
    const rows = await this.#read(LIST_RECORDS, [this.wallet, table, prefix, prefixUpperBound(prefix)])
    return rows.map(([key, value]) => [String(key), bytesOf(value)] as const)
  }

  /** Reads all at once: the database may be far away, and each question takes the time of the way. */
  async *pages(table: string, prefix = ''): AsyncIterable<readonly StoredRecord[]> {
    yield await this.list(table, prefix)
  }

  async commit(changes: readonly StoreChange[], durability: Durability): Promise<void> {
    this.#requireOpen()
    for (const { table, key } of changes) {
      validateTable(table)
      validateKey(key)
    }
    // Copies, since the caller may change or wipe the values before they are sent.
    const copies = changes.map((change) =>
      change.value === undefined ? change : { ...change, value: change.value.slice() },
    )
    await this.#commits.run(() => this.#commit(copies, durability))
  }

  async #commit(changes: readonly StoreChange[], durability: Durability): Promise<void> {
    const session = await this.#activeSession('nothing was stored')
    const before = this.#row
    if (!this.hasAcceptedLead) throw this.notLeading()
    const parameters = commitParameters(this.wallet, before, changes, durability)
    this.#isCommitting = true
    const rows = await session
      .query(COMMIT, parameters)
      .catch(async (error: unknown) => {
        if (!(error instanceof StoreLostError)) throw error
        // Another session may have followed already.
        if (this.#role.kind === 'leader' && this.#role.session === session) this.suspend()
        await this.#activeSession(UNKNOWN)
        return undefined
      })
      .finally(() => {
        this.#isCommitting = false
      })
    if (rows === undefined) {
      // The revision shows whether the commit had been stored.
      if (this.#row.epoch !== before.epoch) throw this.#lost(UNKNOWN)
      if (sameRevision(this.#row, before)) await this.#commit(changes, durability)
    } else if (rows.length === 0) await this.#fail(before)
    else this.#row = { ...before, revision: before.revision + 1n }
  }

  /** The database has another epoch or revision: this process does not lead any more, or has to begin anew. */
  async #fail(known: WalletRow): Promise<never> {
    const found = await this.#readRow()
    this.#row = { ...known, leader: found.leader }
    this.#follow()
    await this.#host.release(this)
    if (found.epoch !== known.epoch) throw this.notLeading()
    throw new StoreLostError(
      `${this.#host.name} has lost commits of the wallet "${this.wallet}", as after a crash of the server: nothing was stored, and the wallet is read again`,
    )
  }

  /**
   * Returns the session of the leader; waits for a suspended one.
   * @param outcome what the error says of the change
   * @throws StoreReadOnlyError if another process leads, StoreLostError if the connection stays lost
   */
  async #activeSession(outcome: string): Promise<DatabaseSession> {
    if (this.#role.kind === 'leader' && !this.#role.session.isOpen) this.suspend()
    if (this.#role.kind === 'suspended') {
      await withTimeout(this.#role.ended.promise, RECONNECT_TIMEOUT_MS, () => {
        throw this.#lost(outcome)
      })
      if (!this.leads && outcome === UNKNOWN) throw this.#lost(outcome)
    }
    this.#requireOpen()
    if (this.#role.kind !== 'leader') throw this.notLeading()
    return this.#role.session
  }

  #lost(outcome: string): StoreLostError {
    return new StoreLostError(`the connection to ${this.#host.name} is lost; ${outcome}`)
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new StoreLostError(`the wallet "${this.wallet}" in ${this.#host.name} is closed`)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    await this.#commits.idle()
    this.#isClosed = true
    this.#changed = () => undefined
    this.#follow()
    await this.#host.release(this)
  }
}

const bytesOf = (value: string | Uint8Array | undefined): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw new StoreUnreadableError('a value in the database is not a byte array')
  return new Uint8Array(value)
}
