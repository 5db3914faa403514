// Every recorded transaction serializes to the same bytes, hashes to its id, and has the fields that the node reports.

import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import {
  absoluteOffsets,
  isCoinbase,
  outputUnlockTime,
  pseudoOutsOf,
  relativeOffsets,
  type Transaction,
  transactionFee,
} from '../../../../src/coin/transactions/transaction.ts'
import {
  parsePrunedTransaction,
  parsePrunedTransactionParts,
  parseTransaction,
  parseTransactionParts,
  serializePrefix,
  serializeRctBase,
  serializeRctPrunable,
  serializeTransaction,
} from '../../../../src/coin/transactions/transactionBytes.ts'
import {
  prefixHash,
  prunableHash,
  transactionId,
  transactionIdFromParts,
  transactionIdOfParts,
  transactionIdOfPruned,
} from '../../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { keccak256 } from '../../../../src/crypto/hash/keccak.ts'
import { moneroScanBlocks, oxenTransactions, pageBlocks } from '../../../support/coin/vectors.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'

/** Returns the problems of a recorded transaction; empty if there are none. */
const problemsOf = (network: Network, id: string, hex: string): string[] => {
  const bytes = fromHex(hex)
  const parts = parseTransactionParts(network, bytes)
  const { transaction } = parts
  const problems: string[] = []
  const check = (name: string, holds: boolean) => {
    if (!holds) problems.push(`${name} of ${id}`)
  }
  check('bytes', toHex(serializeTransaction(transaction)) === hex)
  check('id', toHex(transactionId(transaction)) === id)
  check('id of parts', toHex(transactionIdOfParts(parts)) === id)
  check('prefix', toHex(serializePrefix(transaction)) === toHex(parts.prefix))
  check('base', toHex(serializeRctBase(transaction)) === toHex(parts.base))
  check('prunable', toHex(serializeRctPrunable(transaction)) === toHex(parts.prunable))
  const pruned = bytes.subarray(0, bytes.length - parts.prunable.length)
  const prunedParts = parsePrunedTransactionParts(network, pruned)
  check('pruned bytes', toHex(serializeTransaction(prunedParts.transaction)) === toHex(pruned))
  check('id of pruned', toHex(transactionIdOfPruned(prunedParts, keccak256(parts.prunable))) === id)
  return problems
}

describe('oxen transactions', () => {
  const recorded = oxenTransactions()
  it('round-trip and hash to their ids', () => {
    expect(recorded.length).toBe(388 + 24 + 7 + 273)
    expect(recorded.flatMap(({ id, hex }) => problemsOf(oxenRegtest, id, hex))).toEqual([])
  })

  it('cover every version and type of the recorded chains', () => {
    const seen = new Set(
      recorded.map(({ hex }) => {
        const { version, type, rct } = parseTransaction(oxenRegtest, fromHex(hex))
        return `${version}/${type}/${rct?.type ?? '-'}`
      }),
    )
    expect([...seen].sort()).toEqual(['2/0/0', '4/0/0', '4/0/5', '4/2/-', '4/3/5', '4/4/5'])
  })

  type Decoded = {
    readonly version: number
    readonly unlock_time: number
    readonly output_unlock_times?: readonly number[]
    readonly type?: number
    readonly vin: readonly {
      readonly gen?: { readonly height: number }
      readonly key?: { readonly amount: number; readonly key_offsets: readonly number[]; readonly k_image: string }
    }[]
    readonly vout: readonly { readonly amount: number; readonly target: { readonly key: string } }[]
    readonly extra: readonly number[]
    readonly rct_signatures: { readonly txnFee?: number; readonly outPk?: readonly string[]; readonly type?: number }
    readonly rctsig_prunable?: { readonly pseudoOuts: readonly string[] }
  }

  const decodedLike = (transaction: Transaction): Decoded => ({
    version: transaction.version,
    unlock_time: Number(transaction.unlockTime),
    ...(transaction.version < 3
      ? {}
      : { output_unlock_times: transaction.outputUnlockTimes.map(Number), type: transaction.type }),
    vin: transaction.inputs.map((input) =>
      input.kind === 'gen'
        ? { gen: { height: input.height } }
        : {
            key: {
              amount: Number(input.amount),
              key_offsets: input.keyOffsets.map(Number),
              k_image: toHex(input.keyImage),
            },
          },
    ),
    vout: transaction.outputs.map(({ amount, key }) => ({ amount: Number(amount), target: { key: toHex(key) } })),
    extra: [...transaction.extra],
    rct_signatures: {},
  })

  it('have the fields that the node decoded', () => {
    for (const { hex, answer, prunable_hash, non_prunable_bytes, coinbase } of vector('oxen/chain-small/txs.json')
      .txs) {
      const parts = parseTransactionParts(oxenRegtest, fromHex(hex))
      const { transaction } = parts
      const json: Decoded = JSON.parse(answer.as_json)
      expect({ ...json, rct_signatures: {}, rctsig_prunable: undefined }).toEqual(decodedLike(transaction))
      expect(transaction.rct?.type).toBe(json.rct_signatures.type)
      expect(Number(transactionFee(transaction))).toBe(json.rct_signatures.txnFee ?? 0)
      expect((transaction.rct?.commitments ?? []).map(toHex)).toEqual(json.rct_signatures.outPk ?? [])
      expect(pseudoOutsOf(transaction).map(toHex)).toEqual(json.rctsig_prunable?.pseudoOuts ?? [])
      expect(toHex(prunableHash(transaction))).toBe(prunable_hash)
      expect(hex.length / 2 - parts.prunable.length).toBe(non_prunable_bytes)
      expect(isCoinbase(transaction)).toBe(coinbase)
    }
  })

  it('contain the unlock time of each output', () => {
    const coinbase = vector('oxen/chain-small/txs.json').txs.find(({ height }) => height === 100)
    const transaction = parseTransaction(oxenRegtest, fromHex(coinbase?.hex ?? ''))
    expect(transaction.version).toBe(4)
    expect(outputUnlockTime(transaction, 0)).toBe(130n)
    expect(outputUnlockTime({ ...transaction, version: 2, outputUnlockTimes: [] }, 1)).toBe(130n)
  })
})

