// Starts a development node in this process, as the flags configure it.

import { statfsSync } from 'node:fs'
import { repeatTimer } from '../../async/time.ts'
import { hardForkHeight } from '../../coin/networks/network.ts'
import { loadPointKernel } from '../../crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../crypto/hash/keccak.ts'
import { systemRandom } from '../../crypto/random/random.ts'
import { createNodeClient } from '../../daemon/calls/httpNodeClient.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { parseNodeUrl } from '../../daemon/nodeUrl.ts'
import { BlockRefusedError } from '../../devnet/chain/chain.ts'
import type { DevelopmentChain, DevelopmentOptions } from '../../devnet/family/developmentOptions.ts'
import { MAX_WALLETS } from '../../devnet/mining/developmentWallets.ts'
import type { MiningMode } from '../../devnet/mining/miner.ts'
import { moneroChain } from '../../devnet/monero/chains.ts'
import type { BootstrapDaemonSettings } from '../../devnet/node/adminSettings.ts'
import { DumpError } from '../../devnet/node/nodeDump.ts'
import { oxenChain, regtestRules } from '../../devnet/oxen/chains.ts'
import { MAX_LOCAL_NODES } from '../../devnet/oxen/local-nodes/localNodeKeys.ts'
import { type ChainRules, parseForks, withForks } from '../../devnet/rules/chainRules.ts'
import type { ProofOfWorkSettings } from '../../devnet/rules/proofOfWork.ts'
import { parseSeedEpoch } from '../../devnet/rules/seedEpoch.ts'
import { type RunningNode, startDevelopmentNode } from '../../devnet/startNode.ts'
import { withScheme } from '../../devnet/upstream/bootstrapDaemon.ts'
import type { Fetch } from '../../jsonrpc/client.ts'
import { type Flags, UsageError } from '../command/command.ts'
import { withUsageErrors } from '../command/fileErrors.ts'
import { readLoginFlag } from '../http/accessFlags.ts'
import { createUpstreamFetch } from '../http/upstreamFetch.ts'
import { ChainStoreError } from './chainStore.ts'
import { applyLogFlags, logNodeEvents } from './nodeEventLog.ts'
import { DEFAULT_WALLETS } from './nodeFlags.ts'
import { formatFirstBlocksMessage } from './startupMessage.ts'
import { openDataDirectory, readDump } from './stateFiles.ts'

const MIN_INTERVAL_MS = 10
const MAX_INTERVAL_MS = 86_400_000
/** One processor would never find a block of a higher difficulty. */
const MAX_DIFFICULTY = 1_000_000

const parseMiningMode = (flags: Flags): MiningMode => {
  if (flags.text('interval') === undefined) return { kind: flags.has('automine') ? 'auto' : 'manual' }
  if (flags.has('automine')) throw new UsageError('choose one of --automine and --interval')
  const range = { min: MIN_INTERVAL_MS, max: MAX_INTERVAL_MS, fallback: MIN_INTERVAL_MS }
  return { kind: 'interval', milliseconds: flags.integer('interval', range) }
}

const parseChain = async (flags: Flags): Promise<DevelopmentChain> => {
  const family = flags.text('network') ?? 'oxen'
  if (family === 'monero') {
    if (flags.has('burn') || flags.text('forks') !== undefined || flags.text('service-nodes') !== undefined)
      throw new UsageError(
        '--burn, --forks and --service-nodes are for the oxen family; a monero chain has its latest fork from the first block on',
      )
    const seedEpoch = await withUsageErrors('the environment', () => parseSeedEpoch(process.env))
    return { ...moneroChain, rules: { ...moneroChain.rules, seedEpoch } }
  }
  if (family !== 'oxen') throw new UsageError(`--network is oxen or monero, not "${family}"`)
  if (flags.has('burn') && flags.text('service-nodes') !== undefined)
    throw new UsageError('with --burn a chain begins without coins to stake: leave out --burn or --service-nodes')
  const rules = flags.has('burn') ? regtestRules : oxenChain.rules
  const forks = flags.text('forks')
  if (forks === undefined) return { ...oxenChain, rules }
  return { ...oxenChain, rules: await withUsageErrors('--forks', () => withForks(rules, parseForks(forks, rules))) }
}

