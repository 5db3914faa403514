// The miner transaction of the oxen family: its payments, construction and checks.

import { equalBytes, u64Bytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { parseAddress } from '../../../coin/addresses/address.ts'
import { sumAmounts } from '../../../coin/amount.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import { STAKING_PORTIONS } from '../../../coin/stakes/stakingRequirement.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import { RctType } from '../../../coin/transactions/ringct.ts'
import { serializeExtra } from '../../../coin/transactions/serializeExtra.ts'
import { type Output, type Transaction, TransactionType } from '../../../coin/transactions/transaction.ts'
import { deriveOutputKey, keyDerivation, publicKeyOf } from '../../../crypto/keys/keys.ts'
import type { PublicKeys } from '../../records/chainRecords.ts'
import { outputSum } from '../../rules/coinbase.ts'
import type { BuiltCoinbase, CoinbaseRequest, MandatedOutput, Payout } from '../../rules/consensus.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { Fork, governanceAddress, type OxenRules, transactionVersions } from '../rules/forks.ts'
import { atLeastZero, type RewardParts } from '../rules/reward.ts'
import type { ServiceNode } from '../service-nodes/serviceNodes.ts'
import { isSameAddress, undefinedIfInvalidPoint } from '../service-nodes/stakeTransaction.ts'

const NO_KEY = new Uint8Array(32)

/** The null address (oxen-core: `null_address`), paid if there is no block leader: zero keys, a point of order 4, so that it is unspendable. */
const NULL_ADDRESS: PublicKeys = { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) }

/** Divides an amount among the contributors of a node; from fork 16 on the operator receives the rounding remainder. */
export const contributorShares = (node: ServiceNode, amount: bigint, fork: number): MandatedOutput[] => {
  const shares = node.contributors.map(({ address, amount: staked }) => {
    const own = isSameAddress(address, node.operator) ? node.operatorPortions : 0n
    // 64-bit arithmetic is consensus: a stake above the requirement, possible before fork 11, is paid at most the whole.
    const part = BigInt.asUintN(64, (staked * (STAKING_PORTIONS - node.operatorPortions)) / node.requirement)
    const portions = BigInt.asUintN(64, part + own)
    return { amount: (amount * portions) / STAKING_PORTIONS, to: address }
  })
  if (fork < Fork.clsag) return shares
  const rest = amount - sumAmounts(shares)
  return shares.map((share, i) => (i === 0 ? { ...share, amount: share.amount + rest } : share))
}

/** The service nodes that a block pays: the block leader, and the producer of a pulse block. */
export type RewardedNodes = { readonly leader: ServiceNode | undefined; readonly producer: ServiceNode | undefined }

/** Returns the payments of a block. */
export const blockPayout = (rules: OxenRules, height: number, parts: RewardParts, nodes: RewardedNodes): Payout => {
  const { leader, producer } = nodes
  const fork = hardForkAt(rules.network, height)
  const mandatedOutputs: MandatedOutput[] = []
  // Fees go to the producer, together with the reward if it is the leader.
  if (producer !== undefined && producer !== leader && parts.fees > 0n)
    mandatedOutputs.push(...contributorShares(producer, parts.fees, fork))
  let left = parts.miner
  let unclaimed = 0n
  if (leader !== undefined && parts.serviceNodes > 0n) {
    const due = producer === leader ? parts.serviceNodes + parts.fees : parts.serviceNodes
    const shares = contributorShares(leader, due, fork)
    mandatedOutputs.push(...shares)
    left += due - sumAmounts(shares)
  } else if (parts.serviceNodes > 0n) {
    if (rules.unclaimedReward === 'miner') unclaimed = parts.serviceNodes
    else mandatedOutputs.push({ amount: parts.serviceNodes, to: NULL_ADDRESS })
  }
  const miner = producer === undefined ? atLeastZero(left) + parts.fees + unclaimed : 0n
  if (parts.governance > 0n) {
    const address = governanceAddress(rules.governance, fork)
    mandatedOutputs.push({ amount: parts.governance, to: parseAddress(rules.network, address), isExact: true })
  }
  return { miner, fees: parts.fees, mandatedOutputs, ...(leader === undefined ? {} : { winner: leader.key }) }
}

/** Returns the transaction secret of mandated outputs, known to all nodes (oxen-core: `get_deterministic_keypair_from_height`). */
const deterministicSecret = (height: number): Uint8Array => {
  const secret = new Uint8Array(32)
  secret.set(u64Bytes(BigInt(height)))
  return secret
}

const outputKey = (to: PublicKeys, secret: Uint8Array, index: number): Uint8Array =>
  deriveOutputKey(keyDerivation(to.viewKey, secret), index, to.spendKey)

