// The development node as this process hosts it: flags, clock, randomness and timers.

import { hardForkHeight } from '../../coin/networks/network.ts'
import { loadPointKernel } from '../../crypto/curve/point.ts'
import { prepareKeccak } from '../../crypto/hash/keccak.ts'
import { NodeUrlError } from '../../daemon/errors.ts'
import { createNodeClient } from '../../daemon/httpNodeClient.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { parseNodeUrl } from '../../daemon/transport.ts'
import { BlockRefusedError } from '../../devnet/chain/chain.ts'
import { regtestRules } from '../../devnet/families.ts'
import { MAX_WALLETS } from '../../devnet/mining/developmentWallets.ts'
import type { MiningMode } from '../../devnet/mining/miner.ts'
import type { BootstrapDaemonSettings } from '../../devnet/node/adminSettings.ts'
import { type DevelopmentChain, moneroChain, oxenChain } from '../../devnet/node/developmentChains.ts'
import type { DevelopmentOptions } from '../../devnet/node/developmentOptions.ts'
import { DumpError } from '../../devnet/node/nodeDump.ts'
import { type RunningNode, startDevelopmentNode } from '../../devnet/node/startNode.ts'
import { MAX_LOCAL_NODES } from '../../devnet/oxen/local-nodes/localNodeKeys.ts'
import { ForkScheduleError, parseForks, withForks } from '../../devnet/rules/chainRules.ts'
import type { ProofOfWorkSettings } from '../../devnet/rules/proofOfWork.ts'
import { withScheme } from '../../devnet/upstream/bootstrapDaemon.ts'
import type { Fetch } from '../../jsonrpc/client.ts'
import { type Flag, type Flags, UsageError } from '../command.ts'
import { namedLogin } from '../http/access.ts'
import { upstreamFetch } from '../serve/upstream.ts'
import { ChainStoreError } from './chainStore.ts'
import { describeBeginning } from './nodeBanner.ts'
import { tellNews } from './nodeNews.ts'
import { openDataDir, readDump } from './nodeState.ts'

/** Wallets with which a chain begins if nothing is said. */
const WALLETS = 3

/** What can be said of a development node on the command line. */
export const DEVELOPMENT_FLAGS: readonly Flag[] = [
  { name: 'network', value: 'FAMILY', about: 'oxen or monero; oxen if left out' },
  {
    name: 'proof-of-work',
    about: 'blocks have to prove work, which is kept with the chain; the difficulty follows the last solve times',
  },
  { name: 'fixed-difficulty', value: 'N', about: 'the difficulty of every block of a new chain' },
  { name: 'automine', about: 'mine a block after each transaction' },
  { name: 'interval', value: 'MS', about: 'mine a block every MS milliseconds' },
  {
    name: 'forks',
    value: 'LIST',
    about: 'fork schedule version:height,..., such as 7:1,17:2; a fork each block if left out',
  },
  {
    name: 'service-nodes',
    value: 'N',
    about:
      'begin with N service nodes whose keys the node holds: 12 make blocks, 20 sign checkpoints; none if left out',
  },
  {
    name: 'wallets',
    value: 'N',
    about: `begin with N wallets that hold coins and whose words are told, the same every time; ${WALLETS} if left out, ${MAX_WALLETS} at most`,
  },
  { name: 'verbose', about: 'tell each transaction and each block, a line each' },
  {
    name: 'burn',
    about: 'follow the reference to the letter: what no service node claims is burnt, and mining gives fees only',
  },
  {
    name: 'follow',
    value: 'URL',
    about: 'keep in step with another node over its RPC; the chain is that one’s, so start both with the same flags',
  },
  { name: 'follow-login', value: 'USER:PASS', about: 'login of that node' },
  {
    name: 'bootstrap-daemon-address',
    value: 'URL',
    about: 'the node that answers while this one is far behind, as set_bootstrap_daemon sets it',
  },
  { name: 'bootstrap-daemon-login', value: 'USER:PASS', about: 'login of that node' },
]