/** Returns the node of --follow; undefined without the flag. */
const createFollowedNode = async (flags: Flags, fetch: Fetch): Promise<NodeClient | undefined> => {
  const url = flags.text('follow')
  const login = await readLoginFlag(flags, 'follow-login')
  if (url === undefined) {
    if (login !== undefined) throw new UsageError('--follow-login requires --follow')
    return undefined
  }
  return await withUsageErrors('--follow', () =>
    createNodeClient({
      url: withScheme(url),
      unpruned: true,
      fetch,
      random: systemRandom,
      ...(login === undefined ? {} : { login }),
    }),
  )
}

/** Returns the settings of --bootstrap-daemon-address; undefined without the flag. */
const parseBootstrapDaemon = async (flags: Flags): Promise<BootstrapDaemonSettings | undefined> => {
  const address = flags.text('bootstrap-daemon-address')
  const login = await readLoginFlag(flags, 'bootstrap-daemon-login')
  if (address === undefined) {
    if (login !== undefined) throw new UsageError('--bootstrap-daemon-login requires --bootstrap-daemon-address')
    return undefined
  }
  await withUsageErrors('--bootstrap-daemon-address', () => parseNodeUrl(withScheme(address)))
  return { address, username: login?.user ?? '', password: login?.password ?? '' }
}

/** Returns the difficulty of a new chain; undefined for that of the chain's rules. */
const parseDifficulty = (flags: Flags): ProofOfWorkSettings['difficulty'] | undefined => {
  if (flags.text('fixed-difficulty') !== undefined)
    return BigInt(flags.integer('fixed-difficulty', { min: 1, max: MAX_DIFFICULTY, fallback: 1 }))
  return flags.has('proof-of-work') ? 'adjusted' : undefined
}

/** @throws UsageError for service nodes on a chain that cannot register them */
const checkServiceNodes = ({ network, consensus: { paymentFork } }: ChainRules, isFollower: boolean): void => {
  if (isFollower)
    throw new UsageError('a node with --service-nodes begins its own chain: leave out --follow or --service-nodes')
  if (hardForkHeight(network, paymentFork) === undefined)
    throw new UsageError(
      `--service-nodes: registrations are possible from fork ${paymentFork} on, which is not in --forks`,
    )
}

/** Opens the storage of --data-dir and reads the dump of --load. */
const openState = async (flags: Flags): Promise<Pick<DevelopmentOptions, 'storage' | 'dump'>> => {
  const storage = openDataDirectory(flags)
  const dump = await readDump(flags)
  if (dump !== undefined && storage?.isEmpty === false)
    throw new UsageError('--load begins a chain, but the folder of --data-dir contains one: leave out one of them')
  return { ...(storage === undefined ? {} : { storage }), ...(dump === undefined ? {} : { dump }) }
}