describe('monero transactions', () => {
  const recorded = moneroScanBlocks().flatMap((block) => block.txs)
  it('serialize to the same bytes and hash to their ids', () => {
    const full = recorded.filter(({ hex }) => hex !== '')
    expect(full.length).toBe(12)
    expect(full.flatMap(({ hash, hex }) => problemsOf(moneroRegtest, hash, hex))).toEqual([])
  })
  it('hash to their ids when pruned, with the hash of the prunable part', () => {
    for (const { hash, pruned_hex, prunable_hash } of recorded) {
      const parts = parsePrunedTransactionParts(moneroRegtest, fromHex(pruned_hex))
      expect(toHex(serializeTransaction(parts.transaction))).toBe(pruned_hex)
      expect(toHex(transactionIdOfPruned(parts, fromHex(prunable_hash)))).toBe(hash)
    }
  })
  it('of version 1 have no fee if their outputs exceed their inputs', () => {
    const coinbase = parseTransaction(moneroRegtest, fromHex('010001ff050000'))
    const paying = (paid: bigint, received: bigint) => ({
      ...coinbase,
      inputs: [{ kind: 'key' as const, amount: paid, keyOffsets: [], keyImage: new Uint8Array(32) }],
      outputs: [{ amount: received, key: new Uint8Array(32), viewTag: undefined }],
    })
    expect(transactionFee(paying(7n, 5n))).toBe(2n)
    expect(transactionFee(paying(5n, 7n))).toBe(0n)
  })
  it('have the weight and fields that the node reports', () => {
    const { sent } = vector('monero/scan_chain.json')
    const decoded = vector('monero/tx_json.json').txs
    for (const [name, { hash, weight, fee }] of Object.entries(sent)) {
      const hex = recorded.find((tx) => tx.hash === hash)?.hex ?? ''
      const transaction = parseTransaction(moneroRegtest, fromHex(hex))
      expect(transactionWeight(transaction)).toBe(weight)
      expect(transactionWeight(transaction, hex.length / 2)).toBe(weight)
      expect(Number(transactionFee(transaction))).toBe(fee)
      const { json } = entryOf(decoded, name)
      expect(
        transaction.outputs.map(({ key, viewTag }) => `${toHex(key)}${viewTag?.toString(16).padStart(2, '0')}`),
      ).toEqual(json.vout.map(({ target }) => target.tagged_key.key + target.tagged_key.view_tag))
      expect([...transaction.extra]).toEqual(json.extra)
      expect(transaction.rct?.ecdhInfo.map(({ amount }) => toHex(amount))).toEqual(
        json.rct_signatures.ecdhInfo.map(({ amount }) => amount),
      )
      expect(transaction.prunable?.bulletproofsPlus.map(({ L }) => L.map(toHex))).toEqual(
        json.rctsig_prunable.bpp.map(({ L }) => L),
      )
    }
  })
})