const A_DAY = 86_400_000
/** With more, nobody's processor would ever find a block. */
const MAX_DIFFICULTY = 1_000_000

const miningOf = (flags: Flags): MiningMode => {
  if (flags.text('interval') !== undefined) {
    if (flags.has('automine')) throw new UsageError('choose one of --automine and --interval')
    return { kind: 'interval', milliseconds: flags.integer('interval', { least: 10, most: A_DAY, otherwise: 10_000 }) }
  }
  return { kind: flags.has('automine') ? 'auto' : 'manual' }
}

const chainOf = (flags: Flags): DevelopmentChain => {
  const family = flags.text('network') ?? 'oxen'
  if (family === 'monero') {
    if (flags.has('burn') || flags.text('forks') !== undefined || flags.text('service-nodes') !== undefined)
      throw new UsageError(
        '--burn, --forks and --service-nodes are for the oxen family; the other has its newest fork from the first block on',
      )
    return moneroChain
  }
  if (family !== 'oxen') throw new UsageError(`--network is oxen or monero, not "${family}"`)
  if (flags.has('burn') && flags.text('service-nodes') !== undefined)
    throw new UsageError('with --burn a chain begins without coins to stake: leave out --burn or --service-nodes')
  const rules = flags.has('burn') ? regtestRules : oxenChain.rules
  const forks = flags.text('forks')
  if (forks === undefined) return { ...oxenChain, rules }
  try {
    return { ...oxenChain, rules: withForks(rules, parseForks(forks, rules)) }
  } catch (error) {
    if (error instanceof ForkScheduleError) throw new UsageError(`--forks: ${error.message}`, { cause: error })
    throw error
  }
}

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

const followedNode = async (flags: Flags, fetch: Fetch): Promise<NodeClient | undefined> => {
  const url = flags.text('follow')
  const login = await namedLogin(flags, 'follow-login')
  if (url === undefined) {
    if (login !== undefined) throw new UsageError('--follow-login wants --follow')
    return undefined
  }
  try {
    return createNodeClient({
      url: withScheme(url),
      unpruned: true,
      fetch,
      random,
      ...(login === undefined ? {} : { login }),
    })
  } catch (error) {
    if (error instanceof NodeUrlError) throw new UsageError(`--follow: ${error.message}`, { cause: error })
    throw error
  }
}

const standInOf = async (flags: Flags): Promise<BootstrapDaemonSettings | undefined> => {
  const address = flags.text('bootstrap-daemon-address')
  const login = await namedLogin(flags, 'bootstrap-daemon-login')
  if (address === undefined) {
    if (login !== undefined) throw new UsageError('--bootstrap-daemon-login wants --bootstrap-daemon-address')
    return undefined
  }
  try {
    parseNodeUrl(withScheme(address))
  } catch (error) {
    if (error instanceof NodeUrlError)
      throw new UsageError(`--bootstrap-daemon-address: ${error.message}`, { cause: error })
    throw error
  }
  return { address, username: login?.user ?? '', password: login?.password ?? '' }
}

