// Assembles and starts a development node: chain, miner, faucet and RPC service from one set of options.

import { FabaError } from '../errors/fabaError.ts'
import type { Service } from '../jsonrpc/service.ts'
import type { DevelopmentOptions } from './family/developmentOptions.ts'
import { Faucet } from './mining/faucet.ts'
import { Miner, MinerClosedError } from './mining/miner.ts'
import { type AdminSettings, createAdminSettings } from './node/adminSettings.ts'
import { DevelopmentNode } from './node/developmentNode.ts'
import type { StoredNode } from './node/nodeDump.ts'
import type { SavedParts } from './node/persistedState.ts'
import { developmentRules } from './oxen/chains.ts'
import type { LocalServiceNodes } from './oxen/local-nodes/localServiceNodes.ts'
import { oxenDialect } from './oxen/rpc/oxenDialect.ts'
import {
  addBehaviourOverrides,
  createLocalServiceNodes,
  createOxenServices,
  provideForRegistrations,
} from './oxen/serviceNodeSetup.ts'
import { addPersistedParts } from './persistedParts.ts'
import type { PublicKeys } from './records/chainRecords.ts'
import type { NodeContext, RpcDialect } from './rpc/calls/nodeContext.ts'
import { createNodeService, type NodeServiceOptions } from './rpc/service.ts'
import { BootstrapDaemon } from './upstream/bootstrapDaemon.ts'
import { type Follower, followNode } from './upstream/follower.ts'
import { LocalBlocks } from './upstream/localBlocks.ts'

export type RunningNode = {
  readonly node: DevelopmentNode
  readonly miner: Miner
  readonly faucet: Faucet
  /** undefined if the family has no service nodes */
  readonly localServiceNodes: LocalServiceNodes | undefined
  /** undefined if the node follows no upstream node */
  readonly follower: Follower | undefined
  readonly settings: AdminSettings
  readonly dialect: RpcDialect
  /** resolves when a new chain has its first blocks and its service nodes are registered; without proof of work this is immediate */
  readonly ready: Promise<void>
  readonly fetch: Service
  /** Serves the same node once more with other options. */
  readonly serve: (options: NodeServiceOptions) => Service
  /** Stops mining and following. */
  readonly close: () => void
}

const MAINTENANCE_INTERVAL_MS = 30_000

/** Receives the rewards until the faucet has its keys. */
const NO_KEYS: PublicKeys = { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) }

/**
 * Starts a development node with local service nodes, and waits until they are registered.
 * @throws LocalServiceNodesError if the family has none or the number is above the maximum
 */
export const startWithServiceNodes = async (options: DevelopmentOptions, count: number): Promise<RunningNode> => {
  const running = startDevelopmentNode({ ...options, serviceNodes: count })
  await running.ready
  return running
}

/**
 * Starts a development node whose faucet has coins.
 * @throws LocalServiceNodesError if service nodes are requested and the family has none
 */
export const startDevelopmentNode = (options: DevelopmentOptions): RunningNode => {
  const { rules = developmentRules, clock, random, ticker, serviceNodes = 0, dialect = oxenDialect } = options
  const node = new DevelopmentNode({ rules, clock, random })
  const miner = new Miner(node, ticker, NO_KEYS)
  addPersistedParts(node, miner)
  const overrides = addBehaviourOverrides(node)
  const localBlocks = options.follow && new LocalBlocks(node)
  const { stored, parts } = loadChain(node, options)
  const faucet = createFaucet(node, miner)
  const localServiceNodes = createLocalServiceNodes({ node, miner, faucet }, overrides, serviceNodes)
  const ready = prepareNewChain(faucet, localServiceNodes, options)
  if (parts['mining'] === undefined) miner.setMode(options.mining ?? { kind: 'auto' })
  options.storage?.follow(node, stored)
  const follower = followUpstream(node, localBlocks, options)
  const settings = createAdminSettings(clock, options.stop, dialect.defaultLimits)
  const familyServices = createOxenServices(node, localServiceNodes, serviceNodes, random)
  // A node that follows receives the votes from the upstream node.
  if (options.follow === undefined) familyServices.obligations?.start()
  const bootstrap = createBootstrapDaemon(node, settings, options)
  const { freeSpace } = options
  const context = { node, miner, faucet, dialect, settings, familyServices, follower, bootstrap, freeSpace }
  const serve = createServe(context, options)
  const stopMaintenance = ticker(MAINTENANCE_INTERVAL_MS, () => node.maintain())
  const close = (): void => {
    stopMaintenance()
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

/** Loads the chain to continue, if there is one; returns the parts that were saved with it. */
const loadChain = (
  { rules, chain, state }: DevelopmentNode,
  { storage, trustedDump, dump, work }: DevelopmentOptions,
): { readonly stored: StoredNode | undefined; readonly parts: SavedParts } => {
  const stored = storage?.read(rules)
  if (stored !== undefined) state.resume(stored)
  else if (trustedDump !== undefined) state.loadTrusted(trustedDump)
  else if (dump !== undefined) state.loadUntrusted(dump)
  if (work !== undefined) chain.work.enable(work)
  return { stored, parts: (stored?.rest ?? trustedDump ?? dump)?.parts ?? {} }
}

/** Creates the faucet, which receives the rewards from now on. */
const createFaucet = (node: DevelopmentNode, miner: Miner): Faucet => {
  const faucet = new Faucet(node, miner)
  miner.payTo(faucet.address)
  node.listen(() => faucet.update())
  return faucet
}

/** Mines the first blocks of a new chain and registers missing service nodes. */
const prepareNewChain = (
  faucet: Faucet,
  localServiceNodes: LocalServiceNodes | undefined,
  { follow, wallets = 0, serviceNodes = 0, report }: DevelopmentOptions,
): Promise<void> => {
  const filled =
    follow === undefined
      ? faucet.mineFirstBlocks({ ...provideForRegistrations(serviceNodes), wallets })
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
  return ready
}

/** Follows the upstream node, if there is one. */
const followUpstream = (
  node: DevelopmentNode,
  localBlocks: LocalBlocks | undefined,
  { follow: client, log = () => undefined }: DevelopmentOptions,
): Follower | undefined =>
  client === undefined || localBlocks === undefined ? undefined : followNode({ node, client, log, localBlocks })

const createBootstrapDaemon = (
  node: DevelopmentNode,
  owner: AdminSettings,
  { fetch: fetchBootstrap = (request) => fetch(request), log = () => undefined }: DevelopmentOptions,
): BootstrapDaemon => new BootstrapDaemon({ node, owner, fetch: fetchBootstrap, log })

/** Returns a function that creates RPC services of the node. */
const createServe =
  (context: NodeContext, { report, storage }: DevelopmentOptions) =>
  (options: NodeServiceOptions): Service => {
    const service = createNodeService(context, { ...(report === undefined ? {} : { report }), ...options })
    return async (request) => {
      await context.node.chain.work.ready()
      const response = await service(request)
      try {
        // Written before the response, so that the answer still holds after the process is killed.
        storage?.write(context.node)
        return response
      } catch (error) {
        if (!(error instanceof FabaError)) throw error
        return new Response(`${error.message}\n`, { status: 503, headers: { 'content-type': 'text/plain' } })
      }
    }
  }
