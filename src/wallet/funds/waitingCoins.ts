// Coins that count in the balance but cannot be spent yet: why, and for how many blocks. Their sum is the total balance less the unlocked one.

import { toHex } from '../../bytes/hex.ts'
import { blocksToUnlock } from '../../coin/blocks/unlockTime.ts'
import type { Network } from '../../coin/networks/network.ts'
import { type ComingAmount, isFree, type Moment } from '../state/balance.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { WaitingCoins } from './fundsViews.ts'

/** Why coins wait, and for how many blocks. */
export type Waiting = Pick<WaitingCoins, 'kind' | 'blocks'>

/** Returns why an output that is not free is locked. A lock that only a time or the user ends has 0 blocks. */
export const lockOf = (network: Network, output: OwnedOutput, { height, stakeLocks }: Moment): Waiting => {
  const stake = output.keyImage === undefined ? undefined : stakeLocks.get(toHex(output.keyImage))
  if (stake !== undefined) return { kind: 'stake', blocks: Math.max(0, (stake.unlockHeight ?? 0) - height) }
  return { kind: output.change ? 'change' : 'received', blocks: blocksToUnlock(network, output, height) }
}

/**
 * Returns the waiting coins of all accounts, one entry for each account, kind and number of blocks, soonest first.
 * @param coming amounts that count although they are in no block yet
 * @param outputs the outputs that count, and those that a quorum confirmed (blink) as if the next block contained them
 */
export const waitingCoins = (
  network: Network,
  coming: readonly ComingAmount[],
  outputs: readonly OwnedOutput[],
  moment: Moment,
): readonly WaitingCoins[] => {
  const sums = new Map<string, WaitingCoins>()
  const add = (account: number, amount: bigint, { kind, blocks }: Waiting): void => {
    const key = `${account}/${kind}/${blocks}`
    sums.set(key, { account, kind, blocks, amount: amount + (sums.get(key)?.amount ?? 0n) })
  }
  for (const output of outputs)
    if (output.spent === undefined && !output.frozen && !isFree(network, output, moment))
      add(output.subaddress.major, output.amount, lockOf(network, output, moment))
  for (const { subaddress, amount, change } of coming)
    add(subaddress.major, amount, { kind: change ? 'change' : 'received', blocks: network.spendableAge })
  // Without a known number of blocks they come last.
  const order = ({ blocks }: WaitingCoins): number => (blocks === 0 ? Number.POSITIVE_INFINITY : blocks)
  return [...sums.values()].sort((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
}
