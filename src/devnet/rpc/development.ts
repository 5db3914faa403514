// Methods that only a development node has: coins for newcomers, blocks on demand, reorganisations.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { AddressError } from '../../coin/address.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { index, u64 } from '../../jsonrpc/schemas.ts'
import { FaucetError } from '../faucet.ts'
import { MinerAddressError, type MiningMode } from '../miner.ts'
import { BOTH, bareAnswer, method, NODE_CODES, type NodeContext } from './context.ts'

const MOST_BLOCKS = 10_000

const blocksToMine = v.pipe(index, v.maxValue(MOST_BLOCKS, `at most ${MOST_BLOCKS} blocks are mined at once`))

const mineTo = ({ miner }: NodeContext, count: number, address: string): string[] => {
  try {
    const mined = address === '' ? miner.mine(count) : miner.mine(count, miner.keysOf(address))
    return mined.map(({ id }) => toHex(id))
  } catch (error) {
    if (error instanceof MinerAddressError || error instanceof AddressError)
      throw new JsonRpcError(NODE_CODES.wrongAddress, error.message)
    throw error
  }
}

const modeOf = (mode: MiningMode['kind'], milliseconds: number): MiningMode =>
  mode === 'interval' ? { kind: mode, milliseconds } : { kind: mode }

export const developmentMethods = [
  method({
    names: ['dev_mine'],
    about: 'mines blocks to an address, or to the faucet',
    access: 'admin',
    transports: BOTH,
    params: { blocks: v.optional(blocksToMine, 1), address: v.optional(v.string(), '') },
    handler: (context, { blocks, address }) => {
      const mined = mineTo(context, blocks, address)
      return bareAnswer({ height: context.node.chain.height, blocks: mined })
    },
  }),
  method({
    names: ['dev_faucet'],
    about: 'sends coins to an address and mines until they can be spent; amount in atomic units',
    access: 'public',
    transports: BOTH,
    params: { address: v.string(), amount: v.optional(u64) },
    handler: async ({ faucet }, { address, amount }) => {
      if (faucet === undefined) throw new JsonRpcError(NODE_CODES.internal, 'this chain has no faucet')
      try {
        const gift = await faucet.give(address, amount)
        return bareAnswer({
          amount: gift.amount,
          height: gift.height,
          tx_hash: toHex(gift.txids[0] ?? new Uint8Array()),
          tx_hash_list: gift.txids.map(toHex),
        })
      } catch (error) {
        if (error instanceof AddressError) throw new JsonRpcError(NODE_CODES.wrongAddress, error.message)
        if (error instanceof FaucetError) throw new JsonRpcError(NODE_CODES.wrongParam, error.message)
        throw error
      }
    },
  }),
  method({
    names: ['dev_automine'],
    about: 'when blocks come by themselves: manual (never), auto (one after each transaction), interval',
    access: 'admin',
    transports: BOTH,
    params: {
      mode: v.optional(v.picklist(['manual', 'auto', 'interval'])),
      milliseconds: v.optional(v.pipe(index, v.minValue(1)), 5000),
    },
    handler: ({ miner }, { mode, milliseconds }) => {
      if (mode !== undefined) miner.setMode(modeOf(mode, milliseconds))
      const now = miner.mode
      return bareAnswer({
        mode: now.kind,
        milliseconds: now.kind === 'interval' ? now.milliseconds : undefined,
      })
    },
  }),
  method({
    names: ['dev_quorum'],
    about: 'whether a quorum confirms transactions that are sent as blink, or there is none and they are refused',
    access: 'admin',
    transports: BOTH,
    params: { present: v.optional(v.boolean()) },
    handler: ({ node }, { present }) => {
      if (present !== undefined) node.hasQuorum = present
      return bareAnswer({ present: node.hasQuorum })
    },
  }),
  method({
    names: ['dev_reorg'],
    about:
      'takes `pop` blocks off and mines others, one more if not told how many; keeps their transactions if asked to',
    access: 'admin',
    transports: BOTH,
    params: {
      pop: v.pipe(index, v.minValue(1)),
      mine: v.optional(blocksToMine),
      address: v.optional(v.string(), ''),
      keep_transactions: v.optional(v.boolean(), true),
    },
    handler: (context, { pop, mine, address, keep_transactions: keep }) => {
      const { node } = context
      const popped = node.popBlocks(pop)
      if (!keep) for (const { transactions } of popped) for (const { id } of transactions.slice(1)) node.pool.remove(id)
      const mined = mineTo(context, mine ?? popped.length + 1, address)
      return bareAnswer({ height: node.chain.height, popped: popped.map(({ id }) => toHex(id)), blocks: mined })
    },
  }),
]
