// What a development node says of itself as it starts: what chain it is, when blocks come, whose coins are there, what to try first.

import { shortAmount } from '../coin/amount.ts'
import type { MiningMode } from '../devnet/miner.ts'
import type { RunningNode } from '../devnet/start.ts'
import { walletsOf } from '../devnet/wallets.ts'

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

/**
 * What people are told of a running node, in lines.
 * @param folder that keeps it
 */
export const describeNode = async (
  { node, miner, heldNodes }: RunningNode,
  folder: string | undefined,
): Promise<string> => {
  const { chain } = node
  const { network } = chain.rules
  const held = heldNodes?.registered.length ?? 0
  const facts = rowsOf([
    ['chain', `${network.name}, ${chain.height} ${chain.height === 1 ? 'block' : 'blocks'}, fork ${chain.nextFork}`],
    ...(held === 0 ? [] : [['nodes', `${held} service nodes, whose keys are here`] as const]),
    ...(chain.work.setting.isChecked
      ? [['work', `blocks have to prove it, at difficulty ${chain.nextDifficulty}`] as const]
      : []),
    ['blocks', modeOf(miner.mode)],
    ['kept', folder === undefined ? 'in memory, until it stops; --data-dir DIR keeps it' : `in ${folder}`],
    ['coins', 'dev_faucet gives them to any address'],
    ['calls', 'docs/node-rpc.md has them all'],
  ])
  const wallets = await walletsOf(chain)
  if (wallets.length === 0) return facts.join('\n')
  return [
    ...facts,
    '',
    'wallets to restore; anybody knows these words, so send no real coins there:',
    ...wallets.flatMap(({ address, words, amount }) => [
      '',
      `  ${address}`,
      ...linesOf(words).map((line) => `  ${line}`),
      `  ${shortAmount(amount, network.decimals)} coins`,
    ]),
    '',
  ].join('\n')
}
