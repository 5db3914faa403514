// The faucet of a development chain: a wallet inside the node that receives rewards and sends real transactions on request. Its seed is
// random for each chain and not secret: the extra nonce of the first coinbase contains it, so that a loaded chain has its faucet.

import { SerialQueue } from '../../async/serialQueue.ts'
import { equalBytes, utf8 } from '../../bytes/bytes.ts'
import { type Address, formatAddress } from '../../coin/addresses/address.ts'
import { hardForkHeight } from '../../coin/networks/network.ts'
import type { ExtraField } from '../../coin/transactions/extraField.ts'
import { findField } from '../../coin/transactions/findExtraField.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { generateKeys, type WalletKeys } from '../../crypto/keys/keys.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { createRingMemory } from '../../wallet/rings/ringMemory.ts'
import { type Destination, transferIntent } from '../../wallet/spend/intent.ts'
import { type PreparedPayment, preparePayment } from '../../wallet/spend/prepare.ts'
import { PAYMENT, type Purpose, stakePurpose } from '../../wallet/spend/purpose.ts'
import type { OwnedOutput } from '../../wallet/state/ledger.ts'
import { NO_STAKE_LOCKS } from '../../wallet/state/stakeLocks.ts'
import type { Chain } from '../chain/chain.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { BlockRecord } from '../records/chainRecords.ts'
import { chainSpendNode } from './chainSpendNode.ts'
import { blocksOfWallets, walletPaidAt } from './developmentWallets.ts'
import { FaucetOutputs } from './faucetOutputs.ts'
import type { MineRequest, Miner } from './miner.ts'

/** The faucet cannot send the requested amount. The message says why. */
export class FaucetError extends FabaError {
  override readonly name = 'FaucetError'
  readonly code = 'faucet'
}

/** Default amount, in coins. */
const DEFAULT_COINS = 50n
/** In coins. */
const MAX_COINS = 1000n
const START_BLOCKS = 100
/** In coins. */
const MIN_BLOCK_REWARD = 16
const MATURING_STEP = 10
const MAX_MATURING = 200
const UNIMPORTANT = 1
/** bytes */
const SEED_SIZE = 32

export type FaucetPayment = {
  readonly txids: readonly Uint8Array[]
  /** atomic units */
  readonly amount: bigint
  /** number of blocks at which the coins can be spent */
  readonly height: number
}

/** Requirements on the first blocks of a new chain. */
export type FirstBlocks = {
  /** coins needed in addition to those that the faucet sends */
  readonly reserve?: number
  /** number of further blocks that fit between the last one and the present time */
  readonly later?: number
  /** number of development wallets to pay */
  readonly wallets?: number
}

/** Returns how many blocks to mine until a fork, as a part of an error message. */
const blocksUntilFork = ({ height, rules: { network } }: Chain, fork: number): string => {
  const start = hardForkHeight(network, fork)
  return start === undefined ? 'its schedule has no such fork' : `mine ${start - height} more blocks`
}

export class Faucet {
  readonly #node: DevelopmentNode
  readonly #miner: Miner
  #seed: Uint8Array
  #first: BlockRecord | undefined
  #keys: WalletKeys
  #outputs: FaucetOutputs
  /** payments run one after the other, as concurrent ones would spend the same outputs */
  readonly #queue = new SerialQueue()

  constructor(node: DevelopmentNode, miner: Miner) {
    this.#node = node
    this.#miner = miner
    this.#seed = seedOf(node.chain) ?? node.random(SEED_SIZE)
    this.#keys = generateKeys(this.#seed)
    this.#outputs = new FaucetOutputs(node, this.#keys)
  }