describe('pages of pruned transactions', () => {
  it.each<[string, Network]>([
    ['oxen/bench-chain/get_blocks.000.bin', oxenRegtest],
    ['oxen/bench-chain/get_blocks.001.bin', oxenRegtest],
    ['oxen/bench-chain-large/get_blocks.000.bin', oxenRegtest],
    ['oxen/bench-chain-large/get_blocks.001.bin', oxenRegtest],
    ['monero/bench-chain/get_blocks.00001.bin', moneroRegtest],
    ['monero/bench-chain/get_blocks.01001.bin', moneroRegtest],
    ['monero/bench-chain/get_blocks.02001.bin', moneroRegtest],
    ['monero/bench-chain/get_blocks.03001.bin', moneroRegtest],
  ])('round-trip in %s', (path, network) => {
    const pruned = pageBlocks(path).flatMap(({ transactions }) => transactions)
    expect(pruned.length).toBeGreaterThan(0)
    const differing = pruned.filter(
      (bytes) => Buffer.compare(serializeTransaction(parsePrunedTransaction(network, bytes)), bytes) !== 0,
    )
    expect(differing.length).toBe(0)
  })
})

describe('genesis transactions', () => {
  it('hash as one blob in version 1', () => {
    const hex =
      '013c01ff0001ffffffffffff03029b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd08807121017767aafcde9be00dcfd098715ebcf7f410daebc582fda69d24a28e9d0bc890d1'
    const transaction = parseTransaction(moneroRegtest, fromHex(hex))
    expect(transaction).toMatchObject({ version: 1, rct: undefined, signatures: [[]] })
    expect(toHex(transactionId(transaction))).toBe('c88ce9783b4f11190d7b9c17a69c1c52200f9faaee8e98dd07e6811175177139')
  })
  it.each([
    [
      '021e01ff000380808d93f5d771027c4fd4553bc9886f1f49e3f76d945bf71e8632a94e6c177b19cbc780e7e6bdb48080b4ccd4dfc60302c8b9f6461f58ef3f2107e577c7425d06af584a1c7482bf19060e84059c98b4c3808088fccdbcc32302732b53b0b0db706fcc3087074fb4b786da5ab72b2065699f9453448b0db27f892101ed71f2ce3fc70d7b2036f8a4e4b3fb75c66c12184b55a908e7d1a1d6995566cf00',
      '89389fee6d21b5afec266bf4741afce91d7cdd0e033689d4abb5e33a0481426a',
    ],
    [
      '03011e001e01ff00018080c9db97f4fb270259b546996f69aa71abe4238995f41d780ab1abebcac9f00e808f147bdb9e3228420112573af8c309b69a1a646f41b5212ba7d9c4590bf86e04f36c486467cfef9d3d72000000000000000000000000000000000000000000000000000000000000000000',
      '5c94639c12726276dbae4d68528832276859d1d576c5d479f0e9123e45394609',
    ],
    [
      '04011e1e01ff00018080c9db97f4fb2702fa27e905f604faa4eb084ee675faca77b0cfea9adec1526da33cae5e286f31624201dae05bf3fa1662b7fd373c92426763d921cf3745e10ee43edb510f690c656f247200000000000000000000000000000000000000000000000000000000000000000000',
      '04288dc00eef09adce0b54eadae67dce8e8f68c23673ee2bcf04e86cc50799f4',
    ],
  ])('hash to their ids in versions 2, 3 and 4: %.8s', (hex, id) => {
    expect(problemsOf(oxenRegtest, id, hex)).toEqual([])
  })
})

