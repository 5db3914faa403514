// Methods of a development node: blocks and coins on demand, automatic mining, reorganisations, quorum and proof of work.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { index, list, u8, u64 } from '../../../jsonrpc/schemas.ts'
import type { MiningMode } from '../../mining/miner.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { NODE_ERROR_CODES } from '../calls/errors.ts'
import { parseHex } from '../calls/hexParam.ts'
import type { NodeContext } from '../calls/nodeContext.ts'
import { BOTH, nodeMethod, STATUS } from '../calls/nodeMethod.ts'
import { statusResponse } from '../calls/response.ts'

const MAX_BLOCKS = 10_000
/** Seconds: two weeks. */
const MAX_SPACING = 1_209_600
/** Milliseconds: a day. */
const MAX_INTERVAL = 86_400_000

const blocksToMine = v.pipe(index, v.maxValue(MAX_BLOCKS, `a call mines at most ${MAX_BLOCKS} blocks`))

type MiningRequest = {
  readonly count: number
  readonly address: string
  readonly spacing: number
  readonly round: number
}

/** Mines blocks and returns their ids. Unless `spacing` is 0, moves the clock forward by it (seconds) before each block. */
const mineTo = async (
  { node, miner }: NodeContext,
  { count, address, spacing, round }: MiningRequest,
): Promise<string[]> => {
  const to = address === '' ? undefined : miner.keysOf(address)
  const mined: string[] = []
  while (mined.length < count) {
    if (spacing > 0) node.setTime(node.clock() + spacing)
    mined.push(...(await miner.mineInSlices(1, to, round)).map(({ id }) => toHex(id)))
  }
  return mined
}

const miningMode = (mode: MiningMode['kind'], milliseconds: number): MiningMode =>
  mode === 'interval' ? { kind: mode, milliseconds } : { kind: mode }

/** @throws JsonRpcError if a checkpoint makes one of the blocks final */
const checkReorgDepth = ({ chain, checkpoints }: DevelopmentNode, pop: number): void => {
  const final = checkpoints.immutable?.height
  if (final !== undefined && chain.height - pop <= final)
    throw new JsonRpcError(
      NODE_ERROR_CODES.wrongParam,
      `blocks up to height ${final} are final and no other chain can replace them; pop_blocks removes them nevertheless`,
    )
}

export const developmentMethods = [
  nodeMethod({
    names: ['dev_mine'],
    about:
      'mines blocks to an address, or to the faucet; with `round`, service nodes make pulse blocks of that round; with `spacing`, moves the clock forward before each block',
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
    about: 'sends coins to an address and mines until they are spendable; amount in atomic units',
    access: 'admin',
    transports: BOTH,
    params: { address: v.string(), amount: v.optional(u64) },
    result: { amount: u64, height: index, tx_hash: v.string(), tx_hash_list: list(v.string()), ...STATUS },
    handler: async ({ faucet }, { address, amount }) => {
      if (faucet === undefined) throw new JsonRpcError(NODE_ERROR_CODES.internal, 'this chain has no faucet')
      const payment = await faucet.pay(address, amount)
      return statusResponse({
        amount: payment.amount,
        height: payment.height,
        tx_hash: toHex(payment.txids[0] ?? new Uint8Array()),
        tx_hash_list: payment.txids.map(toHex),
      })
    },
  }),
  nodeMethod({
    names: ['dev_automine'],
    about: 'sets or returns when the node mines: manual (never), auto (one block after each transaction), interval',
    access: 'admin',
    transports: BOTH,
    params: {
      mode: v.optional(v.picklist(['manual', 'auto', 'interval'])),
      milliseconds: v.optional(v.pipe(index, v.minValue(1), v.maxValue(MAX_INTERVAL)), 5000),
    },
    result: { mode: v.string(), milliseconds: v.optional(index), ...STATUS },
    handler: ({ miner }, { mode, milliseconds }) => {
      if (mode !== undefined) miner.setMode(miningMode(mode, milliseconds))
      const current = miner.mode
      return statusResponse({
        mode: current.kind,
        milliseconds: current.kind === 'interval' ? current.milliseconds : undefined,
      })
    },
  }),
  nodeMethod({
    names: ['dev_quorum'],
    about: 'sets or returns whether an assumed quorum approves every blink transaction; without it, the chain decides',
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
      'sets or returns whether blocks must have a proof of work for their difficulty; `difficulty` is a number, or "adjusted" to the solve times',
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
      'replaces the top blocks: removes `pop` blocks, at most all but the first, and mines `mine` others; the removed transactions return to the pool unless `keep_transactions` is false',
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
      const to = address === '' ? undefined : miner.keysOf(address)
      checkReorgDepth(node, pop)
      const { popped, mined } = await miner.reorganise(
        { pop, count: mine, transactions: keep ? 'wait' : 'are dropped' },
        to,
      )
      return statusResponse({
        height: node.chain.height,
        popped: popped.map(({ id }) => toHex(id)),
        blocks: mined.map(({ id }) => toHex(id)),
      })
    },
  }),
  nodeMethod({
    names: ['dev_drop_transaction'],
    about: 'removes a transaction from the pool and forgets it',
    access: 'admin',
    transports: BOTH,
    params: { txid: v.string() },
    result: STATUS,
    handler: ({ node }, { txid }) => {
      const id = parseHex(txid, 32)
      if (id === undefined) throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'txid must be 64 hexadecimal digits')
      if (node.removeTransactions([id]) === 0)
        throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, `the pool has no transaction ${txid}`)
      return statusResponse({})
    },
  }),
]
