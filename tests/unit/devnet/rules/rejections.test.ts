// A recorded transaction with one change is rejected, with the flags and the reason of that change.

import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import {
  absoluteOffsets,
  type KeyInput,
  type Transaction,
  TransactionType,
} from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { addPoints, decodePoint, encodePoint } from '../../../../src/crypto/curve/point.ts'
import { L, numberToBytes } from '../../../../src/crypto/curve/scalar.ts'
import { type ParsedTransaction, parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { TransactionChecker } from '../../../../src/devnet/rules/checker.ts'
import type { Flag } from '../../../../src/devnet/rules/refusal.ts'
import { recordedRules, recordedTransactions, replayNode } from '../../../support/devnet/replay-node.ts'
import { seededRandom } from '../../../support/random.ts'

const { network } = recordedRules

const recorded = recordedTransactions.find(({ coinbase, hex }) => {
  if (coinbase) return false
  const { inputs, outputs } = parseTransaction(network, fromHex(hex))
  return inputs.length === 2 && outputs.length === 2
})
if (recorded === undefined) throw new Error('the recorded chain has no transaction of two inputs and two outputs')
const original = parseTransaction(network, fromHex(recorded.hex))
const { node } = replayNode({ height: recorded.height })

const submit = (blob: Uint8Array) => node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })

type Parts = Required<Pick<Transaction, 'rct' | 'prunable'>>
const { rct, prunable } = original as { [part in keyof Parts]: NonNullable<Parts[part]> }

const flip = (bytes: Uint8Array, at = 3): Uint8Array => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))

const replaceFirst = <T>(items: readonly T[], change: (first: T) => T): T[] =>
  items.map((item, i) => (i === 0 ? change(item) : item))

const withInput = (change: (input: KeyInput) => KeyInput): Transaction => ({
  ...original,
  // All inputs of a transfer are key inputs.
  inputs: replaceFirst(original.inputs, (input) => change(input as KeyInput)),
})

const withProof = (change: (proof: (typeof prunable.bulletproofs)[number]) => typeof proof): Transaction => ({
  ...original,
  prunable: { ...prunable, bulletproofs: replaceFirst(prunable.bulletproofs, change) },
})

const withSignature = (change: (signature: (typeof prunable.clsags)[number]) => typeof signature): Transaction => ({
  ...original,
  prunable: { ...prunable, clsags: replaceFirst(prunable.clsags, change) },
})

const smaller = (offsets: readonly bigint[]): readonly bigint[] => offsets.slice(0, 9)

type Case = { readonly name: string; readonly changed: Transaction; readonly flags: Flag[]; readonly reason: RegExp }

const failed = (name: string, changed: Transaction, reason: RegExp): Case => ({
  name,
  changed,
  flags: ['failed'],
  reason,
})
const badInput = (name: string, changed: Transaction, reason: RegExp, ...flags: Flag[]): Case => ({
  name,
  changed,
  flags: ['failed', ...flags, 'invalidInput'],
  reason,
})