describe('version 1 and old RingCT types', () => {
  const key = (byte: number) => new Uint8Array(32).fill(byte)
  const keys = (count: number, byte: number) => Array.from({ length: count }, () => key(byte))
  const input = { kind: 'key', amount: 0n, keyOffsets: [5n, 1n, 2n], keyImage: key(1) } as const
  const plain: Transaction = {
    version: 2,
    type: 0,
    unlockTime: 2n ** 64n - 1n,
    outputUnlockTimes: [],
    inputs: [input, { ...input, keyImage: key(2) }],
    outputs: [
      { amount: 0n, key: key(3), viewTag: undefined },
      { amount: 0n, key: key(4), viewTag: undefined },
    ],
    extra: Uint8Array.of(1, 2, 3),
    signatures: [],
    rct: undefined,
    prunable: undefined,
  }
  const empty = {
    rangeSignatures: [],
    bulletproofs: [],
    bulletproofsPlus: [],
    mlsags: [],
    clsags: [],
    pseudoOuts: [],
  }
  const wide = [
    { mask: key(5), amount: key(6) },
    { mask: key(7), amount: key(8) },
  ]
  const short = [
    { mask: undefined, amount: new Uint8Array(8).fill(5) },
    { mask: undefined, amount: new Uint8Array(8).fill(6) },
  ]
  const range = { s0: keys(64, 9), s1: keys(64, 10), ee: key(11), bits: keys(64, 12) }
  const proof = {
    ...{ A: key(1), S: key(2), T1: key(3), T2: key(4), taux: key(5), mu: key(6) },
    ...{ L: keys(7, 7), R: keys(7, 8), a: key(9), b: key(10), t: key(11) },
  }
  const commitments = keys(2, 13)
  const mlsag = { ss: Array.from({ length: 3 }, () => keys(2, 14)), cc: key(15) }
  const cases: readonly [string, Transaction, number][] = [
    [
      'version 1: 64 bytes for each ring member',
      {
        ...plain,
        version: 1,
        signatures: plain.inputs.map(() => Array.from({ length: 3 }, (_, i) => new Uint8Array(64).fill(i))),
      },
      6 * 64,
    ],
    [
      'full: one matrix with a column per input and one more',
      {
        ...plain,
        rct: { type: 1, fee: 5n, pseudoOuts: [], ecdhInfo: wide, commitments },
        prunable: {
          ...empty,
          rangeSignatures: [range, range],
          mlsags: [{ ss: Array.from({ length: 3 }, () => keys(3, 14)), cc: key(15) }],
        },
      },
      2 * 193 * 32 + (3 * 3 + 1) * 32,
    ],
    [
      'simple: pseudo outputs in the base',
      {
        ...plain,
        rct: { type: 2, fee: 5n, pseudoOuts: keys(2, 16), ecdhInfo: wide, commitments },
        prunable: { ...empty, rangeSignatures: [range, range], mlsags: [mlsag, mlsag] },
      },
      2 * 193 * 32 + 2 * 7 * 32,
    ],
    [
      'bulletproof: a count of 4 bytes',
      {
        ...plain,
        rct: { type: 3, fee: 5n, pseudoOuts: [], ecdhInfo: wide, commitments },
        prunable: { ...empty, bulletproofs: [proof, proof], mlsags: [mlsag, mlsag], pseudoOuts: keys(2, 16) },
      },
      4 + 2 * (23 * 32 + 2) + 2 * 7 * 32 + 64,
    ],
    [
      'bulletproof2: a count of 1 byte, amounts of 8',
      {
        ...plain,
        rct: { type: 4, fee: 5n, pseudoOuts: [], ecdhInfo: short, commitments },
        prunable: { ...empty, bulletproofs: [proof], mlsags: [mlsag, mlsag], pseudoOuts: keys(2, 16) },
      },
      1 + 23 * 32 + 2 + 2 * 7 * 32 + 64,
    ],
  ]
  it.each(cases)('round-trip %s', (_, transaction, prunableBytes) => {
    const bytes = serializeTransaction(transaction)
    for (const network of [oxenRegtest, moneroRegtest]) {
      const parts = parseTransactionParts(network, bytes)
      expect(parts.transaction).toEqual(transaction)
      expect(parts.prunable.length).toBe(prunableBytes)
    }
  })

  it('encode a state change by a flag in version 3', () => {
    const transaction: Transaction = { ...plain, version: 3, type: 1, inputs: [], outputs: [] }
    const bytes = serializeTransaction(transaction)
    expect(toHex(bytes).slice(0, 6)).toBe('030001')
    expect(parseTransaction(oxenRegtest, bytes)).toEqual(transaction)
    expect(() => parseTransaction(moneroRegtest, bytes)).toThrow(FormatError)
    expect(() => parseTransaction(oxenRegtest, Uint8Array.of(3, 0, 2, 0, 0, 0, 0))).toThrow(/flag/)
    const zero = new Uint8Array(32)
    const id = transactionIdFromParts(prefixHash(transaction), keccak256(Uint8Array.of(0)), zero)
    expect(toHex(transactionId(transaction))).toBe(toHex(id))
  })

  it('reject features of the other family', () => {
    const tagged = serializeTransaction({ ...plain, inputs: [], outputs: [{ amount: 1n, key: key(1), viewTag: 7 }] })
    expect(parseTransaction(moneroRegtest, tagged).outputs[0]?.viewTag).toBe(7)
    expect(() => parseTransaction(oxenRegtest, tagged)).toThrow(/output tag/)
    const four = serializeTransaction({ ...plain, version: 4, outputUnlockTimes: [0n, 0n], inputs: [] })
    expect(parseTransaction(oxenRegtest, four).version).toBe(4)
    expect(() => parseTransaction(moneroRegtest, four)).toThrow(/version/)
  })

  it('reject what oxen-core rejects', () => {
    const versionless = Uint8Array.of(0, 0, 0, 0, 0)
    expect(() => parseTransaction(oxenRegtest, versionless)).toThrow(/version 0/)
    const unequal = serializeTransaction({ ...plain, version: 4, outputUnlockTimes: [0n], inputs: [] })
    expect(() => parseTransaction(oxenRegtest, unequal)).toThrow(/unlock times/)
    const trailing = Uint8Array.of(...serializeTransaction({ ...plain, inputs: [] }), 0)
    expect(() => parseTransaction(oxenRegtest, trailing)).toThrow(/left after/)
    const [, , , , last] = cases
    const tooMany = last?.[1].prunable
    const proofs = tooMany && { ...tooMany, bulletproofs: [proof, proof, proof] }
    const bytes = serializeTransaction({ ...plain, rct: last?.[1].rct, prunable: proofs })
    expect(() => parseTransaction(oxenRegtest, bytes)).toThrow(/3 range proofs/)
  })
})

