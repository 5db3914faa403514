// Workers for many wallets at the other end of a message channel. Everything is transferred, not copied: secrets stay in one place.

import { transfer } from 'comlink'
import { OwnerFinder } from './ownerFinder.ts'
import type { OwnerAnswer, OwnerJob } from './ownerScan.ts'
import type { OwnerWorker } from './ownerWorkers.ts'
import { callsUntilDeath } from './scannerWire.ts'

export type WireOwnerFinder = { find(job: OwnerJob): Promise<OwnerAnswer> }

// None of the arrays that are transferred is of shared memory.
const buffersOf = (arrays: readonly ArrayBufferView[]): ArrayBuffer[] =>
  arrays.map(({ buffer }) => buffer as ArrayBuffer)

/**
 * Returns the interface that a worker exposes.
 * @param report receives the fault of a kernel that is replaced
 *
 * @example
 * typeof serveOwnerFinder(() => undefined).find // 'function'
 */
export const serveOwnerFinder = (report: (error: unknown) => void): WireOwnerFinder => {
  const finder = new OwnerFinder(report)
  return {
    find: async (job) => {
      const answer = await finder.find(job)
      return transfer(answer, buffersOf(Object.values(answer)))
    },
  }
}

/**
 * Returns a worker for `OwnerWorkers`. The memory of its jobs is detached.
 * @param died rejects when the worker is dead; every call then fails with its error
 * @param end terminates the worker
 *
 * @example
 * const served = serveOwnerFinder(() => undefined)
 * remoteOwnerWorker(served, new Promise(() => undefined), async () => undefined).close() // undefined
 */
export const remoteOwnerWorker = (
  remote: WireOwnerFinder,
  died: Promise<never>,
  end: () => Promise<void>,
): OwnerWorker => {
  const unlessDead = callsUntilDeath(died)
  return {
    find: (job) => unlessDead(remote.find(transfer(job, buffersOf([...Object.values(job.batch), job.secrets])))),
    close: end,
  }
}
