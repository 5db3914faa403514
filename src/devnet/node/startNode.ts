// A development node put together and started: chain, miner, faucet and service from one set of options.

import type { Random } from '../../crypto/random.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { Service } from '../../jsonrpc/service.ts'
import type { UnixClock } from '../chain/chain.ts'
import { developmentRules } from '../families.ts'
import { Faucet } from '../mining/faucet.ts'
import { Miner, MinerClosedError, type MiningMode, type RepeatTimer } from '../mining/miner.ts'
import { Conduct } from '../oxen/local-nodes/behaviourOverrides.ts'
import { MAX_HELD } from '../oxen/local-nodes/localNodeKeys.ts'
import { HeldNodes, HeldNodesError } from '../oxen/local-nodes/localServiceNodes.ts'
import { Judges } from '../oxen/local-nodes/obligationsVotes.ts'
import { OwnNode } from '../oxen/local-nodes/ownNode.ts'
import { serviceNodesOf } from '../oxen/oxenState.ts'
import { type NodeKeys, plainNodeKeys } from '../oxen/service-nodes/nodeKeys.ts'
import { oxenDialect } from '../rpc/dialect.ts'
import type { RpcDialect } from '../rpc/nodeContext.ts'
import { createNodeService, type NodeServiceOptions } from '../rpc/service.ts'
import type { ChainRules } from '../rules/chainRules.ts'
import type { WorkHash } from '../rules/proofOfWork.ts'
import { BootstrapDaemon } from '../upstream/bootstrapDaemon.ts'
import { type Follower, followNode } from '../upstream/follower.ts'
import { LocalBlocks } from '../upstream/localBlocks.ts'
import { type AdminSettings, createAdminSettings } from './adminSettings.ts'
import { DevelopmentNode } from './developmentNode.ts'
import type { NodeDump, StoredNode } from './nodeDump.ts'
import { persistNodeParts } from './persistedState.ts'

export type DevelopmentOptions = {
  readonly rules?: ChainRules
  /** differences of the family's node RPC; oxen-core's if omitted */
  readonly dialect?: RpcDialect
  /** UNIX seconds */
  readonly clock: UnixClock
  readonly random: Random
  readonly ticker: RepeatTimer
  /** loaded by the rules' `consensus.work.open`; blocks have to prove work by it, which they have not to where this is left out */
  readonly work?: WorkHash
  /** for a new chain; one block after each transaction when left out */
  readonly mining?: MiningMode
  /** how many of the wallets that anybody can open a new chain begins with; none when left out */
  readonly wallets?: number
  /** how many service nodes it holds at least: a new chain begins with them, one that goes on gets those that it lacks; none when left out */
  readonly serviceNodes?: number
  readonly restricted?: boolean
  /** a chain to go on with, anybody's; a new one when left out */
  readonly dump?: NodeDump
  /** a chain to go on with that this program wrote down, and is believed */
  readonly trustedDump?: NodeDump
  /** a node to keep in step with, which asks for whole transactions; a new chain then begins without coins for the faucet */
  readonly follow?: NodeClient
  /** reaches the node that stands in for this one; the host's own when left out */
  readonly fetch?: (request: Request) => Promise<Response>
  /** told a line for people when something happens that nobody here asked for */
  readonly log?: (line: string) => void
  /** ends what hosts the node; callers cannot stop it when left out */
  readonly stop?: () => void
  /** keeps the chain from one run to the next, and has what there is of it; `dump` is for one that has nothing yet */
  readonly storage?: NodeStorage
  /** told of every error that callers see as an internal error only */
  readonly report?: (error: unknown, method: string) => void
}

/** Where a node rests between its runs. */
export type NodeStorage = {
  /** What was kept; undefined for nothing. Throws when it was kept under other rules. */
  readonly read: (rules: ChainRules) => StoredNode | undefined
  /** Keeps what changes of a node, which is new or was read here. */
  readonly follow: (node: DevelopmentNode, resting: StoredNode | undefined) => void
  /** Writes what changed and was not told by an event. */
  readonly write: (node: DevelopmentNode) => void
}

export type RunningNode = {
  readonly node: DevelopmentNode
  readonly miner: Miner
  readonly faucet: Faucet
  /** undefined where the family has no service nodes */
  readonly localServiceNodes: HeldNodes | undefined
  /** undefined where it follows no other node */
  readonly follower: Follower | undefined
  readonly settings: AdminSettings
  /** how it speaks */
  readonly dialect: RpcDialect
  /** settles when a new chain has its first blocks, and service nodes are registered; that takes a while only where blocks have to prove work */
  readonly ready: Promise<void>
  readonly fetch: Service
  /** The same node, served once more in another way. */
  readonly serve: (options: NodeServiceOptions) => Service
  /** Stops mining and following. */
  readonly close: () => void
}