const cases: Case[] = [
  failed('the fee', { ...original, rct: { ...rct, fee: rct.fee + 10n } }, /do not balance/),
  failed('a commitment', { ...original, rct: { ...rct, commitments: rct.commitments.toReversed() } }, /range proof/),
  failed(
    'a pseudo output',
    {
      ...original,
      prunable: { ...prunable, pseudoOuts: replaceFirst(prunable.pseudoOuts, () => fromHex('00'.repeat(32))) },
    },
    /do not balance/,
  ),
  failed(
    'the range proof',
    withProof((proof) => ({ ...proof, t: flip(proof.t) })),
    /range proof is invalid/,
  ),
  failed(
    'a scalar of the range proof that is not reduced',
    withProof((proof) => ({ ...proof, a: numberToBytes(L) })),
    /range proof is invalid/,
  ),
  failed(
    'the rounds of the range proof',
    withProof((proof) => ({ ...proof, L: proof.L.slice(1), R: proof.R.slice(1) })),
    /6 rounds instead of 7/,
  ),
  failed(
    'a second range proof',
    { ...original, prunable: { ...prunable, bulletproofs: [...prunable.bulletproofs, ...prunable.bulletproofs] } },
    /2 range proofs/,
  ),
  failed(
    'a member that is there twice',
    withInput((input) => ({ ...input, keyOffsets: [...input.keyOffsets.slice(0, 9), 0n] })),
    /same member twice/,
  ),
  failed(
    'a key image outside the group',
    withInput((input) => ({
      ...input,
      keyImage: encodePoint(addPoints(decodePoint(input.keyImage), decodePoint(new Uint8Array(32)))),
    })),
    /prime-order/,
  ),
  failed(
    'a key image that is used twice',
    { ...original, inputs: original.inputs.map(() => original.inputs[0] ?? { kind: 'gen', height: 0 }) },
    /used twice/,
  ),
  failed(
    'an output key that is no point',
    { ...original, outputs: replaceFirst(original.outputs, (output) => ({ ...output, key: numberToBytes(2n) })) },
    /is not a point/,
  ),
  failed('no range proof', { ...original, prunable: { ...prunable, bulletproofs: [] } }, /0 range proofs/),
  {
    name: 'an amount in clear',
    changed: { ...original, outputs: replaceFirst(original.outputs, (output) => ({ ...output, amount: 1n })) },
    flags: ['failed', 'invalidOutput'],
    reason: /has a visible amount/,
  },
  badInput(
    'an input of outputs that show their amount, of which there are none',
    withInput((input) => ({ ...input, amount: 1n })),
    /does not exist or is locked/,
  ),
  badInput(
    'the ring size',
    {
      ...original,
      inputs: original.inputs.map((input) =>
        input.kind === 'key' ? { ...input, keyOffsets: smaller(input.keyOffsets) } : input,
      ),
      prunable: { ...prunable, clsags: prunable.clsags.map((clsag) => ({ ...clsag, s: clsag.s.slice(0, 9) })) },
    },
    /9 members instead of 10/,
    'lowMixin',
  ),
  badInput('the order of inputs', { ...original, inputs: original.inputs.toReversed() }, /descending/),
  badInput(
    'a member that does not exist',
    withInput((input) => ({ ...input, keyOffsets: [...input.keyOffsets.slice(0, 9), 100_000n] })),
    /does not exist or is locked/,
  ),
  badInput(
    'another member',
    withInput((input) => ({ ...input, keyOffsets: replaceFirst(input.keyOffsets, (offset) => offset + 1n) })),
    /signature of input 0/,
  ),
  badInput(
    'a response',
    withSignature((clsag) => ({ ...clsag, s: replaceFirst(clsag.s, flip) })),
    /signature of input 0/,
  ),
  badInput(
    'a response that is not reduced',
    withSignature((clsag) => ({ ...clsag, s: replaceFirst(clsag.s, () => numberToBytes(L)) })),
    /signature of input 0/,
  ),
  badInput(
    'the challenge',
    withSignature((clsag) => ({ ...clsag, c1: flip(clsag.c1) })),
    /signature of input 0/,
  ),
  badInput('the extra', { ...original, extra: flip(original.extra) }, /signature of input 0/),
  badInput('the unlock time', { ...original, unlockTime: 1n }, /signature of input 0/),
  badInput(
    'an encrypted amount',
    {
      ...original,
      rct: { ...rct, ecdhInfo: replaceFirst(rct.ecdhInfo, (info) => ({ ...info, amount: flip(info.amount) })) },
    },
    /signature of input 0/,
  ),
]

describe('a transaction with one change', () => {
  it.each(cases)('is rejected for $name', ({ changed, flags, reason }) => {
    const admission = submit(serializeTransaction(changed))
    expect(admission).toMatchObject({ accepted: false, reason: expect.stringMatching(reason) })
    // The previous line checked that it was rejected.
    expect(admission.accepted ? [] : admission.flags.toSorted()).toEqual(flags.toSorted())
    expect(node.pool.size).toBe(0)
  })

  it('is rejected with any bit changed', () => {
    const blob = fromHex(recorded.hex)
    const step = Math.floor((8 * blob.length) / 40)
    for (let bit = 5; bit < 8 * blob.length; bit += step) {
      const changed = blob.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      expect({ bit, accepted: submit(changed).accepted }).toEqual({ bit, accepted: false })
    }
  })

  it('is accepted unchanged', () => {
    expect(submit(fromHex(recorded.hex))).toMatchObject({ accepted: true, added: true })
    node.pool.remove(fromHex(recorded.hash))
  })
})