/** Returns the free bytes of the disk with a folder. */
const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Returns the options of the node. */
const parseNodeOptions = async (flags: Flags, stop: (() => void) | undefined): Promise<DevelopmentOptions> => {
  const { rules: chainRules, dialect } = await parseChain(flags)
  const mining = parseMiningMode(flags)
  const rules = { ...chainRules, difficulty: parseDifficulty(flags) ?? chainRules.difficulty }
  const serviceNodes = flags.integer('service-nodes', { min: 0, max: MAX_LOCAL_NODES, fallback: 0 })
  const fetch = createUpstreamFetch(flags)
  const follow = await createFollowedNode(flags, fetch)
  if (serviceNodes > 0) checkServiceNodes(rules, follow !== undefined)
  const work = flags.has('proof-of-work') ? await rules.consensus.proofOfWork.open(rules.network.genesisId) : undefined
  return {
    rules,
    ...(await openState(flags)),
    ...(work === undefined ? {} : { work }),
    dialect,
    mining,
    serviceNodes,
    wallets: flags.integer('wallets', { min: 0, max: MAX_WALLETS, fallback: DEFAULT_WALLETS }),
    clock: () => Math.floor(Date.now() / 1000),
    freeSpace: () => freeBytes(flags.text('data-dir') ?? '.'),
    random: systemRandom,
    ticker: repeatTimer,
    ...(follow === undefined ? {} : { follow }),
    fetch,
    ...(stop === undefined ? {} : { stop }),
    log: (line) => console.log(line),
    report: (error, method) => console.error(`development node, ${method}:`, error),
  }
}

/**
 * Starts a node.
 * @throws UsageError if the stored or loaded chain does not fit the flags
 */
const startWithUsageErrors = (options: DevelopmentOptions): RunningNode => {
  try {
    return startDevelopmentNode(options)
  } catch (error) {
    const { storage, dump } = options
    if (error instanceof ChainStoreError) throw new UsageError(`--data-dir: ${error.message}`, { cause: error })
    if (dump !== undefined && error instanceof DumpError)
      throw new UsageError(`--load: ${error.message}`, { cause: error })
    if (dump !== undefined && storage === undefined && error instanceof BlockRefusedError)
      throw new UsageError(`--load: ${error.message}; give the flags with which the dump was made`, { cause: error })
    throw error
  }
}

/**
 * Checks that --fixed-difficulty is the difficulty of a stored chain, which cannot change.
 * @throws UsageError
 */
const checkDifficulty = (flags: Flags, { node, close }: RunningNode): void => {
  const requested = flags.text('fixed-difficulty')
  const { difficulty } = node.chain.work.setting
  if (requested === undefined || BigInt(requested) === difficulty) return
  close()
  throw new UsageError(
    `--fixed-difficulty is for a new chain: this chain has the difficulty ${difficulty}; leave out the flag`,
  )
}

const isProofOfWorkCostly = ({ node: { chain } }: RunningNode): boolean =>
  chain.work.setting.isChecked && chain.nextDifficulty > 1n

const hasNoFirstBlocks = ({ miner, localServiceNodes }: RunningNode, serviceNodes: number): boolean =>
  miner.firstBlocks !== undefined || (localServiceNodes?.registered.length ?? 0) < serviceNodes

/** Prints that the first blocks are being mined, and later that they are complete. */
const printFirstBlocks = (running: RunningNode): void => {
  console.log(
    `mining the first blocks, each with about ${running.node.chain.nextDifficulty} hashes of proof of work; mining calls and the faucet wait for them …`,
  )
  void running.ready.then(
    async () => console.log(await formatFirstBlocksMessage(running)),
    // The node has reported the error, or it is stopping.
    () => undefined,
  )
}

/**
 * Starts a development node.
 * @param stop ends the process that hosts the node; without it callers cannot stop the node
 * @throws UsageError for flags that are invalid or contradict each other
 */
export const startNodeFromFlags = async (flags: Flags, stop?: () => void): Promise<RunningNode> => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
  const bootstrap = await parseBootstrapDaemon(flags)
  const options = await parseNodeOptions(flags, stop)
  const running = startWithUsageErrors(options)
  checkDifficulty(flags, running)
  if (!isProofOfWorkCostly(running)) await running.ready
  else if (hasNoFirstBlocks(running, options.serviceNodes ?? 0)) printFirstBlocks(running)
  if (options.mining !== undefined && options.mining.kind !== 'manual') running.miner.setMode(options.mining)
  running.settings.bootstrap = bootstrap
  if (applyLogFlags(flags, running.settings)) logNodeEvents(running.node, (line) => console.log(line))
  return running
}
