// The development node as this process hosts it: flags, clock, randomness and timers.

import { prepareKeccak } from '../crypto/keccak.ts'
import { loadPointKernel } from '../crypto/point.ts'
import { type DevelopmentChain, moneroChain, oxenChain } from '../devnet/chains.ts'
import type { MiningMode } from '../devnet/miner.ts'
import { MOST_HELD } from '../devnet/oxen/heldKeys.ts'
import { ForkScheduleError, parseForks, regtestRules, withForks } from '../devnet/rules.ts'
import {
  type DevelopmentOptions,
  type RunningNode,
  startDevelopmentNode,
  startWithServiceNodes,
} from '../devnet/start.ts'
import { type Flag, type Flags, UsageError } from './command.ts'

/** What can be said of a development node on the command line. */
export const DEVELOPMENT_FLAGS: readonly Flag[] = [
  { name: 'network', value: 'FAMILY', about: 'oxen or monero; oxen if left out' },
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
    name: 'burn',
    about: 'follow the reference to the letter: what no service node claims is burnt, and mining gives fees only',
  },
]

const A_DAY = 86_400_000

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
  const rules = flags.has('burn') ? regtestRules : oxenChain.rules
  const forks = flags.text('forks')
  if (forks === undefined) return { ...oxenChain, rules }
  try {
    return { ...oxenChain, rules: withForks(rules, parseForks(forks)) }
  } catch (error) {
    if (error instanceof ForkScheduleError) throw new UsageError(`--forks: ${error.message}`, { cause: error })
    throw error
  }
}

/**
 * Starts a development node in this process.
 * @throws UsageError for flags that do not fit
 */
export const startNode = async (flags: Flags): Promise<RunningNode> => {
  const [{ rules, form }, mining] = [chainOf(flags), miningOf(flags)]
  const serviceNodes = flags.integer('service-nodes', { least: 0, most: MOST_HELD, otherwise: 0 })
  await Promise.all([loadPointKernel(), prepareKeccak()])
  const options: DevelopmentOptions = {
    rules,
    form,
    mining,
    restricted: flags.has('restricted'),
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: (milliseconds, callback) => {
      const timer = setInterval(callback, milliseconds)
      return () => clearInterval(timer)
    },
    report: (error, method) => console.error(`development node, ${method}:`, error),
  }
  return serviceNodes === 0 ? startDevelopmentNode(options) : await startWithServiceNodes(options, serviceNodes)
}

const MODES: { readonly [mode in MiningMode['kind']]: string } = {
  manual: 'blocks are mined on demand (dev_mine, generateblocks)',
  auto: 'a block is mined after each transaction',
  interval: 'blocks are mined by the clock',
}

/** One line about a running node, for people. */
export const describeNode = ({ node, miner, heldNodes }: RunningNode): string => {
  const held = heldNodes?.registered.length ?? 0
  const nodes = held === 0 ? '' : `; ${held} service nodes`
  return `${node.chain.height} blocks, fork ${node.chain.nextFork}${nodes}; ${MODES[miner.mode.kind]}; dev_faucet gives coins`
}
