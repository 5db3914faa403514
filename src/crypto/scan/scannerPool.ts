// Scanning on several processor cores. Batches are cut between transactions into parts that take a few hundredths of a second each,
// however fast the machine: long enough to be worth a message, short enough to stop between. Two start at once, more
// when there is work for them; they rest when there is none, and go when a smaller number has done for a long time.

import { wipe } from '../../bytes/bytes.ts'
import { type BatchPart, joinHits, splitBatch } from './batchParts.ts'
import { type ScanBatch, type ScanHit, type Scanner, ScannerStateError } from './scanner.ts'

/** A scanner worker that could not start, or died. */
export class ScannerWorkerError extends Error {
  override readonly name = 'ScannerWorkerError'
}

export type ScannerPoolOptions = {
  /** how many workers there may be, at least one */
  readonly size: number
  /** Starts a worker. Its calls fail with ScannerWorkerError once it is dead. */
  readonly start: () => Scanner
  /** milliseconds from any beginning */
  readonly now: () => number
}

const MAX_WORKERS = 16

/**
 * How many workers to scan with: one core is left to the rest of the program. With two cores there are two all the same: the
 * engine rests half of the time that one scanner takes, and a sync is a tenth faster.
 */
export const scannerCount = (cores: number): number => {
  const count = Math.floor(cores) || 1
  return Math.min(Math.max(count - 1, Math.min(count, 2), 1), MAX_WORKERS)
}

/** Workers that there are from the beginning. */
const EAGER = 2
/** Milliseconds that a part should take. */
const PART_TIME = 25
/** Outputs of a part: so many while nothing is known of the machine, and never fewer or more than these. */
const FIRST_PART = 256
const MIN_PART = 32
const LARGEST_PART = 8192
/** How much the newest part counts in the pace. */
const NEWEST_WEIGHT = 0.3
/** Parts that a worker holds: one that it scans, and one to go on with. */
const PARTS_HELD = 2
/** A worker that was of no use in so many batches goes. */
const BATCHES_UNUSED = 32

/** A part on its way. */
type Task = {
  readonly part: BatchPart
  resolve(hits: readonly ScanHit[]): void
  reject(error: unknown): void
}

type Member = {
  readonly scanner: Scanner
  readonly tasks: Set<Task>
  /** when it last answered; undefined while it may still be starting */
  answered: number | undefined
  /** number of the batch that it last worked on */
  lastBatch: number
}

type Watched = { readonly viewSecret: Uint8Array; readonly spendKeys: Uint8Array }

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

  constructor(options: ScannerPoolOptions) {
    this.#options = options
    // They start while the wallet is opened; more come with work for them.
    for (let i = 0; i < Math.min(EAGER, options.size); i++) this.#start()
  }

  async watch(viewSecret: Uint8Array, spendKeys: Uint8Array): Promise<void> {
    if (this.#closed) throw closedError()
    this.#forget()
    this.#watched = { viewSecret: viewSecret.slice(), spendKeys }
    await Promise.all(this.#members.map(({ scanner }) => scanner.watch(viewSecret, spendKeys)))
  }

  async scan(batch: ScanBatch): Promise<readonly ScanHit[]> {
    if (this.#closed) throw closedError()
    if (this.#watched === undefined) throw new ScannerStateError('a new scanner cannot scan: call watch first')
    this.#batches++
    this.#release()
    const answers = splitBatch(batch, this.#partSize(batch.outputs.length / 32)).map(
      (part) => new Promise<readonly ScanHit[]>((resolve, reject) => this.#queue.push({ part, resolve, reject })),
    )
    this.#handOut()
    return (await Promise.all(answers)).flat()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#forget()
    const members = this.#members
    this.#members = []
    for (const { reject } of [...this.#queue.splice(0), ...members.flatMap(({ tasks }) => [...tasks])])
      reject(closedError())
    await Promise.all(members.map(({ scanner }) => scanner.close()))
  }

  #forget(): void {
    if (this.#watched !== undefined) wipe(this.#watched.viewSecret)
    this.#watched = undefined
  }

  /** What takes about the time that a part should; less where there are workers for more parts. */
  #partSize(outputs: number): number {
    const paced = this.#pace === undefined ? FIRST_PART : Math.min(Math.round(this.#pace * PART_TIME), LARGEST_PART)
    return Math.max(Math.min(paced, Math.ceil(outputs / this.#options.size)), MIN_PART)
  }

  #start(): Member {
    const member: Member = {
      scanner: this.#options.start(),
      tasks: new Set(),
      answered: undefined,
      lastBatch: this.#batches,
    }
    this.#members = [...this.#members, member]
    // Where that fails the first part does too, and tells.
    if (this.#watched !== undefined)
      member.scanner.watch(this.#watched.viewSecret, this.#watched.spendKeys).catch(() => undefined)
    return member
  }

  /** Lets workers go that were not needed for a while. */
  #release(): void {
    const isNeeded = ({ tasks, lastBatch }: Member, i: number): boolean =>
      i === 0 || tasks.size > 0 || lastBatch > this.#batches - BATCHES_UNUSED
    const unneeded = this.#members.filter((member, i) => !isNeeded(member, i))
    this.#members = this.#members.filter((member, i) => isNeeded(member, i))
    for (const { scanner } of unneeded) scanner.close().catch(() => undefined)
  }

  /** A worker that died is followed by another one when there is work. */
  #bury(member: Member): void {
    if (!this.#members.includes(member)) return
    this.#members = this.#members.filter((other) => other !== member)
    member.scanner.close().catch(() => undefined)
  }

  /** The worker that takes the next part: a resting one, else a new one, else one that holds few. */
  #next(): Member | undefined {
    let best: Member | undefined
    for (const member of this.#members) if (best === undefined || member.tasks.size < best.tasks.size) best = member
    if ((best === undefined || best.tasks.size > 0) && this.#members.length < this.#options.size) return this.#start()
    return best === undefined || best.tasks.size >= PARTS_HELD ? undefined : best
  }

  #handOut(): void {
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
    const handed = now()
    try {
      // Counted before the part is handed over, which takes its memory away.
      const outputs = task.part.batch.outputs.length / 32
      const hits = await member.scanner.scan(task.part.batch)
      this.#measure(member, handed, outputs)
      if (this.#closed) wipe(...hits.map(({ derivation }) => derivation))
      else task.resolve(joinHits(task.part, hits))
    } catch (error) {
      if (error instanceof ScannerWorkerError) this.#bury(member)
      task.reject(error)
    } finally {
      member.tasks.delete(task)
      if (!this.#closed) this.#handOut()
    }
  }

  /** Learns the pace from a part; not from a worker's first, which waited for it to start. */
  #measure(member: Member, handed: number, outputs: number): void {
    const answered = this.#options.now()
    if (member.answered !== undefined) {
      const pace = outputs / Math.max(answered - Math.max(handed, member.answered), 0.1)
      this.#pace = this.#pace === undefined ? pace : this.#pace + NEWEST_WEIGHT * (pace - this.#pace)
    }
    member.answered = answered
  }
}

/** A scanner on up to `size` workers. */
export const createScannerPool = (options: ScannerPoolOptions): Scanner => new ScannerPool(options)
