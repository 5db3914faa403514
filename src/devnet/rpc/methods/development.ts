// Methods that only a development node has: coins for newcomers, blocks on demand, another time, what was before, other chains.

import * as v from 'valibot'
import { FormatError } from '../../../bytes/cursor.ts'
import { toHex } from '../../../bytes/hex.ts'
import { AddressError } from '../../../coin/addresses/address.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { hex, i64, index, list, u8, u64 } from '../../../jsonrpc/schemas.ts'
import { BlockRefusedError } from '../../chain/chain.ts'
import { BlockProducerUnavailableError } from '../../mining/blockTemplate.ts'
import { FaucetError } from '../../mining/faucet.ts'
import { MinerAddressError, type MiningMode } from '../../mining/miner.ts'
import { ClockError } from '../../node/movableClock.ts'
import { DumpError, packDump, unpackDump } from '../../node/nodeDump.ts'
import { PersistedStateError } from '../../node/persistedState.ts'
import { SnapshotError } from '../../node/snapshots.ts'
import { NODE_ERROR_CODES } from '../errorCodes.ts'
import { parseHex } from '../hexParam.ts'
import type { NodeContext } from '../nodeContext.ts'
import { BOTH, nodeMethod, STATUS } from '../nodeMethod.ts'
import { statusResponse } from '../response.ts'

const MAX_BLOCKS = 10_000
/** Seconds: two weeks. */
const MAX_SPACING = 1_209_600
/** Milliseconds: a day. */
const MAX_INTERVAL = 86_400_000

const blocksToMine = v.pipe(index, v.maxValue(MAX_BLOCKS, `at most ${MAX_BLOCKS} blocks are mined at once`))

/** Errors that say what is wrong with what was asked for. */
const CALLERS_ERRORS: readonly (readonly [new (...args: never[]) => Error, number])[] = [
  [MinerAddressError, NODE_ERROR_CODES.wrongAddress],
  [AddressError, NODE_ERROR_CODES.wrongAddress],
  [FaucetError, NODE_ERROR_CODES.wrongParam],
  [ClockError, NODE_ERROR_CODES.wrongParam],
  [SnapshotError, NODE_ERROR_CODES.wrongParam],
  [DumpError, NODE_ERROR_CODES.wrongParam],
  [PersistedStateError, NODE_ERROR_CODES.wrongParam],
  [FormatError, NODE_ERROR_CODES.wrongParam],
  [BlockRefusedError, NODE_ERROR_CODES.blockNotAccepted],
  [BlockProducerUnavailableError, NODE_ERROR_CODES.blockNotAccepted],
]

/** What the caller can do something about, told to the caller. */
const forCaller = (error: unknown): unknown => {
  const known = CALLERS_ERRORS.find(([kind]) => error instanceof kind)
  return known !== undefined && error instanceof Error ? new JsonRpcError(known[1], error.message) : error
}

const told = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw forCaller(error)
  }
}

type Mining = { readonly count: number; readonly address: string; readonly spacing: number; readonly round: number }

/** Mines blocks; each is `spacing` seconds after the one before, if not 0, for which the clock is moved. */
const mineTo = async ({ node, miner }: NodeContext, { count, address, spacing, round }: Mining): Promise<string[]> => {
  try {
    const to = address === '' ? undefined : miner.keysOf(address)
    const mined: string[] = []
    while (mined.length < count) {
      if (spacing > 0) node.setTime(node.clock() + spacing)
      mined.push(...(await miner.mineInSlices(1, to, round)).map(({ id }) => toHex(id)))
    }
    return mined
  } catch (error) {
    throw forCaller(error)
  }
}

const modeOf = (mode: MiningMode['kind'], milliseconds: number): MiningMode =>
  mode === 'interval' ? { kind: mode, milliseconds } : { kind: mode }

const timeRecord = { time: index, offset: i64, next_timestamp: v.optional(index), ...STATUS }

const timeOf = ({ node }: NodeContext) =>
  statusResponse({ time: node.clock(), offset: node.time.setting.offset, next_timestamp: node.time.setting.next })