  /** Takes over the seed of the present chain, which may be another one after a load, and receives its rewards. */
  update(): void {
    const first = this.#node.chain.blockAt(1)
    if (first === this.#first) return
    this.#first = first
    const seed = seedOf(this.#node.chain)
    if (seed !== undefined && !equalBytes(seed, this.#seed)) {
      this.#seed = seed
      this.#keys = generateKeys(seed)
      this.#outputs = new FaucetOutputs(this.#node, this.#keys)
    }
    this.#miner.payTo(this.address)
  }

  /** Atomic units of a coin. */
  get #coin(): bigint {
    return 10n ** BigInt(this.#node.rules.network.decimals)
  }

  /** Address of rewards from blocks that are not mined on request. */
  get address(): Pick<Address, 'spendKey' | 'viewKey'> {
    return { spendKey: this.#keys.spendPublic, viewKey: this.#keys.viewPublic }
  }

  /** Derives a 32-byte secret from the faucet's seed; `name` separates it from others. */
  derive(name: string): Uint8Array {
    return keccak256(this.#seed, utf8(name))
  }

  /**
   * Mines the first blocks of a new chain with past timestamps, so that there are mature coins and decoys. Without proof of work it is done
   * when this returns; with proof of work payments wait for it.
   * @throws MinerClosedError
   */
  mineFirstBlocks(wanted: FirstBlocks = {}): Promise<void> {
    const filled = this.#miner.mineFirstBlocks(this.#firstBlocks(wanted))
    this.#queue.run(() => filled).catch(() => undefined)
    return filled
  }

  *#firstBlocks({ reserve = 0, later = 0, wallets = 0 }: FirstBlocks): Generator<MineRequest> {
    const { chain, rules, clock } = this.#node
    const { network, consensus } = rules
    const reserveBlocks = reserve === 0 ? 0 : Math.ceil(reserve / MIN_BLOCK_REWARD) + network.coinbaseUnlockWindow
    const needed = Math.max(START_BLOCKS, blocksOfWallets(wallets) + network.coinbaseUnlockWindow)
    // What the reserve pays for is possible from this fork on; otherwise the chain stays below it, to be mined to it on request.
    const forkHeight = reserve === 0 ? 0 : (hardForkHeight(network, consensus.paymentFork) ?? 0)
    const wanted = Math.max(needed + reserveBlocks, forkHeight)
    const now = clock()
    while (chain.height <= wanted) {
      const age = (wanted + 1 + later - chain.height) * network.blockTarget
      const nonce = chain.height === 1 ? this.#seed : new Uint8Array()
      const { spendPublic, viewPublic } = walletPaidAt(chain.height, wallets) ?? this.#keys
      yield { to: { spendKey: spendPublic, viewKey: viewPublic }, nonce, timestamp: now - age }
    }
  }

  /**
   * Sends coins, and mines until the recipient can spend them.
   * @param amount atomic units
   * @throws FaucetError, AddressError
   */
  pay(address: string, amount: bigint = DEFAULT_COINS * this.#coin): Promise<FaucetPayment> {
    return this.#queue.run(() => this.#send(address, amount))
  }

  async #send(address: string, amount: bigint): Promise<FaucetPayment> {
    const { chain, rules } = this.#node
    const maxAmount = MAX_COINS * this.#coin
    if (amount <= 0n || amount > maxAmount)
      throw new FaucetError(`the faucet sends 1 to ${maxAmount} atomic units per payment, not ${amount}`)
    const { paymentFork } = rules.consensus
    if (chain.nextFork < paymentFork)
      throw new FaucetError(
        `the faucet sends from fork ${paymentFork} on, the chain is at ${chain.nextFork}; ${blocksUntilFork(chain, paymentFork)}`,
      )
    const prepared = await this.#pay({ address, amount }, PAYMENT)
    await this.#miner.mineInSlices(rules.network.spendableAge, this.address)
    return { txids: prepared.map(({ txid }) => txid), amount, height: chain.height }
  }

  /**
   * Stakes coins of the faucet, by transactions in the pool.
   * @param amount atomic units
   * @param fields of extra: the service node, and its registration if it is new
   * @throws FaucetError
   */
  stake(amount: bigint, fields: readonly ExtraField[]): Promise<void> {
    const address = formatAddress(this.#node.rules.network, {
      kind: 'standard',
      ...this.address,
      paymentId: undefined,
    })
    return this.#queue.run(async () => {
      await this.#pay({ address, amount }, stakePurpose(fields))
    })
  }

  /** Builds transactions and submits them to the pool. */
  async #pay(destination: Destination, purpose: Purpose): Promise<PreparedPayment> {
    const { chain, rules, clock, random } = this.#node
    // One coin covers any fee.
    const outputs = await this.#collectOutputs(destination.amount + this.#coin)
    const prepared = await preparePayment(
      {
        network: rules.network,
        keys: this.#keys,
        outputs,
        height: chain.height,
        now: clock(),
        node: chainSpendNode(chain),
        random,
        rings: createRingMemory(),
        stakeLocks: NO_STAKE_LOCKS,
      },
      transferIntent(rules.network, {
        account: 0,
        subaddresses: [],
        priority: UNIMPORTANT,
        unlockTime: 0n,
        destinations: [destination],
        purpose,
      }),
    )
    for (const { blob } of prepared) {
      const admission = this.#node.submitTransaction(blob, { doNotRelay: false, sanityCheck: true })
      if (!admission.accepted) throw new FaucetError(`the node refused the faucet's transaction: ${admission.reason}`)
    }
    return prepared
  }

  /** Returns outputs of at least `amount` in total; mines until there are enough. */
  async #collectOutputs(amount: bigint): Promise<OwnedOutput[]> {
    for (let mined = 0; ; mined += MATURING_STEP) {
      const outputs: OwnedOutput[] = []
      let sum = 0n
      for (const output of this.#outputs.spendable()) {
        outputs.push(output)
        sum += output.amount
        if (sum >= amount) return outputs
      }
      if (mined >= MAX_MATURING)
        throw new FaucetError(`the faucet has ${sum} atomic units, not enough to send ${amount}; request less`)
      await this.#miner.mineInSlices(MATURING_STEP, this.address)
    }
  }
}

/** Returns the faucet's seed of a chain; undefined if it has none. */
const seedOf = (chain: Chain): Uint8Array | undefined => {
  const first = chain.blockAt(1)?.block.minerTransaction
  if (first === undefined) return undefined
  const nonce = findField(parseExtra(chain.rules.network, first.extra), 'nonce')?.nonce
  return nonce?.length === SEED_SIZE ? nonce : undefined
}
