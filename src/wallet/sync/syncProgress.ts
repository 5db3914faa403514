// The progress of a sync as listeners see it: phase, heights and speed.

import type { Clock, Milliseconds } from '../../async/time.ts'
import type { HardFork } from '../../coin/networks/network.ts'
import type { ScanCounts } from './blockProcessor.ts'
import type { SyncState } from './syncViews.ts'

/** Over which speed is averaged. */
const SPEED_WINDOW: Milliseconds = 15_000

/** Blocks behind from which a synced wallet is shown as syncing again. */
const MIN_SHOWN_LAG = 20

/** Keeps the state of a sync for its listeners. */
export class SyncProgress {
  readonly #clock: Clock
  /** returns the number of scanned blocks */
  readonly #height: () => number
  #phase: SyncState['phase'] = 'connecting'
  #problem = ''
  #problemCode = ''
  #splitHeight: number | undefined
  #unknownFork: HardFork | undefined
  #target = 0
  #nodeHeight = 0
  #samples: { readonly time: Milliseconds; readonly height: number }[] = []
  #counts: ScanCounts = { blocks: 0, outputs: 0 }

  constructor(clock: Clock, height: () => number) {
    this.#clock = clock
    this.#height = height
  }

  get phase(): SyncState['phase'] {
    return this.#phase
  }

  /** Blocks and owned outputs found since the wallet was opened; blocks scanned twice count twice. */
  get counts(): ScanCounts {
    return this.#counts
  }

  get state(): Omit<SyncState, 'pollInterval' | 'compact'> {
    const height = this.#height()
    const blocksPerSecond = this.#speed()
    const left = Math.max(0, this.#target - height)
    return {
      phase: this.#phase,
      height,
      target: Math.max(this.#target, height),
      nodeHeight: this.#nodeHeight,
      blocksPerSecond,
      secondsLeft: left === 0 ? 0 : blocksPerSecond > 0 ? left / blocksPerSecond : undefined,
      problem: this.#problem,
      problemCode: this.#problemCode,
      splitHeight: this.#splitHeight,
      unknownFork: this.#unknownFork,
    }
  }

  /** A node is followed from now on, of which nothing is known yet. */
  connect(): void {
    this.#phase = 'connecting'
    this.#nodeHeight = 0
    this.#clearProblem()
    this.#splitHeight = undefined
    this.#unknownFork = undefined
  }

  /** The node reported its height. */
  setTarget(height: number): void {
    this.#target = height
    this.#nodeHeight = height
  }

  /** Blocks from `height` on are about to be read from a chain of `chainHeight` blocks. Returns whether the speed starts to count. */
  beginBlocks(chainHeight: number, height: number): boolean {
    this.#target = Math.max(this.#target, chainHeight)
    if (this.#phase !== 'synced' || chainHeight - height > MIN_SHOWN_LAG) this.#phase = 'syncing'
    this.#clearProblem()
    if (this.#samples.length > 0) return false
    this.#sample()
    return true
  }

  /** Blocks were committed. */
  addCommitted({ blocks, outputs }: ScanCounts): void {
    this.#counts = { blocks: this.#counts.blocks + blocks, outputs: this.#counts.outputs + outputs }
    this.#sample()
  }

  /** All blocks of this pass are committed. */
  endBlocks(): void {
    this.#samples = []
  }

  /** A pass succeeded. */
  succeed(isSynced: boolean): void {
    this.#clearProblem()
    this.#splitHeight = undefined
    this.#unknownFork = undefined
    if (isSynced) this.#phase = 'synced'
  }

  /**
   * A pass failed.
   * @param code of the error
   * @param stop where only the user can go on: where the node's chain leaves ours, or its first block of an unknown hard fork
   */
  fail(
    problem: string,
    code: string,
    { splitHeight, unknownFork }: Partial<Pick<SyncState, 'splitHeight' | 'unknownFork'>> = {},
  ): void {
    this.#phase = 'offline'
    this.#splitHeight = splitHeight
    this.#unknownFork = unknownFork
    this.#samples = []
    this.#problem = problem
    this.#problemCode = code
  }

  #clearProblem(): void {
    this.#problem = ''
    this.#problemCode = ''
  }

  #sample(): void {
    const time = this.#clock()
    this.#samples.push({ time, height: this.#height() })
    while (this.#samples.length > 2 && (this.#samples[0]?.time ?? time) < time - SPEED_WINDOW) this.#samples.shift()
  }

  #speed(): number {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (this.#phase !== 'syncing' || first === undefined || last === undefined || last.time <= first.time) return 0
    return Math.max(0, ((last.height - first.height) * 1000) / (last.time - first.time))
  }
}