/** Milliseconds from one look at what is due in the pool to the next. */
const TIDY_PACE = 30_000
/** Blocks in which service nodes are registered when a chain begins. */
const REGISTRATION_BLOCKS = 3
/** What registering one takes, in coins. */
const STAKE_AND_FEES = 101

/**
 * Starts a development node that holds service nodes, which are registered then.
 * @throws HeldNodesError where the family has none or so many do not fit
 */
export const startWithServiceNodes = async (options: DevelopmentOptions, count: number): Promise<RunningNode> => {
  const running = startDevelopmentNode({ ...options, serviceNodes: count })
  await running.ready
  return running
}

/** Keys of the node itself: beside service nodes that it holds it is the last one of them, which others may register. */
const ownKeys = (localServiceNodes: HeldNodes | undefined, serviceNodes: number, random: Random): NodeKeys =>
  localServiceNodes !== undefined && (serviceNodes > 0 || localServiceNodes.registered.length > 0)
    ? localServiceNodes.keys.at(MAX_HELD - 1)
    : plainNodeKeys(random(32))

/**
 * Starts a development node whose faucet has coins to give.
 * @throws HeldNodesError for service nodes where the family has none
 */
export const startDevelopmentNode = (options: DevelopmentOptions): RunningNode => {
  const {
    rules = developmentRules,
    clock,
    random,
    ticker,
    mining = { kind: 'auto' },
    dump,
    trustedDump,
    report,
    wallets = 0,
    serviceNodes = 0,
    dialect = oxenDialect,
  } = options
  const node = new DevelopmentNode({ rules, clock, random })
  const nobody = { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) }
  const miner = new Miner(node, ticker, nobody)
  const conduct = new Conduct()
  persistNodeParts(node, miner)
  if (serviceNodesOf(node.chain.state) !== undefined) node.persisted.add('conduct', conduct.part)
  const localBlocks = options.follow && new LocalBlocks(node)
  const resting = options.storage?.read(rules)
  if (resting !== undefined) node.resume(resting)
  else if (trustedDump !== undefined) node.loadTrusted(trustedDump)
  else if (dump !== undefined) node.loadUntrusted(dump)
  if (options.work !== undefined) node.chain.work.demand(options.work)
  const faucet = new Faucet(node, miner)
  miner.payTo(faucet.address)
  node.listen(() => faucet.update())
  const registry = serviceNodesOf(node.chain.state)
  const localServiceNodes = registry === undefined ? undefined : new HeldNodes(node, miner, faucet, registry, conduct)
  if (localServiceNodes === undefined && serviceNodes > 0) throw new HeldNodesError('this family has no service nodes')
  const reserved = { reserve: serviceNodes * STAKE_AND_FEES, later: REGISTRATION_BLOCKS }
  const filled =
    options.follow === undefined
      ? faucet.mineFirstBlocks({ ...(serviceNodes > 0 ? reserved : {}), wallets })
      : Promise.resolve()
  const ready =
    serviceNodes === 0
      ? filled
      : filled.then(async () => {
          await localServiceNodes?.registerUpTo(serviceNodes)
        })
  ready.catch((error: unknown) => {
    if (!(error instanceof MinerClosedError)) report?.(error, 'the first blocks')
  })
  if ((resting?.rest ?? trustedDump ?? dump)?.parts?.['mining'] === undefined) miner.setMode(mining)
  options.storage?.follow(node, resting)
  const log = options.log ?? (() => undefined)
  const follower =
    options.follow && followNode({ node, client: options.follow, log, ...(localBlocks && { localBlocks }) })
  const settings = createAdminSettings(clock, options.stop)
  const own = new OwnNode(ownKeys(localServiceNodes, serviceNodes, random))
  const judges =
    registry === undefined || localServiceNodes === undefined
      ? undefined
      : new Judges({ node, registry, heldNodes: localServiceNodes, own })
  // One that follows hears of verdicts from there.
  if (options.follow === undefined) judges?.begin()
  const standIns = new BootstrapDaemon({
    node,
    owner: settings,
    fetch: options.fetch ?? ((request) => fetch(request)),
    log,
  })
  const context = {
    ...{ node, miner, faucet, settings, follower, dialect, localServiceNodes, ownNode: own },
    ...{ obligations: judges, bootstrap: standIns },
  }
  const serve = (how: NodeServiceOptions): Service => {
    const service = createNodeService(context, { ...(report === undefined ? {} : { report }), ...how })
    return async (request) => {
      await node.chain.work.ready()
      const response = await service(request)
      // What was answered must still be true after the process is killed.
      options.storage?.write(node)
      return response
    }
  }
  const stopTidying = ticker(TIDY_PACE, () => node.maintain())
  const close = (): void => {
    stopTidying()
    miner.close()
    void follower?.close()
  }
  return {
    node,
    miner,
    faucet,
    localServiceNodes,
    follower,
    settings,
    dialect,
    ready,
    fetch: serve({ restricted: options.restricted ?? false }),
    serve,
    close,
  }
}
