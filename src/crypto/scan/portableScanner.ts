// The scanner without WASM. It is slow and simple: tests compare the other one with it.

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

/**
 * Creates a scanner that runs in every engine.
 *
 * @example
 * createPortableScanner().close() // undefined
 */
export const createPortableScanner = (): Scanner => {
  let secret: Uint8Array | undefined
  let closed = false
  const positions = new Map<string, number>()

  const watch = (viewSecret: Uint8Array, spendKeys: Uint8Array): void => {
    if (closed) throw new ScannerStateError('the scanner is closed')
    assertWatched(viewSecret, spendKeys)
    secret?.fill(0)
    secret = viewSecret.slice()
    positions.clear()
    for (let i = spendKeys.length / 32 - 1; i >= 0; i--) positions.set(toHex(row(spendKeys, i)), i)
  }

  const scan = (batch: ScanBatch): readonly ScanHit[] => {
    const viewSecret = secret
    if (viewSecret === undefined) throw new ScannerStateError('the scanner has no keys: call watch first')
    assertBatch(batch)
    const derivations = Array.from({ length: batch.keys.length / 32 }, (_, key) =>
      tryDerivation(row(batch.keys, key), viewSecret),
    )

    const tryKey = (output: number, key: number): ScanHit | undefined => {
      const derivation = derivations[key]
      if (derivation === undefined) return undefined
      const index = batch.outputIndexes[output] ?? 0
      const tag = batch.viewTags[output] ?? -1
      if (tag >= 0 && tag !== viewTag(derivation, index)) return undefined
      const spendPublic = trySpendKey(derivation, index, row(batch.outputs, output))
      const spendKey = spendPublic && positions.get(toHex(spendPublic))
      return spendKey === undefined ? undefined : { output, key, derivation: derivation.slice(), spendKey }
    }

    const find = (output: number): ScanHit | undefined => {
      const first = batch.firstKeys[output] ?? 0
      const end = first + (batch.keyCounts[output] ?? 0)
      for (let key = first; key < end; key++) {
        const hit = tryKey(output, key)
        if (hit) return hit
      }
      const additional = batch.additionalKeys[output] ?? -1
      return additional < 0 ? undefined : tryKey(output, additional)
    }

    const hits: ScanHit[] = []
    for (let output = 0; output < batch.outputs.length / 32; output++) {
      const hit = find(output)
      if (hit) hits.push(hit)
    }
    for (const derivation of derivations) derivation?.fill(0)
    return hits
  }

  return {
    watch: async (viewSecret, spendKeys) => watch(viewSecret, spendKeys),
    scan: async (batch) => scan(batch),
    close: async () => {
      secret?.fill(0)
      secret = undefined
      closed = true
      positions.clear()
    },
  }
}
