// Which stakes of the wallet are locked: requested from the node every ten blocks. The node's whole lists are requested, so the node learns
// that the wallet has staked, but not which stakes are its own. A lie makes coins look locked or free for a time.

import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import { NodeError } from '../../daemon/errors.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { StakeLock, StakeLocks } from '../state/stakeLocks.ts'
import type { WalletState } from '../state/walletState.ts'

/** Blocks after which locks are requested again; a requested unlock takes longer on every network. */
const LOCKS_CHECK_BLOCKS = 10

const periodOf = (height: number): number => Math.floor(height / LOCKS_CHECK_BLOCKS)

type Context = {
  readonly network: Network
  readonly state: WalletState
  readonly node: NodeClient
  readonly signal?: AbortSignal
}

/** Returns the unspent outputs of stake transactions, with their change. */
const stakesOf = ({ ledger }: WalletState): OwnedOutput[] =>
  [...ledger.outputs.values()].filter(({ stake, spent }) => stake && spent === undefined)

/** Returns whether a stake or an unlock that was ordered here is expected in the newest blocks. */
const isOrderDue = (
  { stakeCheck, stakeLocks, awaitedUnlocks, ledger }: WalletState,
  stakes: readonly OwnedOutput[],
): boolean =>
  stakes.some(
    ({ height, txid }) => height >= (stakeCheck?.height ?? 0) && ledger.payments.get(toHex(txid))?.isOwn === true,
  ) ||
  [...stakeLocks].some(([keyImage, { unlockHeight }]) => unlockHeight === undefined && awaitedUnlocks.has(keyImage))

/**
 * Returns whether locks are requested at this height. The heights are the same for all wallets that have stakes, so that a node does not
 * learn from them when a stake was mined or unlocked; only orders of this wallet are followed from block to block.
 */
const isDue = (state: WalletState, stakes: readonly OwnedOutput[], url: string): boolean => {
  const { stakeCheck, height } = state
  if (stakeCheck === undefined || stakeCheck.url !== url || stakeCheck.height > height) return true
  if (periodOf(height) > periodOf(stakeCheck.height)) return true
  return height > stakeCheck.height && isOrderDue(state, stakes)
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

/**
 * Forgets the locks whose unlock height has passed: oxen-core removes a service node with the block of its unlock height plus one. A node
 * that still lists one is trusted in its next answer, at the latest before a payment.
 */
const forgetEnded = async (state: WalletState): Promise<void> => {
  const { height, stakeLocks } = state
  const left = [...stakeLocks].filter(
    ([, { unlockHeight }]) => unlockHeight === undefined || height <= unlockHeight + 1,
  )
  if (left.length < stakeLocks.size) await state.update('relaxed', () => ({ stakeLocks: new Map(left) }))
}

/** Updates the locks of stakes after a pass over the blocks. */
export const followStakes = async (context: Context): Promise<void> => {
  const { network, state, node } = context
  if (!network.hasServiceNodes) return
  const stakes = stakesOf(state)
  // A first stake of another copy of this wallet is requested no sooner than a further one.
  if (stakes.length === 0) state.stakeCheck = { url: node.url, height: state.height }
  else if (isDue(state, stakes, node.url)) await requestLocks(context, stakes)
  else await forgetEnded(state)
}

/** Updates the locks of stakes before a payment, unless they were requested at this height. */
export const checkStakes = async (context: Context): Promise<void> => {
  const { network, state, node } = context
  const { stakeCheck, height } = state
  if (!network.hasServiceNodes || (stakeCheck?.height === height && stakeCheck.url === node.url)) return
  const stakes = stakesOf(state)
  if (stakes.length > 0) await requestLocks(context, stakes)
}
