// Which stakes of the wallet are locked: requested from the node when that may have changed. The node's whole lists are requested, so the
// node learns that the wallet has staked, but not which stakes are its own. A lie makes coins look locked or free for a time.

import { toHex } from '../../bytes/hex.ts'
import { NodeError } from '../../daemon/errors.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { StakeLock, StakeLocks } from '../state/stakeLocks.ts'
import type { WalletState } from '../state/walletState.ts'
import type { SyncContext } from './syncContext.ts'

/** Blocks after which open-ended locks are requested again; a requested unlock takes longer on every network. */
const LOCKS_CHECK_BLOCKS = 10

type Context = Pick<SyncContext, 'network' | 'state' | 'node'> & { readonly signal?: AbortSignal }

/** Returns the unspent outputs of stake transactions, with their change. */
const stakesOf = ({ ledger }: WalletState): OwnedOutput[] =>
  [...ledger.outputs.values()].filter(({ stake, spent }) => stake && spent === undefined)

/** Returns whether locks may have changed: a stake is new, an unlock height has passed, or open-ended locks were requested long ago. */
const isDue = (
  { stakeCheck, stakeLocks, awaitedUnlocks, height }: WalletState,
  stakes: readonly OwnedOutput[],
  url: string,
): boolean => {
  if (stakeCheck === undefined || stakeCheck.url !== url || stakeCheck.height > height) return true
  if (stakes.some((output) => output.height >= stakeCheck.height)) return true
  return [...stakeLocks].some(([keyImage, { unlockHeight }]) => {
    if (unlockHeight !== undefined) return height > unlockHeight && height > stakeCheck.height
    // A requested unlock is expected with each block.
    return height >= stakeCheck.height + (awaitedUnlocks.has(keyImage) ? 1 : LOCKS_CHECK_BLOCKS)
  })
}

const sameLocks = (a: StakeLocks, b: StakeLocks): boolean =>
  a.size === b.size &&
  [...a].every(([keyImage, { unlockHeight, serviceNodeKey }]) => {
    const other = b.get(keyImage)
    return other !== undefined && other.unlockHeight === unlockHeight && other.serviceNodeKey === serviceNodeKey
  })

/** Requests and records the locks. They stay as they are if the node does not answer. */
const requestLocks = async (context: Context, stakes: readonly OwnedOutput[]): Promise<void> => {
  const { state, node, signal } = context
  // Set first: a node that fails is not asked again with each pass.
  state.stakeCheck = { url: node.url, height: state.height }
  const own = new Set(stakes.flatMap(({ keyImage }) => (keyImage === undefined ? [] : [toHex(keyImage)])))
  try {
    const locked = await node.lockedStakes(signal)
    const stakeLocks = new Map<string, StakeLock>()
    for (const { keyImage, unlockHeight, serviceNodeKey: key } of locked) {
      const image = toHex(keyImage)
      const serviceNodeKey = key === undefined ? undefined : toHex(key)
      if (own.has(image)) stakeLocks.set(image, { unlockHeight, serviceNodeKey })
    }
    if (!sameLocks(stakeLocks, state.stakeLocks)) await state.update('relaxed', () => ({ stakeLocks }))
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
  }
}

/** Updates the locks of stakes after a pass over the blocks. */
export const followStakes = async (context: Context): Promise<void> => {
  const { network, state, node } = context
  if (!network.hasServiceNodes) return
  const stakes = stakesOf(state)
  if (stakes.length > 0 && isDue(state, stakes, node.url)) await requestLocks(context, stakes)
}

/** Updates the locks of stakes before a payment, unless they were requested at this height. */
export const checkStakes = async (context: Context): Promise<void> => {
  const { network, state, node } = context
  const { stakeCheck, height } = state
  if (!network.hasServiceNodes || (stakeCheck?.height === height && stakeCheck.url === node.url)) return
  const stakes = stakesOf(state)
  if (stakes.length > 0) await requestLocks(context, stakes)
}
