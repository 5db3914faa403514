// Requests to unlock a stake: the checks and messages of wallet2 (can_request_stake_unlock), and the transaction, which has neither inputs
// nor a fee. It is not recorded as a payment: it pays nothing, and a second one has no effect.

import { equalBytes, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { formatAmount } from '../../coin/amount.ts'
import {
  KEY_IMAGE_UNLOCK_NONCE,
  keyImageUnlockHash,
  keyImageUnlockTransaction,
} from '../../coin/stakes/keyImageUnlock.ts'
import { unlockDelayBlocks } from '../../coin/stakes/stakingRequirement.ts'
import { findField } from '../../coin/transactions/findExtraField.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import { parseTransaction, serializeTransaction } from '../../coin/transactions/transactionBytes.ts'
import { publicKeyOf } from '../../crypto/keys/keys.ts'
import { signHash, verifyHash } from '../../crypto/signatures/signature.ts'
import { NodeError } from '../../daemon/errors.ts'
import type { NodeServiceNode, SubmitResult } from '../../daemon/nodeClient.ts'
import type { Wallet } from '../open/wallet.ts'
import { requireFullKeys, WatchOnlyError } from '../spend/paymentContext.ts'
import { OutputKeyError } from '../spend/prepare.ts'
import type { UnlockObstacle, UnlockOrder } from '../spend/stakeOrder.ts'
import { SelfCheckError } from '../spend/verify.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { outputSecret } from '../state/outputSecrets.ts'
import { isPrimaryAddress } from './stakes.ts'

/** Whether a stake can be unlocked, with wallet2's message about it. */
export type UnlockCheck =
  | { readonly canUnlock: false; readonly message: string; readonly obstacle: UnlockObstacle }
  | { readonly canUnlock: true; readonly message: string; readonly order: UnlockOrder; readonly stake: OwnedOutput }

const SECONDS: readonly (readonly [seconds: number, name: string])[] = [
  [31_557_600, 'years'],
  [2_635_200, 'months'],
  [86_400, 'days'],
  [3_600, 'hours'],
  [60, 'minutes'],
]

/** Returns a time span in wallet2's words (get_human_readable_timespan). */
const timespan = (seconds: number): string => {
  const [unit, name] = SECONDS.find(([least]) => seconds >= least) ?? [1, 'seconds']
  return `${Math.floor(seconds / unit)} ${name}`
}

const spanTo = ({ network, state }: Wallet, height: number): string =>
  timespan(Math.max(0, height - state.height) * network.blockTarget)

const refused = (obstacle: UnlockObstacle, message: string): UnlockCheck => ({ canUnlock: false, message, obstacle })

const requestNode = async (
  { sync }: Wallet,
  key: Uint8Array,
): Promise<{ readonly node: NodeServiceNode | undefined } | undefined> => {
  try {
    return { node: await sync.node.serviceNode(key) }
  } catch (error) {
    if (error instanceof NodeError) return undefined
    throw error
  }
}

/**
 * Returns the stake with a key image. Other outputs are not returned, whatever the node lists: the request is signed with the one-time key
 * of the output, which would show the node which member of a ring was spent.
 */
const ownStake = ({ state }: Wallet, keyImage: Uint8Array): OwnedOutput | undefined =>
  [...state.ledger.outputs.values()].find(
    (output) =>
      output.stake &&
      output.spent === undefined &&
      output.keyImage !== undefined &&
      equalBytes(output.keyImage, keyImage),
  )

/**
 * Checks whether the stake of this wallet in a service node can be unlocked.
 * @param serviceNodeKey 32 bytes
 */
export const checkUnlock = async (wallet: Wallet, serviceNodeKey: Uint8Array): Promise<UnlockCheck> => {
  const key = toHex(serviceNodeKey)
  const answer = await requestNode(wallet, serviceNodeKey)
  if (answer === undefined) return refused({ fault: 'node' }, 'Failed to retrieve service node data from daemon')
  const { node } = answer
  if (node === undefined) return refused({ fault: 'unknown' }, `No service node is known for: ${key}`)
  const own = node.contributors.find(({ address }) => isPrimaryAddress(wallet, address))
  if (own === undefined)
    return refused({ fault: 'none' }, `No contributions recognised by this wallet in service node: ${key}`)
  const [locked] = own.locked
  if (locked === undefined)
    return refused({ fault: 'none' }, `Unexpected 0 contributions in service node for this wallet ${key}`)
  const image = toHex(locked.keyImage)
  if (node.requestedUnlockHeight !== undefined) {
    const height = node.requestedUnlockHeight
    return refused(
      { fault: 'requested', height },
      `Key image: ${image} has already been requested to be unlocked, unlocking at height: ${height} (about ${spanTo(wallet, height)})`,
    )
  }
  const stake = ownStake(wallet, locked.keyImage)
  if (stake === undefined)
    return refused({ fault: 'foreign' }, "Couldn't generate signature for requesting stake unlock")
  const { network, state } = wallet
  const unlockHeight = state.height + unlockDelayBlocks(network)
  const others = node.contributors.length - 1
  const message =
    `You are requesting to unlock a stake of: ${formatAmount(stake.amount, network.decimals)} Loki from the service node network.\n` +
    `This will schedule the service node: ${key} for deactivation.` +
    (others > 0 ? ` The stakes of the service node's ${others} other contributors will unlock at the same time.` : '') +
    `\n\nYou will continue receiving rewards until the service node expires at the estimated height: ${unlockHeight} (about ${spanTo(wallet, unlockHeight)})`
  const order = {
    ...{ serviceNodeKey: key, keyImage: image, amount: stake.amount, unlockHeight },
    otherContributors: others,
  }
  return { canUnlock: true, message, order, stake }
}

/** Verifies the serialized transaction as nodes do. @throws SelfCheckError */
const verifyUnlock = (
  { network }: Wallet,
  blob: Uint8Array,
  key: Uint8Array,
  { key: output, keyImage }: OwnedOutput,
): void => {
  const { extra } = parseTransaction(network, blob)
  const fields = parseExtra(network, extra)
  const proof = findField(fields, 'keyImageUnlock')?.proof
  const named = findField(fields, 'serviceNodeKey')?.key
  const isRight =
    fields.length === 2 &&
    proof !== undefined &&
    named !== undefined &&
    keyImage !== undefined &&
    equalBytes(named, key) &&
    equalBytes(proof.keyImage, keyImage) &&
    verifyHash(keyImageUnlockHash(KEY_IMAGE_UNLOCK_NONCE), output, proof.signature)
  if (!isRight) throw new SelfCheckError('it does not request the unlock of the stake')
}

/** Builds and signs the request to unlock a stake. @throws WatchOnlyError, MultisigUnsupportedError, OutputKeyError, SelfCheckError */
const unlockTransaction = (wallet: Wallet, serviceNodeKey: Uint8Array, stake: OwnedOutput): Uint8Array => {
  const { random } = wallet
  const keys = requireFullKeys(wallet.keys)
  const { keyImage } = stake
  if (keyImage === undefined) throw new WatchOnlyError()
  const signature = withSecrets((keep) => {
    const secret = keep(outputSecret(keys, stake))
    if (!equalBytes(publicKeyOf(secret), stake.key))
      throw new OutputKeyError(`the keys of this wallet do not open output ${toHex(stake.key)}; rescan the wallet`)
    return signHash(keyImageUnlockHash(KEY_IMAGE_UNLOCK_NONCE), stake.key, secret, random)
  })
  const blob = serializeTransaction(keyImageUnlockTransaction(serviceNodeKey, { keyImage, signature }))
  verifyUnlock(wallet, blob, serviceNodeKey, stake)
  return blob
}

/**
 * Requests the unlock of a stake.
 * @param stake as `checkUnlock` returned it
 * @returns the node's response; the unlock height is known once the request is mined
 * @throws UnknownForkError, WatchOnlyError, OutputKeyError, NodeError
 */
export const requestUnlock = async (
  wallet: Wallet,
  serviceNodeKey: Uint8Array,
  stake: OwnedOutput,
): Promise<SubmitResult> => {
  await wallet.payments.checkHardFork()
  const result = await wallet.sync.node.submit(unlockTransaction(wallet, serviceNodeKey, stake))
  if (result.accepted && stake.keyImage !== undefined) wallet.state.awaitedUnlocks.add(toHex(stake.keyImage))
  return result
}
