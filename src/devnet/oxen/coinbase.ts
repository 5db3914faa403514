// The transaction that pays a block's reward: built for a template, checked in a block.

import { equalBytes, u64Bytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { parseAddress } from '../../coin/address.ts'
import { findField, serializeExtra } from '../../coin/extra.ts'
import { hardForkAt, type Network } from '../../coin/network.ts'
import { RctType } from '../../coin/ringct.ts'
import { type Output, type Transaction, TransactionType } from '../../coin/transaction.ts'
import { deriveOutputKey, keyDerivation, publicKeyOf } from '../../crypto/keys.ts'
import { outputSum } from '../coinbase.ts'
import type { BuiltCoinbase, CoinbaseRequest, Decreed, Payout } from '../consensus.ts'
import type { PublicKeys } from '../records.ts'
import type { RewardParts } from './reward.ts'
import { Fork, governanceAddress, type OxenRules, transactionVersions } from './rules.ts'
import type { ServiceNode } from './serviceNodes.ts'
import { PORTIONS } from './stakes.ts'
import { parseWholeExtra } from './wholeExtra.ts'

const NO_KEY = new Uint8Array(32)

/** Stands for the leader where there is no service node: keys of zeros, a point of order 4, so that nobody can spend it. */
const NOBODY: PublicKeys = { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) }

/** What everybody with a share in a service node gets of an amount; what is left by rounding goes to the operator. */
export const sharesOf = (node: ServiceNode, amount: bigint): Decreed[] => {
  const shares = node.contributors
    .filter((contributor) => contributor.amount > 0n)
    .map(({ address, amount: staked }, i) => {
      const own = i === 0 ? node.operatorPortions : 0n
      const portions = (staked * (PORTIONS - node.operatorPortions)) / node.requirement + own
      return { amount: (amount * portions) / PORTIONS, to: address }
    })
  const rest = amount - shares.reduce((sum, share) => sum + share.amount, 0n)
  return shares.map((share, i) => (i === 0 ? { ...share, amount: share.amount + rest } : share))
}

/** Who is paid beside miners: the node whose turn it is, and the one that made the block where none was mined. */
export type Makers = { readonly leader: ServiceNode | undefined; readonly producer: ServiceNode | undefined }

/** Who gets which part of a reward under the rules. */
export const payoutOf = (rules: OxenRules, height: number, parts: RewardParts, makers: Makers): Payout => {
  const { leader, producer } = makers
  const decreed: Decreed[] = []
  let miner = parts.miner + parts.fees
  if (producer !== undefined) {
    // Fees go to who made the block, with the reward where that is the leader.
    miner = 0n
    if (producer !== leader && parts.fees > 0n) decreed.push(...sharesOf(producer, parts.fees))
  }
  if (leader !== undefined && parts.serviceNodes > 0n)
    decreed.push(...sharesOf(leader, producer === leader ? parts.serviceNodes + parts.fees : parts.serviceNodes))
  else if (parts.serviceNodes > 0n) {
    if (rules.unclaimedReward === 'miner') miner += parts.serviceNodes
    else decreed.push({ amount: parts.serviceNodes, to: NOBODY })
  }
  if (parts.governance > 0n) {
    const address = governanceAddress(rules.governance, hardForkAt(rules.network, height))
    decreed.push({ amount: parts.governance, to: parseAddress(rules.network, address), isExact: true })
  }
  return { miner, fees: parts.fees, decreed, ...(leader === undefined ? {} : { winner: leader.key }) }
}

/** The secret that everybody can reckon for a height, with whose public key decreed outputs are found. */
const heightSecret = (height: number): Uint8Array => {
  const secret = new Uint8Array(32)
  secret.set(u64Bytes(BigInt(height)))
  return secret
}

const outputKey = (to: PublicKeys, secret: Uint8Array, index: number): Uint8Array =>
  deriveOutputKey(keyDerivation(to.viewKey, secret), index, to.spendKey)