export const developmentMethods = [
  nodeMethod({
    names: ['dev_mine'],
    about:
      'mines blocks to an address, or to the faucet, or has service nodes make them in a `round`; `spacing` seconds apart, if given, for which the clock is moved on',
    access: 'admin',
    transports: BOTH,
    params: {
      blocks: v.optional(blocksToMine, 1),
      address: v.optional(v.string(), ''),
      spacing: v.optional(v.pipe(index, v.maxValue(MAX_SPACING)), 0),
      round: v.optional(u8, 0),
    },
    result: { height: index, blocks: list(v.string()), ...STATUS },
    handler: async (context, { blocks, address, spacing, round }) => {
      const mined = await mineTo(context, { count: blocks, address, spacing, round })
      return statusResponse({ height: context.node.chain.height, blocks: mined })
    },
  }),
  nodeMethod({
    names: ['dev_faucet'],
    about: 'sends coins to an address and mines until they can be spent; amount in atomic units',
    access: 'admin',
    transports: BOTH,
    params: { address: v.string(), amount: v.optional(u64) },
    result: { amount: u64, height: index, tx_hash: v.string(), tx_hash_list: list(v.string()), ...STATUS },
    handler: async ({ faucet }, { address, amount }) => {
      if (faucet === undefined) throw new JsonRpcError(NODE_ERROR_CODES.internal, 'this chain has no faucet')
      try {
        const gift = await faucet.pay(address, amount)
        return statusResponse({
          amount: gift.amount,
          height: gift.height,
          tx_hash: toHex(gift.txids[0] ?? new Uint8Array()),
          tx_hash_list: gift.txids.map(toHex),
        })
      } catch (error) {
        throw forCaller(error)
      }
    },
  }),
  nodeMethod({
    names: ['dev_automine'],
    about: 'when blocks come by themselves: manual (never), auto (one after each transaction), interval',
    access: 'admin',
    transports: BOTH,
    params: {
      mode: v.optional(v.picklist(['manual', 'auto', 'interval'])),
      milliseconds: v.optional(v.pipe(index, v.minValue(1), v.maxValue(MAX_INTERVAL)), 5000),
    },
    result: { mode: v.string(), milliseconds: v.optional(index), ...STATUS },
    handler: ({ miner }, { mode, milliseconds }) => {
      if (mode !== undefined) miner.setMode(modeOf(mode, milliseconds))
      const now = miner.mode
      return statusResponse({
        mode: now.kind,
        milliseconds: now.kind === 'interval' ? now.milliseconds : undefined,
      })
    },
  }),
  nodeMethod({
    names: ['dev_quorum'],
    about: 'whether a quorum confirms transactions that are sent as blink, or there is none and they are refused',
    access: 'admin',
    transports: BOTH,
    params: { present: v.optional(v.boolean()) },
    result: { present: v.boolean(), ...STATUS },
    handler: ({ node }, { present }) => {
      if (present !== undefined) node.hasQuorum = present
      return statusResponse({ present: node.hasQuorum })
    },
  }),
  nodeMethod({
    names: ['dev_proof_of_work'],
    about:
      'whether blocks have to prove work for their difficulty, which stays as it is: a number, or "adjusted" to the solve times',
    access: 'admin',
    transports: BOTH,
    params: { checked: v.optional(v.boolean()) },
    result: { checked: v.boolean(), difficulty: v.string(), ...STATUS },
    handler: async ({ node: { chain } }, { checked }) => {
      const { work } = chain
      if (checked === true) await work.load()
      if (checked !== undefined) work.setting = { ...work.setting, isChecked: checked }
      return statusResponse({ checked: work.setting.isChecked, difficulty: String(work.setting.difficulty) })
    },
  }),
  nodeMethod({
    names: ['dev_reorg'],
    about:
      'takes `pop` blocks off, or all but the first, and mines others, one more if not told how many; their transactions wait for a block again, unless they are not to be kept',
    access: 'admin',
    transports: BOTH,
    params: {
      pop: v.pipe(index, v.minValue(1)),
      mine: v.optional(blocksToMine),
      address: v.optional(v.string(), ''),
      keep_transactions: v.optional(v.boolean(), true),
    },
    result: { height: index, popped: list(v.string()), blocks: list(v.string()), ...STATUS },
    handler: async ({ node, miner }, { pop, mine, address, keep_transactions: keep }) => {
      const to = address === '' ? undefined : told(() => miner.keysOf(address))
      const final = node.checkpoints.immutable?.height
      if (final !== undefined && node.chain.height - pop <= final)
        throw new JsonRpcError(
          NODE_ERROR_CODES.wrongParam,
          `no other chain can replace blocks up to ${final}, which are final; pop_blocks takes them off all the same`,
        )
      const { popped, mined } = await miner
        .reorganise({ pop, count: mine, transactions: keep ? 'wait' : 'are dropped' }, to)
        .catch((error: unknown) => {
          throw forCaller(error)
        })
      return statusResponse({
        height: node.chain.height,
        popped: popped.map(({ id }) => toHex(id)),
        blocks: mined.map(({ id }) => toHex(id)),
      })
    },
  }),
  nodeMethod({
    names: ['dev_drop_transaction'],
    about: 'takes a transaction out of the pool, as if it had never been sent',
    access: 'admin',
    transports: BOTH,
    params: { txid: v.string() },
    result: STATUS,
    handler: ({ node }, { txid }) => {
      const id = parseHex(txid, 32)
      if (id === undefined) throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'txid is 64 hexadecimal digits')
      if (node.removeTransactions([id]) === 0)
        throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, `the pool has no transaction ${txid}`)
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['dev_set_time'],
    about: 'sets the clock to a time in UNIX seconds, or forward by seconds; it runs on from there. Tells the time',
    access: 'admin',
    transports: BOTH,
    params: { time: v.optional(index), forward: v.optional(index) },
    result: timeRecord,
    handler: (context, { time, forward }) => {
      const { node } = context
      if (time !== undefined && forward !== undefined)
        throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'give time or forward, not both')
      const wanted = time ?? (forward === undefined ? undefined : node.clock() + forward)
      if (wanted !== undefined) told(() => node.setTime(wanted))
      return timeOf(context)
    },
  }),
  nodeMethod({
    names: ['dev_next_timestamp'],
    about: 'says which timestamp the next block has, in UNIX seconds; without one it has the time at which it is made',
    access: 'admin',
    transports: BOTH,
    params: { timestamp: v.optional(index) },
    result: timeRecord,
    handler: (context, { timestamp }) => {
      told(() => context.node.time.schedule(timestamp, context.node.chain))
      return timeOf(context)
    },
  }),
  nodeMethod({
    names: ['dev_snapshot'],
    about: 'keeps what the node is now, to go back to: chain, pool, clock, mining and all else',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: { id: index, height: index, ...STATUS },
    handler: ({ node }) => statusResponse({ id: told(() => node.snapshots.take()), height: node.chain.height }),
  }),
  nodeMethod({
    names: ['dev_revert'],
    about: 'makes the node what it was at a snapshot; that one and all that were taken after it are gone then',
    access: 'admin',
    transports: BOTH,
    params: { id: index },
    result: { height: index, top_hash: v.string(), ...STATUS },
    handler: ({ node }, { id }) => {
      told(() => node.snapshots.revert(id))
      return statusResponse({ height: node.chain.height, top_hash: toHex(node.chain.tip.id) })
    },
  }),
  nodeMethod({
    names: ['dev_dump'],
    about: 'the whole state as one hexadecimal text, compressed, for dev_load',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: { dump: v.string(), height: index, ...STATUS },
    handler: async ({ node }) => {
      try {
        return statusResponse({ dump: toHex(await packDump(node.state.dump())), height: node.chain.height })
      } catch (error) {
        throw forCaller(error)
      }
    },
  }),
  nodeMethod({
    names: ['dev_load'],
    about: 'becomes what a dump of the same network and fork schedule says, once all of it was checked; snapshots stay',
    access: 'admin',
    transports: BOTH,
    params: { dump: hex },
    result: { height: index, top_hash: v.string(), ...STATUS },
    handler: async ({ node }, { dump }) => {
      try {
        node.state.loadUntrusted(await unpackDump(dump))
        await node.chain.work.ready()
        return statusResponse({ height: node.chain.height, top_hash: toHex(node.chain.tip.id) })
      } catch (error) {
        throw forCaller(error)
      }
    },
  }),
]
