// The scanner without WASM. It is slow and simple: tests compare the WASM scanner with it.

import { concat, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { InvalidPointError } from '../curve/point.ts'
import { deriveSpendKey, keyDerivation, viewTag } from '../keys/keys.ts'
import type { OwnerCandidates } from './ownerScan.ts'
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

/** What a scan searches: the batch, and the derivations of its keys. */
type Search = { readonly batch: ScanBatch; readonly derivations: readonly (Uint8Array | undefined)[] }

/** A spend key that an output may belong to. */
type Candidate = {
  readonly output: number
  readonly key: number
  readonly derivation: Uint8Array
  readonly owner: Uint8Array
}

/** Returns the spend key that an output with one key of the batch is addressed to; undefined if it is to no wallet of the view secret. */
const tryKey = ({ batch, derivations }: Search, output: number, key: number): Candidate | undefined => {
  const derivation = derivations[key]
  if (derivation === undefined) return undefined
  const index = batch.outputIndexes[output] ?? 0
  const tag = batch.viewTags[output] ?? -1
  if (tag >= 0 && tag !== viewTag(derivation, index)) return undefined
  const owner = trySpendKey(derivation, index, row(batch.outputs, output))
  return owner && { output, key, derivation, owner }
}

/** Yields what an output is tried with: the keys of its transaction, then its additional key. */
function* candidatesOf(search: Search, output: number): Generator<Candidate> {
  const { firstKeys, keyCounts, additionalKeys } = search.batch
  const first = firstKeys[output] ?? 0
  const additional = additionalKeys[output] ?? -1
  const keys = Array.from({ length: keyCounts[output] ?? 0 }, (_, i) => first + i)
  for (const key of additional < 0 ? keys : [...keys, additional]) {
    const candidate = tryKey(search, output, key)
    if (candidate !== undefined) yield candidate
  }
}

/** Calls `use` with a search of a batch by a view secret, and wipes the derivations afterwards. */
const withSearch = <T>(viewSecret: Uint8Array, batch: ScanBatch, use: (search: Search) => T): T =>
  withSecrets((keep) => {
    const derivations = Array.from({ length: batch.keys.length / 32 }, (_, key) => {
      const derivation = tryDerivation(row(batch.keys, key), viewSecret)
      return derivation && keep(derivation)
    })
    return use({ batch, derivations })
  })

/**
 * Returns the spend keys that the outputs of a batch may belong to, for a view secret.
 * @throws ScanBatchError if the arrays of the batch do not fit together
 *
 * @example
 * const none = new Uint32Array()
 * const keys = { keys: new Uint8Array(), outputs: new Uint8Array(), outputIndexes: none, firstKeys: none, keyCounts: none }
 * const batch = { ...keys, additionalKeys: new Int32Array(), viewTags: new Int16Array() }
 * findOwnersPortably(new Uint8Array(32), batch).rows // none
 */
export const findOwnersPortably = (viewSecret: Uint8Array, batch: ScanBatch): OwnerCandidates => {
  assertBatch(batch)
  return withSearch(viewSecret, batch, (search) => {
    const found = Array.from(batch.outputIndexes, (_, output) => [...candidatesOf(search, output)]).flat()
    return {
      rows: Uint32Array.from(found.flatMap(({ output, key }) => [output, key])),
      owners: concat(...found.map(({ owner }) => owner)),
      derivations: concat(...found.map(({ derivation }) => derivation)),
    }
  })
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
    return withSearch(viewSecret, batch, (search) =>
      Array.from(batch.outputIndexes, (_, output) => this.#hitOf(search, output)).filter((hit) => hit !== undefined),
    )
  }

  /** Returns the first hit of an output; undefined if it is addressed to no watched key. */
  #hitOf(search: Search, output: number): ScanHit | undefined {
    for (const { key, derivation, owner } of candidatesOf(search, output)) {
      const spendKey = this.#positions.get(toHex(owner))
      if (spendKey !== undefined) return { output, key, derivation: derivation.slice(), spendKey }
    }
    return undefined
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