/** Builds a coinbase transaction and tells its public key. */
export const buildCoinbase = (network: Network, request: CoinbaseRequest, secret: Uint8Array): BuiltCoinbase => {
  const { height, to, payout, nonce, padding } = request
  const fork = hardForkAt(network, height)
  const decreedSecret = heightSecret(height)
  const outputs: Output[] = []
  if (payout.miner > 0n) outputs.push({ amount: payout.miner, key: outputKey(to, secret, 0), viewTag: undefined })
  for (const { amount, to: receiver } of payout.decreed)
    outputs.push({ amount, key: outputKey(receiver, decreedSecret, outputs.length), viewTag: undefined })

  const version = transactionVersions(fork).most
  const unlockTime = BigInt(height + network.coinbaseLock)
  const publicKey = publicKeyOf(secret)
  const extra = serializeExtra([
    { field: 'txPublicKey', key: publicKey },
    ...(nonce.length === 0 ? [] : [{ field: 'nonce' as const, nonce }]),
    { field: 'txPublicKey', key: publicKeyOf(decreedSecret) },
    { field: 'serviceNodeWinner', key: payout.winner ?? NO_KEY },
    ...(padding === 0 ? [] : [{ field: 'padding' as const, size: padding }]),
  ])
  return {
    publicKey,
    transaction: {
      version,
      type: TransactionType.standard,
      unlockTime,
      outputUnlockTimes: version >= 3 ? outputs.map(() => unlockTime) : [],
      inputs: [{ kind: 'gen', height }],
      outputs,
      extra,
      signatures: [],
      rct: { type: RctType.null, fee: 0n, pseudoOuts: [], ecdhInfo: [], commitments: [] },
      prunable: undefined,
    },
  }
}

/** Whether an amount is the decreed one. */
const isDecreed = (paid: bigint, { amount, isExact }: Decreed): boolean =>
  isExact === true ? paid === amount : paid - amount <= 1n && amount - paid <= 1n

/** What is wrong with what a miner transaction pays; undefined when nothing is. */
export const payoutFault = (
  network: Network,
  height: number,
  transaction: Transaction,
  payout: Payout,
): string | undefined => {
  const { outputs } = transaction
  const decreedAt = payout.miner > 0n ? 1 : 0
  if (outputs.length !== decreedAt + payout.decreed.length)
    return `the miner transaction has ${outputs.length} outputs instead of ${decreedAt + payout.decreed.length}`
  const secret = heightSecret(height)
  let most = payout.miner
  for (const [i, decreed] of payout.decreed.entries()) {
    const { amount, to } = decreed
    most += amount
    const output = outputs[decreedAt + i]
    if (output === undefined || !isDecreed(output.amount, decreed))
      return `output ${decreedAt + i} of the miner transaction pays ${output?.amount} instead of ${amount}`
    if (!equalBytes(output.key, outputKey(to, secret, decreedAt + i)))
      return `output ${decreedAt + i} of the miner transaction pays another key than the decreed one`
  }
  const paid = outputSum(transaction)
  const fork = hardForkAt(network, height)
  // As the reference: one atomic unit more is forgiven, since shares are rounded.
  if (paid > (fork >= Fork.clsag ? most + 1n : most)) return `the miner transaction pays ${paid}, the reward is ${most}`
  if (fork >= Fork.clsag && paid < payout.fees)
    return `the miner transaction pays ${paid}, less than the fees of ${payout.fees}`
  if (fork >= Fork.serviceNodes) {
    const winner = findField(parseWholeExtra(network, transaction.extra), 'serviceNodeWinner')?.key ?? NO_KEY
    if (!equalBytes(winner, payout.winner ?? NO_KEY))
      return `the miner transaction names the winner ${toHex(winner)} instead of ${toHex(payout.winner ?? NO_KEY)}`
  }
  return undefined
}

/** What the family forbids in a miner transaction beside the form that all have. */
export const coinbaseFault = (transaction: Transaction, fork: number): string | undefined => {
  if (fork >= Fork.checkpoints && transaction.type !== TransactionType.standard)
    return `the miner transaction has type ${transaction.type}`
  if (fork >= Fork.clsag && transaction.rct?.type !== RctType.null)
    return `the miner transaction has confidential type ${transaction.rct?.type}`
  return undefined
}