/** Builds a miner transaction. Returns it with its transaction public key. */
export const buildCoinbase = (network: Network, request: CoinbaseRequest, secret: Uint8Array): BuiltCoinbase => {
  const { height, to, payout, nonce, padding } = request
  const fork = hardForkAt(network, height)
  const mandatedOutputsSecret = deterministicSecret(height)
  const outputs: Output[] = []
  if (payout.miner > 0n) outputs.push({ amount: payout.miner, key: outputKey(to, secret, 0), viewTag: undefined })
  for (const { amount, to: receiver } of payout.mandatedOutputs) {
    const keyOf = (keys: PublicKeys): Uint8Array => outputKey(keys, mandatedOutputsSecret, outputs.length)
    // A contributor with a share of 0 may have invalid keys.
    const key = undefinedIfInvalidPoint(() => keyOf(receiver)) ?? keyOf(NULL_ADDRESS)
    outputs.push({ amount, key, viewTag: undefined })
  }

  const version = transactionVersions(fork).max
  const unlockTime = BigInt(height + network.coinbaseUnlockWindow)
  const publicKey = publicKeyOf(secret)
  const extra = serializeExtra([
    { field: 'txPublicKey', key: publicKey },
    ...(nonce.length === 0 ? [] : [{ field: 'nonce' as const, nonce }]),
    { field: 'txPublicKey', key: publicKeyOf(mandatedOutputsSecret) },
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

const keyFault = (output: Output, at: number, height: number, to: PublicKeys): string | undefined => {
  const key = undefinedIfInvalidPoint(() => outputKey(to, deterministicSecret(height), at))
  return key !== undefined && equalBytes(output.key, key)
    ? undefined
    : `output ${at} of the miner transaction pays another key than the mandated one`
}

/** Returns what is wrong with the payments to service nodes, from fork 9 on. */
const sharesFault = (
  network: Network,
  height: number,
  transaction: Transaction,
  payout: Payout,
): string | undefined => {
  const { outputs } = transaction
  const { mandatedOutputs, miner } = payout
  const winner = findField(parseStrictExtra(network, transaction.extra), 'serviceNodeWinner')?.key ?? NO_KEY
  if (!equalBytes(winner, payout.winner ?? NO_KEY))
    return `the miner transaction names the winner ${toHex(winner)} instead of ${toHex(payout.winner ?? NO_KEY)}`
  let at = miner > 0n ? 1 : 0
  if (outputs.length !== at + mandatedOutputs.length)
    return `the miner transaction has ${outputs.length} outputs instead of ${at + mandatedOutputs.length}`
  for (const { amount, to, isExact } of mandatedOutputs) {
    // A share of 0 has an output that is not checked, not even its position.
    if (isExact === true || amount === 0n) continue
    const output = outputs[at]
    const difference = (output?.amount ?? 0n) - amount
    if (output === undefined || difference > 1n || difference < -1n)
      return `output ${at} of the miner transaction pays ${output?.amount} instead of ${amount}`
    const fault = keyFault(output, at, height, to)
    if (fault !== undefined) return fault
    at++
  }
  return undefined
}

/** Returns what is wrong with the last output if it is the governance payment. */
const governanceFault = (height: number, { outputs }: Transaction, { mandatedOutputs }: Payout): string | undefined => {
  const due = mandatedOutputs.find(({ isExact }) => isExact)
  const last = outputs.at(-1)
  if (last === undefined) return 'the miner transaction has no outputs'
  if (due === undefined) return undefined
  const at = outputs.length - 1
  if (last.amount !== due.amount)
    return `output ${at} of the miner transaction pays ${last.amount} instead of ${due.amount}`
  return keyFault(last, at, height, due.to)
}

/** Returns what is wrong with the payments of a miner transaction; undefined if they are valid. Before fork 9, the division was free. */
export const payoutFault = (
  network: Network,
  height: number,
  transaction: Transaction,
  payout: Payout,
): string | undefined => {
  const isShared = hardForkAt(network, height) >= Fork.serviceNodes
  const fault = isShared ? sharesFault(network, height, transaction, payout) : undefined
  const misspent = fault ?? governanceFault(height, transaction, payout)
  if (misspent !== undefined) return misspent
  const paid = outputSum(transaction)
  const most = payout.miner + sumAmounts(payout.mandatedOutputs)
  // As oxen-core: one atomic unit more is valid, because shares are rounded.
  if (paid > most + 1n) return `the miner transaction pays ${paid}, the reward is ${most}`
  if (paid < payout.fees) return `the miner transaction pays ${paid}, less than the fees of ${payout.fees}`
  return undefined
}

/** Returns what is wrong with a miner transaction by the family's own rules; undefined if it is valid. */
export const coinbaseFault = ({ version, type, rct }: Transaction, fork: number): string | undefined => {
  if (fork >= Fork.checkpoints) {
    if (type !== TransactionType.standard) return `the miner transaction has type ${type}`
    const { min, max } = transactionVersions(fork)
    if (version < min || version > max)
      return `the miner transaction has version ${version}, fork ${fork} allows ${min} to ${max}`
  }
  if (fork >= Fork.clsag && rct?.type !== RctType.null) return `the miner transaction has RingCT type ${rct?.type}`
  return undefined
}
