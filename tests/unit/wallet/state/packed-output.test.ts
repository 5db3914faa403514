// Outputs in the buffers of a ledger: they have the members of the outputs that were packed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { Ledger, outputId } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import {
  changedOutput,
  hasKeyImage,
  isSpent,
  OutputPacker,
  PackedOutput,
} from '../../../../src/wallet/state/packedOutput.ts'
import { sampleOutput } from '../../../support/wallet/ledger-samples.ts'
import { output } from '../../../support/wallet/output-arbitrary.ts'

/** Returns the members of an output, read by name: not the way `changedOutput` reads them. */
const membersOf = (packed: OwnedOutput, like: OutputFields): unknown =>
  Object.fromEntries(Object.keys(like).map((name) => [name, Reflect.get(packed, name)]))

describe('a packed output', () => {
  it('has the members of the output, whatever was packed before it', () => {
    fc.assert(
      fc.property(fc.array(output, { maxLength: 40 }), (outputs) => {
        const packer = new OutputPacker()
        const packed = outputs.map((one) => packer.pack(one))
        expect(packed.map((one, i) => membersOf(one, outputs[i] as OutputFields))).toEqual(outputs)
      }),
    )
  })

  it('is spent, and has a key image, if the output is and has', () => {
    fc.assert(
      fc.property(output, (one) => {
        const packed = new OutputPacker().pack(one)
        expect([isSpent(packed), hasKeyImage(packed)]).toEqual([one.spent !== undefined, one.keyImage !== undefined])
        expect([isSpent(one), hasKeyImage(one)]).toEqual([isSpent(packed), hasKeyImage(packed)])
      }),
    )
  })

  it('has its members in wallets of many chunks', () => {
    const packer = new OutputPacker()
    const outputs = Array.from({ length: 5000 }, (_, i) =>
      sampleOutput({ globalIndex: Number.MAX_SAFE_INTEGER - i, indexInTx: i, amount: BigInt(i) }),
    )
    const packed = outputs.map((one) => packer.pack(one))
    expect(packed.every(({ globalIndex }, i) => globalIndex === Number.MAX_SAFE_INTEGER - i)).toBe(true)
    expect(packed.map(({ amount }) => amount)).toEqual(outputs.map(({ amount }) => amount))
  })

  it('is independent of the bytes that were packed', () => {
    const key = new Uint8Array(32).fill(7)
    const packed = new OutputPacker().pack(sampleOutput({ key }))
    key.fill(0)
    expect(packed.key).toEqual(new Uint8Array(32).fill(7))
  })

  it('stays the same object in another packer', () => {
    const packed = new OutputPacker().pack(sampleOutput())
    expect(new OutputPacker().pack(packed)).toBe(packed)
  })

  it('is copied with changes, and not by spreading', () => {
    fc.assert(
      fc.property(output, output, (one, { spent, keyImage, frozen }) => {
        const packed: OwnedOutput = new OutputPacker().pack(one)
        const changes = { spent, keyImage, frozen }
        expect(changedOutput(packed, changes)).toEqual({ ...one, ...changes })
        expect(changedOutput(one, changes)).toEqual({ ...one, ...changes })
        // @ts-expect-error the copy of a packed output lacks the members
        const copy: OwnedOutput = { ...packed, frozen }
        expect(Object.keys(copy)).toEqual(['frozen'])
      }),
    )
  })

  it('is what a ledger contains', () => {
    const one = sampleOutput()
    const kept = new Ledger([one]).outputs.get(outputId(one))
    expect(kept).toBeInstanceOf(PackedOutput)
    expect(kept).toEqual(one)
    expect(kept).not.toEqual(new OutputPacker().pack({ ...one, amount: one.amount + 1n }))
  })
})