describe('ring offsets', () => {
  it('convert to global indices and back', () => {
    expect(absoluteOffsets([77n, 63n, 177n])).toEqual([77, 140, 317])
    expect(relativeOffsets([77, 140, 317])).toEqual([77n, 63n, 177n])
    expect(relativeOffsets([0, 1])).toEqual([0n, 1n])
  })
  it('are rejected if the indices do not ascend', () => {
    expect(() => relativeOffsets([5, 5])).toThrow(FormatError)
  })
  it('are added modulo 2^64', () => {
    expect(absoluteOffsets([77n, 2n ** 64n - 70n, 3n, 2n ** 64n - 10n])).toEqual([77, 7, 10, 0])
  })
  it('give no indices beyond 2^53', () => {
    const max = BigInt(Number.MAX_SAFE_INTEGER)
    expect(absoluteOffsets([max])).toEqual([Number.MAX_SAFE_INTEGER])
    expect(absoluteOffsets([max, 1n])).toBeUndefined()
    expect(absoluteOffsets([1n, 2n ** 64n - 2n, 2n])).toBeUndefined()
  })
  it('of transactions that monerod accepted are read where they wrap', () => {
    for (const hex of Object.values(vector('monero/wrapping_rings.json').transactions)) {
      const transaction = parseTransaction(moneroRegtest, fromHex(hex))
      expect(toHex(serializeTransaction(transaction))).toBe(hex)
      const offsets = transaction.inputs.flatMap((input) => (input.kind === 'key' ? [input.keyOffsets] : []))
      expect(offsets.flat().some((offset) => offset > 2n ** 63n)).toBe(true)
      for (const ring of offsets) expect(Math.max(...(absoluteOffsets(ring) ?? [Infinity]))).toBeLessThan(1000)
    }
  })
  it('match those that the node reported', () => {
    const { rings, tx_hex } = vector('oxen/proofs.json')
    for (const { tx_hash, inputs } of rings) {
      const transaction = parseTransaction(oxenRegtest, fromHex(entryOf(tx_hex, tx_hash)))
      const ours = transaction.inputs.map((input) => (input.kind === 'key' ? absoluteOffsets(input.keyOffsets) : []))
      expect(ours).toEqual(inputs.map(({ global_indices }) => global_indices))
    }
  })
})
