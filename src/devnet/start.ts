// A development node put together and started: chain, miner, faucet and service from one set of options.

import type { Random } from '../crypto/scalar.ts'
import type { Service } from '../jsonrpc/service.ts'
import type { Clock } from './chain.ts'
import { Faucet } from './faucet.ts'
import { Miner, type MiningMode, type Ticker } from './miner.ts'
import { DevelopmentNode, type NodeDump } from './node.ts'
import { newOwner } from './owner.ts'
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
  readonly fetch: Service
  /** Stops mining. */
  readonly close: () => void
}

/** Starts a development node whose faucet has coins to give. */
export const startDevelopmentNode = (options: DevelopmentOptions): RunningNode => {
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
  faucet.fill()
  if (dump?.parts?.['mining'] === undefined) miner.setMode(mining)
  const fetch = createNodeService(
    { node, miner, faucet, form, owner: newOwner(clock, options.stop) },
    { restricted: options.restricted ?? false, ...(report === undefined ? {} : { report }) },
  )
  return { node, miner, faucet, fetch, close: () => miner.close() }
}
