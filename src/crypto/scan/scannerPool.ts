// Scans on several processor cores. Batches are split between transactions into parts that take about 25 ms each on any machine: long
// enough to be worth a message, short enough to stop in between. Two workers start at once, more when there is work for them. Workers
// are closed when fewer have been enough for many batches, or after three quarters of a minute without work.

import type { Milliseconds, Schedule } from '../../async/time.ts'
import { wipe } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import { type BatchPart, joinHits, splitBatch } from './batchParts.ts'
import { wipeCanary } from './canaryBatch.ts'
import { createCanary, type ScanCanary } from './scanCanary.ts'
import { type ScanBatch, type ScanHit, type Scanner, ScannerStateError } from './scanner.ts'

/** A scanner worker that could not start, or that died. */
export class ScannerWorkerError extends FabaError {
  override readonly name = 'ScannerWorkerError'
  readonly code = 'scanner-worker'
}

export type ScannerPoolOptions = {
  /** maximum number of workers, at least one */
  readonly size: number
  /** Starts a worker. Its calls fail with ScannerWorkerError after its death. */
  readonly start: () => Scanner
  /** Returns milliseconds since an arbitrary time. */
  readonly now: () => Milliseconds
  /** calls back when idle workers are to be closed */
  readonly schedule: Schedule
}

const MAX_WORKERS = 16

/**
 * Returns the number of scanner workers for a number of cores: one core is left to the rest of the program. With two cores there are
 * two workers: the engine is idle half of the time that one scanner takes, and a sync is a tenth faster.
 *
 * @example
 * [1, 2, 4, 64].map(scannerCount) // [1, 2, 3, 16]
 */
export const scannerCount = (cores: number): number => {
  const count = Math.floor(cores) || 1
  return Math.min(Math.max(count - 1, Math.min(count, 2), 1), MAX_WORKERS)
}

/** Workers that start immediately. */
const INITIAL_WORKERS = 2
/** Target time of a part. */
const PART_TIME_MS = 25
/** Outputs of a part: while the speed of the machine is unknown, and the bounds. */
const FIRST_PART = 256
const MIN_PART = 32
const MAX_PART = 8192
/** Weight of the newest part in the moving average of the pace. */
const NEWEST_WEIGHT = 0.3
/** Parts per worker: one that it scans, and the next one. */
const MAX_PARTS_PER_WORKER = 2
/** A worker that was not used in this many batches is closed. */
const MAX_UNUSED_BATCHES = 32
/**
 * A worker without work for this long is closed, which returns its memory. V8 keeps the pages that its heaps gave up until eight seconds
 * after the end of a thread: a wallet that rests for a minute has returned them as well.
 */
const IDLE_TIMEOUT_MS = 45_000

/** A part that is queued or being scanned. */
type Task = {
  readonly part: BatchPart
  resolve(hits: readonly ScanHit[]): void
  reject(error: unknown): void
}

type Member = {
  readonly scanner: Scanner
  readonly tasks: Set<Task>
  /** time of its last response; undefined while it may still be starting */
  answeredAt: number | undefined
  /** number of the last batch that it worked on */
  lastBatch: number
  /** start of the worker, or the end of its last work */
  idleSince: Milliseconds
}

type Watched = {
  readonly viewSecret: Uint8Array
  readonly spendKeys: Uint8Array
  /** computed once for all workers, which would need portable arithmetic for it */
  readonly canary: ScanCanary | undefined
}

const closedError = (): ScannerStateError => new ScannerStateError('the scanner is closed')

class ScannerPool implements Scanner {
  readonly #options: ScannerPoolOptions
  readonly #queue: Task[] = []
  #members: readonly Member[] = []
  #watched: Watched | undefined
  /** outputs per millisecond and worker */
  #pace: number | undefined
  #batches = 0
  #closed = false
  /** set while a check for idle workers is scheduled */
  #cancelIdleCheck: (() => void) | undefined

  constructor(options: ScannerPoolOptions) {
    this.#options = options
    // These start while the wallet is opened; more start when there is work for them.
    for (let i = 0; i < Math.min(INITIAL_WORKERS, options.size); i++) this.#start()
  }

