// What a development node says of itself as it starts: what chain it is, when blocks come, whose coins are there, what to try first.

import { formatShortAmount } from '../../coin/amount.ts'
import { findDevelopmentWallets } from '../../devnet/mining/developmentWallets.ts'
import type { MiningMode } from '../../devnet/mining/miner.ts'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'
import type { RunningNode } from '../../devnet/node/startNode.ts'

const modeOf = (mode: MiningMode): string => {
  if (mode.kind === 'manual') return 'on demand, by dev_mine or generateblocks'
  return mode.kind === 'auto' ? 'one after each transaction' : `one each ${mode.milliseconds / 1000} seconds`
}

/** Rows of a name and what is said of it, the names in a column. */
const rowsOf = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)
}

const WORDS_ON_A_LINE = 13

/** Words in lines that fit a terminal. */
const linesOf = (words: string): readonly string[] => {
  const all = words.split(' ')
  return [all.slice(0, WORDS_ON_A_LINE), all.slice(WORDS_ON_A_LINE)].map((line) => line.join(' '))
}

const describeWallets = async ({ chain }: DevelopmentNode): Promise<readonly string[]> => {
  const wallets = await findDevelopmentWallets(chain)
  if (wallets.length === 0) return []
  return [
    '',
    'wallets to restore; anybody knows these words, so send no real coins there:',
    ...wallets.flatMap(({ address, words, amount }) => [
      '',
      `  ${address}`,
      ...linesOf(words).map((line) => `  ${line}`),
      `  ${formatShortAmount(amount, chain.rules.network.decimals)} coins`,
    ]),
    '',
  ]
}

const nodesOf = ({ localServiceNodes }: RunningNode): string | undefined => {
  const held = localServiceNodes?.registered.length ?? 0
  return held === 0 ? undefined : `${held} service nodes, whose keys are here`
}

/** What people are told once a chain has begun whose first blocks took a while, in lines. */
export const describeBeginning = async (running: RunningNode): Promise<string> => {
  const { node } = running
  const nodes = nodesOf(running)
  return [
    `the first blocks are there: ${node.chain.height - 1}${nodes === undefined ? '' : `, with ${nodes}`}`,
    ...(await describeWallets(node)),
  ].join('\n')
}

/**
 * What people are told of a running node, in lines; of wallets not while the first blocks, which pay them, are looked for.
 * @param folder that keeps it
 */
export const describeNode = async (running: RunningNode, folder: string | undefined): Promise<string> => {
  const { node, miner } = running
  const { chain } = node
  const { network } = chain.rules
  const nodes = nodesOf(running)
  const facts = rowsOf([
    ['chain', `${network.name}, ${chain.height} ${chain.height === 1 ? 'block' : 'blocks'}, fork ${chain.nextFork}`],
    ...(nodes === undefined ? [] : [['nodes', nodes] as const]),
    ...(chain.work.setting.isChecked
      ? [['work', `blocks have to prove it, at difficulty ${chain.nextDifficulty}`] as const]
      : []),
    ['blocks', modeOf(miner.mode)],
    ['kept', folder === undefined ? 'in memory, until it stops; --data-dir DIR keeps it' : `in ${folder}`],
    ['coins', 'dev_faucet gives them to any address'],
    ['calls', 'docs/node-rpc.md has them all'],
  ])
  return [...facts, ...(miner.firstBlocks === undefined ? await describeWallets(node) : [])].join('\n')
}
