// A chain with any fork schedule on which service nodes are registered and staked, and its service node list.

import { toHex } from '../../../src/bytes/hex.ts'
import { KEY_IMAGE_UNLOCK_NONCE, keyImageUnlockHash } from '../../../src/coin/stakes/keyImageUnlock.ts'
import { STAKING_PORTIONS } from '../../../src/coin/stakes/stakingRequirement.ts'
import { findField } from '../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { RctType } from '../../../src/coin/transactions/ringct.ts'
import { serializeExtra } from '../../../src/coin/transactions/serializeExtra.ts'
import { TransactionType } from '../../../src/coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { derivationToScalar, keyDerivation, keyImage, publicKeyOf, secretAdd } from '../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../src/crypto/random/random.ts'
import { signHash } from '../../../src/crypto/signatures/signature.ts'
import { Miner } from '../../../src/devnet/mining/miner.ts'
import { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { serviceNodesOf } from '../../../src/devnet/oxen/blocks/oxenState.ts'
import { regtestRules } from '../../../src/devnet/oxen/chains.ts'
import type { ServiceNodeRegistry } from '../../../src/devnet/oxen/service-nodes/serviceNodeRegistry.ts'
import type { ServiceNode } from '../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { parseForks, withForks } from '../../../src/devnet/rules/chainRules.ts'
import {
  addressOf,
  contributionsOf,
  type Stake,
  signedStake,
  signedTerms,
  type Terms,
} from '../mutations/changed-stakes.ts'
import type { Finding } from '../mutations/changed-transactions.ts'
import { type MinedCoin, minedCoin, type Owner, type SignedTransfer } from './confidential-transfers.ts'

const NOW = 1_800_000_000
const QUARTER = STAKING_PORTIONS / 4n

/** Returns the transfer type and version of a fork. */
const formOf = (fork: number): NonNullable<Stake['form']> => {
  if (fork < 10) return { type: RctType.simple, version: 3 }
  if (fork < 11) return { type: RctType.bulletproof, version: 3 }
  return { type: fork < 16 ? RctType.bulletproof2 : RctType.clsag, version: 4 }
}

/** A stake with defaults for the missing fields; its outputs are locked until a height. */
export type StakeOptions = Partial<Stake> & Pick<Stake, 'contributor' | 'amounts'> & { readonly until?: bigint }

/** The first blocks, whose coinbase outputs fund the stakes from height `ready` on. */
const COINS = { from: 1, to: 29, ready: 60 }

export class StakingChain {
  readonly node: DevelopmentNode
  readonly miner: Miner
  readonly secret: Uint8Array
  readonly key: Uint8Array
  readonly #random: Random
  readonly #coins: readonly MinedCoin[]

  /** @param forks as text; the first fork besides 7 starts at block 60 */
  constructor(forks: string, random: Random) {
    this.#random = random
    this.secret = randomScalar(random)
    this.key = publicKeyOf(this.secret)
    const rules = withForks(regtestRules, parseForks(forks, regtestRules))
    this.node = new DevelopmentNode({ rules, clock: () => NOW, random })
    const owner = this.newOwner()
    this.miner = new Miner(this.node, () => () => undefined, addressOf(owner))
    this.miner.mine(COINS.ready - this.node.chain.height)
    const heights = Array.from({ length: COINS.to - COINS.from + 1 }, (_, i) => COINS.from + i)
    this.#coins = heights.map((height) => minedCoin(this.node.chain, height, owner))
  }

  newOwner(): Owner {
    return { spendSecret: randomScalar(this.#random), viewSecret: randomScalar(this.#random) }
  }

  /** Height of the next block. */
  get height(): number {
    return this.node.chain.height
  }

  get registry(): ServiceNodeRegistry {
    const serviceNodes = serviceNodesOf(this.node.chain.state)
    if (serviceNodes === undefined) throw new TypeError('this chain has no service nodes')
    return serviceNodes
  }

  get serviceNode(): ServiceNode | undefined {
    return this.registry.find(this.key)
  }

  /** Returns a registration signed by the service node key; by default the operator reserves a quarter. */
  terms(operator: Owner, parts: Partial<Terms> = {}) {
    const shares = [{ address: addressOf(operator), portions: QUARTER }]
    return signedTerms({ shares, expiration: BigInt(NOW + 1000), ...parts }, this.secret, this.#random)
  }

  /** Creates a stake for the node in the format of the next block's fork. */
  createStake({ until = 0n, ...stake }: StakeOptions): SignedTransfer {
    const fork = this.node.chain.nextFork
    const whole: Stake = {
      key: this.key,
      form: formOf(fork),
      kind: fork < 14 ? TransactionType.standard : TransactionType.stake,
      ...stake,
    }
    const { transaction, sign } = signedStake(this.node.chain, this.#coins, whole, this.#random)
    const { version, outputUnlockTimes } = transaction
    const locked = version === 2 ? { unlockTime: until } : { outputUnlockTimes: outputUnlockTimes.map(() => until) }
    return { transaction: sign({ ...transaction, ...locked }), sign }
  }

  /** Returns a stake without its key image proofs, signed again. */
  withoutProofs({ transaction, sign }: SignedTransfer): SignedTransfer {
    const fields = parseExtra(this.node.rules.network, transaction.extra)
    const extra = serializeExtra(fields.filter(({ field }) => field !== 'keyImageProofs'))
    return { transaction: sign({ ...transaction, extra }), sign }
  }

  /** Creates the key image unlock by which a contributor requests the return of the first output of a stake. */
  keyImageUnlock({ transaction }: SignedTransfer, { spendSecret, viewSecret }: Owner) {
    const fields = parseExtra(this.node.rules.network, transaction.extra)
    const txSecret = findField(fields, 'txSecretKey')?.key ?? new Uint8Array(32)
    const shared = derivationToScalar(keyDerivation(publicKeyOf(viewSecret), txSecret), 0)
    const secret = secretAdd(shared, spendSecret)
    const key = publicKeyOf(secret)
    const signature = signHash(keyImageUnlockHash(KEY_IMAGE_UNLOCK_NONCE), key, secret, this.#random)
    const image = keyImage(key, secret)
    const extra = serializeExtra([
      { field: 'serviceNodeKey', key: this.key },
      { field: 'keyImageUnlock', proof: { keyImage: image, signature }, nonce: KEY_IMAGE_UNLOCK_NONCE },
    ])
    const nothing = { inputs: [], outputs: [], outputUnlockTimes: [], rct: undefined, prunable: undefined }
    return { transaction: { ...transaction, ...nothing, type: TransactionType.keyImageUnlock, extra }, keyImage: image }
  }

  /** Submits a transaction and mines a block if the pool accepts it. */
  mine({ transaction }: Pick<SignedTransfer, 'transaction'>): Finding {
    const finding = this.node.pool.submit(serializeTransaction(transaction), { doNotRelay: false, sanityCheck: false })
    if (finding.accepted) this.miner.mine(1)
    return finding
  }

  /** Returns the effect of a transaction on the contributions of all service nodes: mines it, and pops the block again. */
  effect(made: Pick<SignedTransfer, 'transaction'>): 'counted' | 'ignored' | Finding {
    const before = contributionsOf(this.registry.list.nodes)
    const finding = this.mine(made)
    if (!finding.accepted) return finding
    const after = contributionsOf(this.registry.list.nodes)
    this.popTo(this.height - 1)
    return before === after ? 'ignored' : 'counted'
  }

  /** Staked and reserved amounts of the node's contributors, in coins. */
  get shares(): readonly (readonly [staked: number, promised: number])[] {
    return (this.serviceNode?.contributors ?? []).map(({ amount, reserved }) => [
      Number(amount) / 1e9,
      Number(reserved) / 1e9,
    ])
  }

  /** Mines blocks until the chain has a height. */
  mineTo(height: number): void {
    this.miner.mine(height - this.height)
  }

  /** Pops blocks down to a height, and drops their transactions from the pool. */
  popTo(height: number): void {
    this.node.popBlocks(this.height - height)
    for (const { parsed } of this.node.pool.entries) this.node.pool.remove(parsed.id)
  }

  /** Whether the node is registered. */
  get isRegistered(): boolean {
    return this.registry.list.nodes.has(toHex(this.key))
  }
}