describe('the fork rules', () => {
  const checker = new TransactionChecker(seededRandom(3))
  const at = (height: number, changed: Transaction) =>
    checker.checkInputs(replayNode({ height }).node.chain, parseFullTransaction(network, serializeTransaction(changed)))

  it.each([
    { name: 'a version that is too new', height: 1, changed: original, flags: ['invalidVersion'] },
    { name: 'a type that is too new', height: 5, changed: { ...original, type: 4 as const }, flags: ['invalidType'] },
    {
      name: 'a version and a type that are too new',
      height: 1,
      changed: { ...original, type: 4 as const },
      flags: ['invalidVersion', 'invalidType'],
    },
    {
      name: 'a single output',
      height: recorded.height,
      changed: {
        ...original,
        outputs: original.outputs.slice(1),
        outputUnlockTimes: original.outputUnlockTimes.slice(1),
        rct: { ...rct, ecdhInfo: rct.ecdhInfo.slice(1), commitments: rct.commitments.slice(1) },
      },
      flags: ['tooFewOutputs'],
    },
  ])('reject $name', ({ height, changed, flags }) => {
    expect(at(height, changed)).toMatchObject({ flags: ['failed', ...flags] })
  })

  it('allow a name transaction with a single output', () => {
    const single = {
      ...original,
      type: TransactionType.nameSystem,
      outputs: original.outputs.slice(1),
      outputUnlockTimes: original.outputUnlockTimes.slice(1),
      rct: { ...rct, ecdhInfo: rct.ecdhInfo.slice(1), commitments: rct.commitments.slice(1) },
    }
    expect(at(recorded.height, single)).toMatchObject({ flags: ['failed'], reason: /ring signature/ })
  })

  it('reject a confidential type before its fork', () => {
    const { chain } = replayNode({ height: 150 }).node
    expect(checker.checkOutputs(chain, parseFullTransaction(network, fromHex(recorded.hex)))).toMatchObject({
      flags: ['failed', 'invalidOutput'],
      reason: `RingCT type ${RctType.clsag} is not allowed yet at fork 15`,
    })
  })

  it('reject ring members that are too young', () => {
    const { chain } = replayNode().node
    const viewAt = (height: number) => ({
      rules: chain.rules,
      height,
      state: chain.state,
      outputs: chain.outputs,
      isSpent: () => false,
      isUnlocked: (unlockTime: bigint) => unlockTime <= BigInt(height),
    })
    const youngest = ({ inputs }: Transaction): number =>
      Math.max(
        ...inputs.map((input) => {
          const last = input.kind === 'key' ? (absoluteOffsets(input.keyOffsets)?.at(-1) ?? 0) : 0
          return chain.outputs[last]?.height ?? 0
        }),
      )
    const transfers = recordedTransactions
      .filter(({ coinbase }) => !coinbase)
      .map(({ hex }) => parseFullTransaction(network, fromHex(hex)))
    const firstUsable = (parsed: ParsedTransaction): number => youngest(parsed.transaction) + network.spendableAge
    const isTooYoung = (parsed: ParsedTransaction, height: number): boolean => {
      const result = checker.checkInputs(viewAt(height), parsed)
      return 'flags' in result && /younger than 10/.test(result.reason)
    }
    // Most of them are rejected first for a locked coinbase.
    const refused = transfers.filter((parsed) => isTooYoung(parsed, firstUsable(parsed) - 1))
    expect(refused.length).toBeGreaterThan(0)
    for (const parsed of refused.slice(0, 2)) {
      const height = firstUsable(parsed)
      expect(checker.checkInputs(viewAt(height), parsed)).toEqual({ highestMember: height - network.spendableAge })
    }
  })
})
