// Messages of --zmq-pub about recorded blocks and transactions: byte for byte those of monerod 0.18.5.3. The blocks and transactions are built
// from the recorded messages; that they are the recorded ones follows from their ids.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { type Block, blockId } from '../../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { minerData } from '../../../../src/devnet/monero/rpc/minerData.ts'
import { blockMessage, transactionMessage } from '../../../../src/devnet/monero/zmq/messageJson.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'

const { messages } = vector('monero/zmq-messages.json')

/** Returns the body of the recorded message of a step and a topic. */
const bodyOf = (step: string, topic: string): string => {
  const found = messages.find((each) => each.step === step && each.message.startsWith(`${topic}:`))
  if (found === undefined) throw new RangeError(`${topic} of "${step}" is not recorded`)
  return found.message.slice(topic.length + 1)
}

type RecordedTransaction = {
  readonly version: number
  readonly unlock_time: number
  readonly inputs: readonly {
    readonly gen?: { readonly height: number }
    readonly to_key?: { readonly amount: number; readonly key_offsets: number[]; readonly key_image: string }
  }[]
  readonly outputs: readonly {
    readonly amount: number
    readonly to_tagged_key: { readonly key: string; readonly view_tag: string }
  }[]
  readonly extra: string
  readonly ringct: {
    readonly type: number
    readonly encrypted?: readonly { readonly amount: string }[]
    readonly commitments?: readonly string[]
    readonly fee?: number
    readonly prunable?: {
      readonly bulletproofs_plus: readonly (Record<'A' | 'A1' | 'B' | 'r1' | 's1' | 'd1', string> &
        Record<'L' | 'R', readonly string[]>)[]
      readonly clsags: readonly { readonly s: readonly string[]; readonly c1: string; readonly D: string }[]
      readonly pseudo_outs: readonly string[]
    }
  }
}

const keysOf = (texts: readonly string[] = []): Uint8Array[] => texts.map((text) => fromHex(text))

const prunableOf = ({ prunable }: RecordedTransaction['ringct']): Transaction['prunable'] => {
  if (prunable === undefined) return undefined
  return {
    ...{ rangeSignatures: [], bulletproofs: [], mlsags: [] },
    bulletproofsPlus: prunable.bulletproofs_plus.map(({ A, A1, B, r1, s1, d1, L, R }) => ({
      ...{ A: fromHex(A), A1: fromHex(A1), B: fromHex(B), r1: fromHex(r1), s1: fromHex(s1), d1: fromHex(d1) },
      ...{ L: keysOf(L), R: keysOf(R) },
    })),
    clsags: prunable.clsags.map(({ s, c1, D }) => ({ s: keysOf(s), c1: fromHex(c1), D: fromHex(D) })),
    pseudoOuts: keysOf(prunable.pseudo_outs),
  }
}

const inputOf = ({ gen, to_key: spend }: RecordedTransaction['inputs'][number]): Transaction['inputs'][number] => {
  if (gen !== undefined) return { kind: 'gen', height: gen.height }
  if (spend === undefined) throw new TypeError('an input of another kind')
  const { amount, key_offsets: offsets, key_image: image } = spend
  return { kind: 'key', amount: BigInt(amount), keyOffsets: offsets.map(BigInt), keyImage: fromHex(image) }
}

const transactionOf = (recorded: RecordedTransaction): Transaction => {
  const { ringct } = recorded
  return {
    version: recorded.version,
    type: 0,
    unlockTime: BigInt(recorded.unlock_time),
    outputUnlockTimes: [],
    inputs: recorded.inputs.map(inputOf),
    outputs: recorded.outputs.map(({ amount, to_tagged_key: { key, view_tag: tag } }) => ({
      amount: BigInt(amount),
      key: fromHex(key),
      viewTag: Number.parseInt(tag, 16),
    })),
    extra: fromHex(recorded.extra),
    signatures: [],
    rct: {
      // The recorded types are those of the wire.
      type: ringct.type as 0 | 6,
      fee: BigInt(ringct.fee ?? 0),
      pseudoOuts: [],
      ecdhInfo: (ringct.encrypted ?? []).map(({ amount }) => ({
        mask: undefined,
        amount: fromHex(amount.slice(0, 16)),
      })),
      commitments: keysOf(ringct.commitments),
    },
    prunable: prunableOf(ringct),
  }
}

/** Returns the recorded block of a step. */
const blockOf = (step: string): Block => {
  // The shape is that of the facts about the topic.
  const [recorded] = JSON.parse(bodyOf(step, 'json-full-chain_main')) as readonly {
    readonly [name: string]: number
    readonly prev_id: never
    readonly miner_tx: never
    readonly tx_hashes: never
  }[]
  if (recorded === undefined) throw new RangeError('an empty list')
  const { major_version: majorVersion = 0, minor_version: minorVersion = 0, timestamp = 0, nonce = 0 } = recorded
  return {
    ...{ majorVersion, minorVersion, timestamp, nonce, pulse: undefined, quorumSignatures: [] },
    previousId: fromHex(recorded.prev_id),
    minerTransaction: transactionOf(recorded.miner_tx),
    transactionIds: keysOf(recorded.tx_hashes),
  }
}

describe('a message about a recorded block', () => {
  it.each(['mine 1', 'mine with tx a'])('has the bytes of monerod for "%s"', (step) => {
    const block = blockOf(step)
    expect(JSON.parse(bodyOf(step, 'json-minimal-chain_main')).ids).toEqual([toHex(blockId(block))])
    expect(stringifyJson([blockMessage(block)])).toBe(bodyOf(step, 'json-full-chain_main'))
  })

  it('lists the transactions of the block by id', () => {
    const [{ id }] = JSON.parse(bodyOf('send tx a', 'json-minimal-txpool_add'))
    expect(blockOf('mine with tx a').transactionIds.map(toHex)).toEqual([id])
  })
})

describe('a message about a recorded transaction', () => {
  it('has the bytes of monerod', () => {
    const [recorded] = JSON.parse(bodyOf('send tx a', 'json-full-txpool_add'))
    const blob = serializeTransaction(transactionOf(recorded))
    const { id, weight, transaction } = parseFullTransaction(moneroRegtest, blob)
    expect(JSON.parse(bodyOf('send tx a', 'json-minimal-txpool_add'))).toEqual([
      { id: toHex(id), blob_size: blob.length, weight, fee: Number(transaction.rct?.fee) },
    ])
    expect(stringifyJson([transactionMessage(transaction)])).toBe(bodyOf('send tx a', 'json-full-txpool_add'))
  })
})

describe('the message about the next block', () => {
  it('has the fields of monerod in its order', () => {
    const node = new DevelopmentNode({ rules: moneroChain.rules, clock: () => 1_800_000_000, random: seededRandom(1) })
    const recorded = JSON.parse(bodyOf('mine 1', 'json-full-miner_data'))
    expect(Object.keys(minerData(node))).toEqual(Object.keys(recorded))
    const { seed_hash: seed, difficulty, median_weight: median } = minerData(node)
    expect({ seed, difficulty, median }).toEqual({
      seed: recorded.seed_hash,
      difficulty: recorded.difficulty,
      median: recorded.median_weight,
    })
  })
})