/** Starts a node; what was kept of it, or is loaded, may not fit the flags. */
const begin = (options: DevelopmentOptions): RunningNode => {
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

/** The difficulty that the flags want; undefined where they do not say. */
const difficultyOf = (flags: Flags): ProofOfWorkSettings['difficulty'] | undefined => {
  if (flags.text('fixed-difficulty') !== undefined)
    return BigInt(flags.integer('fixed-difficulty', { least: 1, most: MAX_DIFFICULTY, otherwise: 1 }))
  return flags.has('proof-of-work') ? 'adjusted' : undefined
}

/** A chain that goes on keeps the difficulty with which it began. */
const checkDifficulty = (flags: Flags, { node, close }: RunningNode): void => {
  const wanted = flags.text('fixed-difficulty')
  const { difficulty } = node.chain.work.setting
  if (wanted === undefined || BigInt(wanted) === difficulty) return
  close()
  throw new UsageError(`--fixed-difficulty is for a new chain: this one goes on with ${difficulty}; leave out the flag`)
}

/** Whether a block takes a while to make. */
const isWorkDear = ({ node: { chain } }: RunningNode): boolean =>
  chain.work.setting.isChecked && chain.nextDifficulty > 1n

const isBeginning = ({ miner, localServiceNodes }: RunningNode, serviceNodes: number): boolean =>
  miner.firstBlocks !== undefined || (localServiceNodes?.registered.length ?? 0) < serviceNodes

/** Says why there are no coins for a while: a chain begins with blocks that prove work. */
const tellOfFirstBlocks = (running: RunningNode): void => {
  console.log(
    `mining the first blocks, each of which takes about ${running.node.chain.nextDifficulty} hashes to prove its work; what mines or gives coins waits for them …`,
  )
  void running.ready.then(
    async () => console.log(await describeBeginning(running)),
    // Why not was reported, unless it is that the node stops.
    () => undefined,
  )
}

/**
 * Starts a development node in this process.
 * @param stop ends what hosts it; callers cannot stop it when left out
 * @throws UsageError for flags that do not fit
 */
export const startNode = async (flags: Flags, stop?: () => void): Promise<RunningNode> => {
  const [{ rules: usual, dialect }, mining] = [chainOf(flags), miningOf(flags)]
  const rules = { ...usual, difficulty: difficultyOf(flags) ?? usual.difficulty }
  const serviceNodes = flags.integer('service-nodes', { least: 0, most: MAX_LOCAL_NODES, otherwise: 0 })
  await Promise.all([loadPointKernel(), prepareKeccak()])
  const fetch = upstreamFetch(flags)
  const followed = await followedNode(flags, fetch)
  const standIn = await standInOf(flags)
  if (followed !== undefined && serviceNodes > 0)
    throw new UsageError(
      'a node that holds service nodes begins a chain of its own: leave out --follow or --service-nodes',
    )
  const { paymentFork } = rules.consensus
  if (serviceNodes > 0 && hardForkHeight(rules.network, paymentFork) === undefined)
    throw new UsageError(
      `--service-nodes: what registers them can be sent from fork ${paymentFork} on, which is not in --forks`,
    )
  const work = flags.has('proof-of-work') ? await rules.consensus.proofOfWork.open(rules.network.genesisId) : undefined
  const [storage, dump] = [openDataDir(flags), await readDump(flags)]
  if (dump !== undefined && storage?.isEmpty === false)
    throw new UsageError('--load begins a chain, but the folder of --data-dir holds one: leave out one of them')
  const options: DevelopmentOptions = {
    rules,
    ...(storage === undefined ? {} : { storage }),
    ...(dump === undefined ? {} : { dump }),
    ...(work === undefined ? {} : { work }),
    dialect,
    mining,
    serviceNodes,
    wallets: flags.integer('wallets', { least: 0, most: MAX_WALLETS, otherwise: WALLETS }),
    clock: () => Math.floor(Date.now() / 1000),
    random,
    ticker: (milliseconds, callback) => {
      const timer = setInterval(callback, milliseconds)
      return () => clearInterval(timer)
    },
    ...(followed === undefined ? {} : { follow: followed }),
    fetch,
    ...(stop === undefined ? {} : { stop }),
    log: (line) => console.log(line),
    report: (error, method) => console.error(`development node, ${method}:`, error),
  }
  const running = begin(options)
  checkDifficulty(flags, running)
  if (!isWorkDear(running)) await running.ready
  else if (isBeginning(running, serviceNodes)) tellOfFirstBlocks(running)
  if (flags.has('automine') || flags.text('interval') !== undefined) running.miner.setMode(mining)
  running.settings.bootstrap = standIn
  if (flags.has('verbose')) tellNews(running.node, (line) => console.log(line))
  return running
}
