// The scanner without WASM. It is slow and simple: tests compare the WASM scanner with it.

import { withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { InvalidPointError } from '../curve/point.ts'
import { deriveSpendKey, keyDerivation, viewTag } from '../keys/keys.ts'
import { assertBatch, assertWatched, type ScanBatch, type ScanHit, type Scanner, ScannerStateError } from './scanner.ts'

/** Returns the derivation of a key; undefined if the key is not a point. */
const tryDerivation = (key: Uint8Array, viewSecret: Uint8Array): Uint8Array | undefined => {
  try {
    return keyDerivation(key, viewSecret)
  } catch (error) {
    if (error instanceof InvalidPointError) return undefined
    throw error
  }
}

/** Returns the spend key that an output is addressed to; undefined if the output is not a point. */
const trySpendKey = (derivation: Uint8Array, index: number, output: Uint8Array): Uint8Array | undefined => {
  try {
    return deriveSpendKey(derivation, index, output)
  } catch (error) {
    if (error instanceof InvalidPointError) return undefined
    throw error
  }
}

const row = (rows: Uint8Array, i: number): Uint8Array => rows.subarray(32 * i, 32 * i + 32)

/** What a scan searches for: derivations by key of the batch, and positions of the watched spend keys by their hex. */
type Search = {
  readonly batch: ScanBatch
  readonly derivations: readonly (Uint8Array | undefined)[]
  readonly positions: ReadonlyMap<string, number>
}

/** Returns the hit of an output with one key of the batch; undefined if the output is not addressed to a watched key. */
const tryKey = ({ batch, derivations, positions }: Search, output: number, key: number): ScanHit | undefined => {
  const derivation = derivations[key]
  if (derivation === undefined) return undefined
  const index = batch.outputIndexes[output] ?? 0
  const tag = batch.viewTags[output] ?? -1
  if (tag >= 0 && tag !== viewTag(derivation, index)) return undefined
  const spendPublic = trySpendKey(derivation, index, row(batch.outputs, output))
  const spendKey = spendPublic && positions.get(toHex(spendPublic))
  return spendKey === undefined ? undefined : { output, key, derivation: derivation.slice(), spendKey }
}

/** Returns the first hit of an output, with the keys of its transaction, then with its additional key. */
const findHit = (search: Search, output: number): ScanHit | undefined => {
  const { firstKeys, keyCounts, additionalKeys } = search.batch
  const first = firstKeys[output] ?? 0
  const end = first + (keyCounts[output] ?? 0)
  for (let key = first; key < end; key++) {
    const hit = tryKey(search, output, key)
    if (hit) return hit
  }
  const additional = additionalKeys[output] ?? -1
  return additional < 0 ? undefined : tryKey(search, output, additional)
}

class PortableScanner implements Scanner {
  #secret: Uint8Array | undefined
  #isClosed = false
  readonly #positions = new Map<string, number>()

  async watch(viewSecret: Uint8Array, spendKeys: Uint8Array): Promise<void> {
    if (this.#isClosed) throw new ScannerStateError('the scanner is closed')
    assertWatched(viewSecret, spendKeys)
    this.#secret?.fill(0)
    this.#secret = viewSecret.slice()
    this.#positions.clear()
    for (let i = spendKeys.length / 32 - 1; i >= 0; i--) this.#positions.set(toHex(row(spendKeys, i)), i)
  }

  async scan(batch: ScanBatch): Promise<readonly ScanHit[]> {
    const viewSecret = this.#secret
    if (viewSecret === undefined) throw new ScannerStateError('the scanner has no keys: call watch first')
    assertBatch(batch)
    return withSecrets((keep) => {
      const derivations = Array.from({ length: batch.keys.length / 32 }, (_, key) => {
        const derivation = tryDerivation(row(batch.keys, key), viewSecret)
        return derivation && keep(derivation)
      })
      const search: Search = { batch, derivations, positions: this.#positions }
      const hits: ScanHit[] = []
      for (let output = 0; output < batch.outputs.length / 32; output++) {
        const hit = findHit(search, output)
        if (hit) hits.push(hit)
      }
      return hits
    })
  }

  async close(): Promise<void> {
    this.#secret?.fill(0)
    this.#secret = undefined
    this.#isClosed = true
    this.#positions.clear()
  }
}

/**
 * Creates a scanner that runs in every engine.
 *
 * @example
 * createPortableScanner().close() // undefined
 */
export const createPortableScanner = (): Scanner => new PortableScanner()
