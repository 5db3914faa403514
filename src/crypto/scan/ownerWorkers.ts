// The workers of a group of scanners: jobs wait in one queue, and each worker has one that it scans and the next one. Workers start when there
// is work for them.

import type { Milliseconds } from '../../async/time.ts'
import { wipe } from '../../bytes/bytes.ts'
import { type OwnerAnswer, type OwnerJob, SECRETS_LENGTH } from './ownerScan.ts'
import { ScannerStateError } from './scanner.ts'
import { ScannerWorkerError } from './scannerPool.ts'

/** Calls fail with ScannerWorkerError after the death of the worker. */
export type OwnerWorker = {
  find(job: OwnerJob): Promise<OwnerAnswer>
  close(): Promise<void>
}

export type OwnerWorkersOptions = {
  /** maximum number of workers, at least one */
  readonly size: number
  readonly start: () => OwnerWorker
  /** Returns milliseconds since an arbitrary time. */
  readonly now: () => Milliseconds
}

/** Target time of a job: long enough to be worth a message, short enough for the next wallet. */
const JOB_TIME_MS: Milliseconds = 25
/** Outputs of a job, times its wallets: while the speed of the machine is unknown, and at most. */
const FIRST_JOB = 256
const MAX_JOB = 8192
/** Weight of the newest job in the moving average of the pace. */
const NEWEST_WEIGHT = 0.3
const MAX_JOBS_PER_WORKER = 2

type Task = {
  readonly job: OwnerJob
  resolve(answer: OwnerAnswer): void
  reject(error: unknown): void
}

type Member = {
  readonly worker: OwnerWorker
  readonly tasks: Set<Task>
  /** time of its last answer; undefined while it may still be starting */
  answeredAt: Milliseconds | undefined
}

const closedError = (): ScannerStateError => new ScannerStateError('the scanners are closed')

/** Runs jobs on up to `size` workers. */
export class OwnerWorkers {
  readonly #options: OwnerWorkersOptions
  readonly #queue: Task[] = []
  #members: readonly Member[] = []
  /** outputs, times wallets, per millisecond and worker */
  #pace: number | undefined

  constructor(options: OwnerWorkersOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#options.size
  }

  /** Number of running workers. */
  get count(): number {
    return this.#members.length
  }

  /** Outputs of a job, times its wallets, that take about the target time. */
  get jobSize(): number {
    return this.#pace === undefined ? FIRST_JOB : Math.min(Math.ceil(this.#pace * JOB_TIME_MS), MAX_JOB)
  }

  /**
   * Runs a job. Its memory may be detached.
   * @throws ScannerWorkerError if the worker dies; ScannerStateError if the workers are closed meanwhile; the errors of `OwnerFinder`
   */
  run(job: OwnerJob): Promise<OwnerAnswer> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject })
      this.#dispatch()
    })
  }

  /** Ends all workers and rejects what they have not done. New jobs start new workers. */
  async close(): Promise<void> {
    const members = this.#members
    this.#members = []
    const queued = this.#queue.splice(0)
    for (const { job } of queued) wipe(job.secrets)
    for (const { reject } of [...queued, ...members.flatMap(({ tasks }) => [...tasks])]) reject(closedError())
    await Promise.all(members.map(({ worker }) => worker.close()))
  }

  /** Returns the worker for the next job: an idle one, else a new one, else the least busy one; undefined if all are busy. */
  #next(): Member | undefined {
    let best: Member | undefined
    for (const member of this.#members) if (best === undefined || member.tasks.size < best.tasks.size) best = member
    if ((best === undefined || best.tasks.size > 0) && this.#members.length < this.#options.size) {
      const member: Member = { worker: this.#options.start(), tasks: new Set(), answeredAt: undefined }
      this.#members = [...this.#members, member]
      return member
    }
    return best === undefined || best.tasks.size >= MAX_JOBS_PER_WORKER ? undefined : best
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const member = this.#next()
      const task = member && this.#queue.shift()
      if (member === undefined || task === undefined) return
      void this.#run(member, task)
    }
  }

  async #run(member: Member, task: Task): Promise<void> {
    member.tasks.add(task)
    const sentAt = this.#options.now()
    // Counted before the job is transferred, which detaches its memory.
    const work = (task.job.batch.outputIndexes.length * task.job.secrets.length) / SECRETS_LENGTH
    try {
      const answer = await member.worker.find(task.job)
      this.#measure(member, sentAt, work)
      if (this.#members.includes(member)) task.resolve(answer)
      else wipe(answer.derivations)
    } catch (error) {
      if (error instanceof ScannerWorkerError) this.#remove(member)
      task.reject(error)
    } finally {
      member.tasks.delete(task)
      this.#dispatch()
    }
  }

  /** Removes a dead worker. Another one starts when there is work. */
  #remove(member: Member): void {
    if (!this.#members.includes(member)) return
    this.#members = this.#members.filter((other) => other !== member)
    member.worker.close().catch(() => undefined)
  }

  /** Updates the pace. A worker's first job is ignored: it waited for the worker to start. */
  #measure(member: Member, sentAt: Milliseconds, work: number): void {
    const answeredAt = this.#options.now()
    if (member.answeredAt !== undefined) {
      const pace = work / Math.max(answeredAt - Math.max(sentAt, member.answeredAt), 0.1)
      this.#pace = this.#pace === undefined ? pace : this.#pace + NEWEST_WEIGHT * (pace - this.#pace)
    }
    member.answeredAt = answeredAt
  }
}
