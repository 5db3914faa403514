// The text that a development node prints at its start: chain, mining, wallets with coins, first steps.

import { formatShortAmount } from '../../coin/amount.ts'
import { hardForkHeight } from '../../coin/networks/network.ts'
import { findDevelopmentWallets } from '../../devnet/mining/developmentWallets.ts'
import type { MiningMode } from '../../devnet/mining/miner.ts'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'
import type { RunningNode } from '../../devnet/startNode.ts'

const formatMiningMode = (mode: MiningMode): string => {
  if (mode.kind === 'manual') return 'on demand, by dev_mine or generateblocks'
  return mode.kind === 'auto' ? 'one after each transaction' : `one every ${mode.milliseconds / 1000} seconds`
}

/** Formats rows of a label and a text, the labels in a column. */
const formatRows = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`)
}

const WORDS_PER_LINE = 13

/** Splits a seed of 25 words into two lines. */
const splitSeed = (words: string): readonly string[] => {
  const all = words.split(' ')
  return [all.slice(0, WORDS_PER_LINE), all.slice(WORDS_PER_LINE)].map((line) => line.join(' '))
}

const formatWallets = async ({ chain }: DevelopmentNode): Promise<readonly string[]> => {
  const wallets = await findDevelopmentWallets(chain)
  if (wallets.length === 0) return []
  return [
    '',
    'wallets to restore; their seeds are public, so send no real coins there:',
    ...wallets.flatMap(({ address, words, amount }) => [
      '',
      `  ${address}`,
      ...splitSeed(words).map((line) => `  ${line}`),
      `  ${formatShortAmount(amount, chain.rules.network.decimals)} coins`,
    ]),
    '',
  ]
}

/** Returns undefined if the node holds no keys of service nodes. */
const formatServiceNodes = ({ localServiceNodes }: RunningNode): string | undefined => {
  const count = localServiceNodes?.registered.length ?? 0
  return count === 0 ? undefined : `${count} service nodes, whose keys this node holds`
}

/** Returns the message that follows when the first blocks of a chain with costly proof of work are mined. */
export const formatFirstBlocksMessage = async (running: RunningNode): Promise<string> => {
  const { node } = running
  const serviceNodes = formatServiceNodes(running)
  return [
    `the first ${node.chain.height - 1} blocks are mined${serviceNodes === undefined ? '' : `, with ${serviceNodes}`}`,
    ...(await formatWallets(node)),
  ].join('\n')
}

/** Returns how to get coins, which can be paid from a fork on. */
const formatCoins = ({ chain: { height, nextFork, rules } }: DevelopmentNode): string => {
  const { paymentFork } = rules.consensus
  const start = hardForkHeight(rules.network, paymentFork)
  if (nextFork >= paymentFork) return 'dev_faucet sends them to any address'
  return start === undefined
    ? `none: payments are possible from fork ${paymentFork} on, which the chain does not have`
    : `dev_faucet sends them from fork ${paymentFork} on: dev_mine {"blocks":${start - height}} mines to it`
}

/**
 * Returns the startup message. Omits the wallets while the first blocks, which pay them, are not mined.
 * @param folder the folder of --data-dir
 */
export const formatStartupMessage = async (running: RunningNode, folder: string | undefined): Promise<string> => {
  const { node, miner } = running
  const { chain } = node
  const { network } = chain.rules
  const serviceNodes = formatServiceNodes(running)
  const rows = formatRows([
    ['chain', `${network.name}, ${chain.height} ${chain.height === 1 ? 'block' : 'blocks'}, fork ${chain.nextFork}`],
    ...(serviceNodes === undefined ? [] : [['nodes', serviceNodes] as const]),
    ...(chain.work.setting.isChecked ? [['work', `required, at difficulty ${chain.nextDifficulty}`] as const] : []),
    ['blocks', formatMiningMode(miner.mode)],
    [
      'storage',
      folder === undefined
        ? 'in memory, until the node stops; --data-dir DIR stores it'
        : `in ${folder}; --fresh begins a new chain`,
    ],
    ['coins', formatCoins(node)],
    ['calls', 'docs/node-rpc.md lists them'],
  ])
  return [...rows, ...(miner.firstBlocks === undefined ? await formatWallets(node) : [])].join('\n')
}
