// Chooses the scanner that this engine can run, and replaces it when it computes something wrong.

import { wipe } from '../../bytes/bytes.ts'
import { KernelUnavailableError, type Level, leaveLevel, onBestLevel } from '../kernel.ts'
import { copyCanary, wipeCanary } from './canaryBatch.ts'
import { createScanKernelOf } from './createScanKernel.ts'
import { createKernelScanner, ScanFaultError } from './kernelScanner.ts'
import type { ScanCanary } from './scanCanary.ts'
import { assertWatched, type ScanBatch, type ScanHit, type Scanner, ScannerStateError } from './scanner.ts'

/** A scanner and its level; portable code has none. */
type LeveledScanner = { readonly scanner: Scanner; readonly level: Level | undefined }

const createOnBestLevel = async (): Promise<LeveledScanner> => {
  try {
    return await onBestLevel(async (level) => ({
      scanner: createKernelScanner(await createScanKernelOf(level)),
      level,
    }))
  } catch (error) {
    if (!(error instanceof KernelUnavailableError)) throw error
    // Loaded on demand: nearly every engine has WebAssembly.
    const { createPortableScanner } = await import('./portableScanner.ts')
    return { scanner: createPortableScanner(), level: undefined }
  }
}

type Watched = {
  readonly viewSecret: Uint8Array
  readonly spendKeys: Uint8Array
  readonly canary: ScanCanary | undefined
}

/** A scanner that leaves a level whose kernel does not find its canary, and scans the batch again on the next one. */
class FallbackScanner implements Scanner {
  #current: LeveledScanner
  readonly #report: (error: unknown) => void
  #watched: Watched | undefined
  #replacing: Promise<void> | undefined
  #closed = false

  constructor(current: LeveledScanner, report: (error: unknown) => void) {
    this.#current = current
    this.#report = report
  }

  async watch(viewSecret: Uint8Array, spendKeys: Uint8Array, canary?: ScanCanary): Promise<void> {
    if (this.#closed) throw new ScannerStateError('the scanner is closed')
    assertWatched(viewSecret, spendKeys)
    this.#forget()
    this.#watched = { viewSecret: viewSecret.slice(), spendKeys, canary: copyCanary(canary) }
    await this.#current.scanner.watch(viewSecret, spendKeys, canary)
  }

  async scan(batch: ScanBatch): Promise<readonly ScanHit[]> {
    for (;;) {
      const used = this.#current
      try {
        return await used.scanner.scan(batch)
      } catch (error) {
        if (!(error instanceof ScanFaultError) || this.#closed) throw error
        if (used === this.#current && this.#replacing === undefined) {
          this.#report(error)
          this.#replacing = this.#replace(used).finally(() => {
            this.#replacing = undefined
          })
        }
        await this.#replacing
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#forget()
    await this.#replacing?.catch(() => undefined)
    await this.#current.scanner.close()
  }

  #forget(): void {
    if (this.#watched !== undefined) wipe(this.#watched.viewSecret)
    wipeCanary(this.#watched?.canary)
    this.#watched = undefined
  }

  /** Replaces a scanner that computed something wrong by one of a slower level, which watches the same keys. */
  async #replace(faulty: LeveledScanner): Promise<void> {
    if (faulty.level !== undefined) leaveLevel(faulty.level)
    const next = await createOnBestLevel()
    let watched: Watched | undefined
    do {
      // Other keys may be set meanwhile.
      watched = this.#watched
      if (watched !== undefined) await next.scanner.watch(watched.viewSecret, watched.spendKeys, watched.canary)
    } while (watched !== this.#watched)
    this.#current = next
    await faulty.scanner.close()
    if (this.#closed) await next.scanner.close()
  }
}

/**
 * Creates a scanner: on WASM if the engine runs it, else in portable JavaScript. If a kernel computes something wrong, the batch is
 * scanned again on a slower level: nothing is missed.
 * @param report receives the fault of a level that is left
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * const scanner = await createScanner()
 * scanner.close() // undefined
 */
export const createScanner = async (report: (error: unknown) => void = () => undefined): Promise<Scanner> =>
  new FallbackScanner(await createOnBestLevel(), report)
