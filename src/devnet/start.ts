// A development node put together and started: chain, miner, faucet and service from one set of options.

import type { Random } from '../crypto/scalar.ts'
import type { Service } from '../jsonrpc/service.ts'
import type { Clock } from './chain.ts'
import { Faucet } from './faucet.ts'
import { Miner, type MiningMode, type Ticker } from './miner.ts'
import { DevelopmentNode, type NodeDump } from './node.ts'
import { newOwner } from './owner.ts'
import { HeldNodes, HeldNodesError } from './oxen/heldNodes.ts'
import { joinParts } from './parts.ts'
import { currentForm, type RpcForm } from './rpc/form.ts'
import { createNodeService } from './rpc/service.ts'
import { type ChainRules, developmentRules } from './rules.ts'

export type DevelopmentOptions = {
  readonly rules?: ChainRules
  /** how the family's node speaks; as the current form does when left out */
  readonly form?: RpcForm
  /** UNIX seconds */
  readonly clock: Clock
  readonly random: Random
  readonly ticker: Ticker
  /** for a new chain; one block after each transaction when left out */
  readonly mining?: MiningMode
  readonly restricted?: boolean
  /** a chain to go on with; a new one when left out */
  readonly dump?: NodeDump
  /** ends what hosts the node; callers cannot stop it when left out */
  readonly stop?: () => void
  /** told of every error that callers see as an internal error only */
  readonly report?: (error: unknown, method: string) => void
}

export type RunningNode = {
  readonly node: DevelopmentNode
  readonly miner: Miner
  readonly faucet: Faucet
  /** undefined where the family has no service nodes */
  readonly heldNodes: HeldNodes | undefined
  readonly fetch: Service
  /** Stops mining. */
  readonly close: () => void
}

/** Blocks in which service nodes are registered when a chain begins. */
const REGISTRATION_BLOCKS = 3
/** What registering one takes, in coins. */
const STAKE_AND_FEES = 101

/** Starts a development node whose faucet has coins to give. */
export const startDevelopmentNode = (options: DevelopmentOptions): RunningNode => start(options, 0)

/**
 * Starts a development node that holds service nodes: a new chain begins with them, one that goes on gets those that it lacks.
 * @throws HeldNodesError where the family has none or so many do not fit
 */
export const startWithServiceNodes = async (options: DevelopmentOptions, count: number): Promise<RunningNode> => {
  const running = start(options, count)
  const { heldNodes } = running
  if (heldNodes === undefined) throw new HeldNodesError('this family has no service nodes')
  await heldNodes.register(Math.max(0, count - heldNodes.registered.length))
  return running
}

const start = (options: DevelopmentOptions, serviceNodes: number): RunningNode => {
  const {
    rules = developmentRules,
    clock,
    random,
    ticker,
    mining = { kind: 'auto' },
    dump,
    report,
    form = currentForm,
  } = options
  const node = new DevelopmentNode({ rules, clock, random })
  const nobody = { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) }
  const miner = new Miner(node, ticker, nobody)
  joinParts(node, miner)
  if (dump !== undefined) node.load(dump)
  const faucet = new Faucet(node, miner)
  miner.payTo(faucet.address)
  node.listen(() => faucet.follow())
  const registry = node.chain.state.serviceNodes
  const heldNodes = registry === undefined ? undefined : new HeldNodes(node, miner, faucet, registry)
  if (serviceNodes === 0) faucet.fill()
  else faucet.fill(serviceNodes * STAKE_AND_FEES, REGISTRATION_BLOCKS)
  if (dump?.parts?.['mining'] === undefined) miner.setMode(mining)
  const fetch = createNodeService(
    { node, miner, faucet, heldNodes, form, owner: newOwner(clock, options.stop) },
    { restricted: options.restricted ?? false, ...(report === undefined ? {} : { report }) },
  )
  return { node, miner, faucet, heldNodes, fetch, close: () => miner.close() }
}
