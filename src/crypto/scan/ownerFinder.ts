// Finds the candidates of many wallets in a thread: on the scan kernel, with a canary in every scan, and on the next slower level when that is
// not found. Keeps nothing of a job.

import { SerialQueue } from '../../async/serialQueue.ts'
import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { KernelUnavailableError, type Level, leaveLevel, onBestLevel } from '../kernel.ts'
import { canaryBatch } from './canaryBatch.ts'
import { createScanKernelOf } from './createScanKernel.ts'
import { findOwnersOnKernel, watchOnKernel } from './kernelBatch.ts'
import { ScanFaultError } from './kernelScanner.ts'
import {
  joinCandidates,
  type OwnerAnswer,
  type OwnerCandidates,
  type OwnerJob,
  type ScanSecrets,
  SECRETS_LENGTH,
  unpackSecrets,
} from './ownerScan.ts'
import type { ScanKernel } from './scanKernel.ts'
import { assertBatch, type ScanBatch } from './scanner.ts'

/** Finds candidates for one wallet. */
type FindOwners = (secrets: ScanSecrets, batch: ScanBatch) => OwnerCandidates

/** Portable code has no level. */
type LeveledFinder = { readonly find: FindOwners; readonly level: Level | undefined }

const NO_KEYS = new Uint8Array()

/** Returns the candidates without the last one, which must be the canary's. */
const withoutCanary = (found: OwnerCandidates, batch: ScanBatch, { owner, canary }: ScanSecrets): OwnerCandidates => {
  if (canary === undefined) return found
  const { rows, owners, derivations } = found
  const last = Math.max(rows.length / 2 - 1, 0)
  const isFound =
    rows[2 * last] === batch.outputIndexes.length &&
    equalBytes(owners.subarray(32 * last), owner) &&
    equalBytes(derivations.subarray(32 * last), canary.derivation)
  wipe(isFound ? derivations.subarray(32 * last) : derivations)
  if (!isFound) throw new ScanFaultError('the kernel did not find the output that every batch contains')
  return {
    rows: rows.subarray(0, 2 * last),
    owners: owners.subarray(0, 32 * last),
    derivations: derivations.subarray(0, 32 * last),
  }
}

const onKernel =
  (kernel: ScanKernel): FindOwners =>
  (secrets, batch) => {
    const { viewSecret, canary } = secrets
    try {
      watchOnKernel(kernel, viewSecret, NO_KEYS)
      const found = findOwnersOnKernel(kernel, batch, canary === undefined ? undefined : canaryBatch(canary))
      return withoutCanary(found, batch, secrets)
    } finally {
      kernel.forget()
    }
  }

const createOnBestLevel = async (): Promise<LeveledFinder> => {
  try {
    return await onBestLevel(async (level) => ({ find: onKernel(await createScanKernelOf(level)), level }))
  } catch (error) {
    if (!(error instanceof KernelUnavailableError)) throw error
    const { findOwnersPortably } = await import('./portableScanner.ts')
    return { find: ({ viewSecret }, batch) => findOwnersPortably(viewSecret, batch), level: undefined }
  }
}

/** Finds the candidates of the wallets of jobs, one job at a time. */
export class OwnerFinder {
  readonly #queue = new SerialQueue()
  readonly #report: (error: unknown) => void
  #current: LeveledFinder | undefined

  /** @param report receives the fault of a level that is left */
  constructor(report: (error: unknown) => void = () => undefined) {
    this.#report = report
  }

  /**
   * Returns the candidates of each wallet of a job. Wipes its secrets.
   * @throws ScanBatchError if the arrays of the batch do not fit together
   * @throws KernelLoadError if the kernel's file cannot be read
   */
  find({ batch, secrets }: OwnerJob): Promise<OwnerAnswer> {
    return this.#queue.run(async () => {
      const found: OwnerCandidates[] = []
      try {
        assertBatch(batch)
        for (let wallet = 0; wallet < secrets.length / SECRETS_LENGTH; wallet++)
          found.push(await this.#findOf(unpackSecrets(secrets, wallet), batch))
        return joinCandidates(found)
      } finally {
        wipe(secrets, ...found.map(({ derivations }) => derivations))
      }
    })
  }

  async #findOf(secrets: ScanSecrets, batch: ScanBatch): Promise<OwnerCandidates> {
    for (;;) {
      this.#current ??= await createOnBestLevel()
      const { find, level } = this.#current
      try {
        return find(secrets, batch)
      } catch (error) {
        if (!(error instanceof ScanFaultError) || level === undefined) throw error
        this.#report(error)
        leaveLevel(level)
        this.#current = undefined
      }
    }
  }
}
