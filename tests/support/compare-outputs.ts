// Compares owned outputs by their members: those of a ledger have none of their own, so that any two would be equal.
import { expect } from 'vitest'
import { changedOutput, PackedOutput } from '../../src/wallet/state/packedOutput.ts'

const isPacked = (value: unknown): value is PackedOutput => value instanceof PackedOutput

/** Other values are returned as they are. */
const unpacked = (value: unknown): unknown => (isPacked(value) ? changedOutput(value, {}) : value)

expect.addEqualityTesters([
  function (a: unknown, b: unknown, customTesters) {
    if (!isPacked(a) && !isPacked(b)) return undefined
    return this.equals(unpacked(a), unpacked(b), customTesters)
  },
])