  async watch(viewSecret: Uint8Array, spendKeys: Uint8Array): Promise<void> {
    if (this.#closed) throw closedError()
    this.#forget()
    const canary = createCanary(viewSecret, spendKeys)
    this.#watched = { viewSecret: viewSecret.slice(), spendKeys, canary }
    const now = this.#options.now()
    for (const member of this.#members) member.idleSince = now
    await Promise.all(this.#members.map(({ scanner }) => scanner.watch(viewSecret, spendKeys, canary)))
  }

  async scan(batch: ScanBatch): Promise<readonly ScanHit[]> {
    if (this.#closed) throw closedError()
    if (this.#watched === undefined) throw new ScannerStateError('the scanner has no keys: call watch first')
    this.#batches++
    this.#release()
    const answers = splitBatch(batch, this.#partSize(batch.outputs.length / KEY_LENGTH)).map(
      (part) => new Promise<readonly ScanHit[]>((resolve, reject) => this.#queue.push({ part, resolve, reject })),
    )
    this.#dispatch()
    return (await Promise.all(answers)).flat()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancelIdleCheck?.()
    this.#forget()
    const members = this.#members
    this.#members = []
    for (const { reject } of [...this.#queue.splice(0), ...members.flatMap(({ tasks }) => [...tasks])])
      reject(closedError())
    await Promise.all(members.map(({ scanner }) => scanner.close()))
  }

  #forget(): void {
    if (this.#watched !== undefined) wipe(this.#watched.viewSecret)
    wipeCanary(this.#watched?.canary)
    this.#watched = undefined
  }

  /** Returns the number of outputs that take about the target time; fewer if there are workers for more parts. */
  #partSize(outputs: number): number {
    const paced = this.#pace === undefined ? FIRST_PART : Math.min(Math.round(this.#pace * PART_TIME_MS), MAX_PART)
    return Math.max(Math.min(paced, Math.ceil(outputs / this.#options.size)), MIN_PART)
  }

  #start(): Member {
    const member: Member = {
      scanner: this.#options.start(),
      tasks: new Set(),
      answeredAt: undefined,
      lastBatch: this.#batches,
      idleSince: this.#options.now(),
    }
    this.#members = [...this.#members, member]
    if (this.#cancelIdleCheck === undefined) this.#scheduleIdleCheck(IDLE_TIMEOUT_MS)
    // If it fails, the worker's first part fails too and reports the error.
    if (this.#watched !== undefined) {
      const { viewSecret, spendKeys, canary } = this.#watched
      member.scanner.watch(viewSecret, spendKeys, canary).catch(() => undefined)
    }
    return member
  }

  /** Closes workers that were not needed in the last batches, except the first. */
  #release(): void {
    this.#keep(({ tasks, lastBatch }, i) => i === 0 || tasks.size > 0 || lastBatch > this.#batches - MAX_UNUSED_BATCHES)
  }

  /** Closes the workers that are not needed. */
  #keep(isNeeded: (member: Member, i: number) => boolean): void {
    const unneeded = this.#members.filter((member, i) => !isNeeded(member, i))
    this.#members = this.#members.filter((member) => !unneeded.includes(member))
    for (const { scanner } of unneeded) scanner.close().catch(() => undefined)
  }

  #scheduleIdleCheck(delay: Milliseconds): void {
    this.#cancelIdleCheck = this.#options.schedule(() => this.#closeIdle(), delay)
  }

  /** Closes all workers without recent work. The next check is due when the next worker may have been idle long enough. */
  #closeIdle(): void {
    this.#cancelIdleCheck = undefined
    const now = this.#options.now()
    const idleTime = ({ tasks, idleSince }: Member): Milliseconds => (tasks.size > 0 ? 0 : now - idleSince)
    this.#keep((member) => idleTime(member) < IDLE_TIMEOUT_MS)
    if (this.#members.length > 0) this.#scheduleIdleCheck(IDLE_TIMEOUT_MS - Math.max(...this.#members.map(idleTime)))
  }

  /** Removes a dead worker. Another one starts when there is work. */
  #remove(member: Member): void {
    if (!this.#members.includes(member)) return
    this.#members = this.#members.filter((other) => other !== member)
    member.scanner.close().catch(() => undefined)
  }

  /** Returns the worker for the next part: an idle one, else a new one, else the least busy one; undefined if all are busy. */
  #next(): Member | undefined {
    let best: Member | undefined
    for (const member of this.#members) if (best === undefined || member.tasks.size < best.tasks.size) best = member
    if ((best === undefined || best.tasks.size > 0) && this.#members.length < this.#options.size) return this.#start()
    return best === undefined || best.tasks.size >= MAX_PARTS_PER_WORKER ? undefined : best
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const member = this.#next()
      const task = member && this.#queue.shift()
      if (member === undefined || task === undefined) return
      this.#run(member, task)
    }
  }

  async #run(member: Member, task: Task): Promise<void> {
    const { now } = this.#options
    member.tasks.add(task)
    member.lastBatch = this.#batches
    const sentAt = now()
    try {
      // Counted before the part is transferred, which detaches its memory.
      const outputs = task.part.batch.outputs.length / KEY_LENGTH
      const hits = await member.scanner.scan(task.part.batch)
      this.#measure(member, sentAt, outputs)
      if (this.#closed) wipe(...hits.map(({ derivation }) => derivation))
      else task.resolve(joinHits(task.part, hits))
    } catch (error) {
      if (error instanceof ScannerWorkerError) this.#remove(member)
      task.reject(error)
    } finally {
      member.tasks.delete(task)
      member.idleSince = now()
      if (!this.#closed) this.#dispatch()
    }
  }

  /** Updates the pace from a part. A worker's first part is ignored: it waited for the worker to start. */
  #measure(member: Member, sentAt: number, outputs: number): void {
    const answeredAt = this.#options.now()
    if (member.answeredAt !== undefined) {
      const pace = outputs / Math.max(answeredAt - Math.max(sentAt, member.answeredAt), 0.1)
      this.#pace = this.#pace === undefined ? pace : this.#pace + NEWEST_WEIGHT * (pace - this.#pace)
    }
    member.answeredAt = answeredAt
  }
}

/**
 * Creates a scanner on up to `size` workers.
 *
 * @example
 * import { createPortableScanner } from './portableScanner.ts'
 * const schedule = () => () => undefined
 * createScannerPool({ size: 2, start: createPortableScanner, now: () => 0, schedule }).close() // undefined
 */
export const createScannerPool = (options: ScannerPoolOptions): Scanner => new ScannerPool(options)
