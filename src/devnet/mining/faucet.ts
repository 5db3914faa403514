// The faucet of a development chain: a wallet inside the node that mines, and sends real transactions to whoever asks. Its key is
// random for each chain and guards nothing of worth: the chain itself carries the seed, in the nonce of its first coinbase, so that a
// chain that is loaded again has its faucet.

import { equalBytes, utf8 } from '../../bytes/bytes.ts'
import { type Address, formatAddress } from '../../coin/addresses/address.ts'
import { hardForkHeight } from '../../coin/networks/network.ts'
import { type ExtraField, findField, parseExtra } from '../../coin/transactions/extra.ts'
import { openAmount } from '../../coin/transactions/openAmount.ts'
import { outputUnlockTime } from '../../coin/transactions/transaction.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import {
  derivationToScalar,
  deriveOutputSecret,
  generateKeys,
  keyImage,
  type WalletKeys,
} from '../../crypto/keys/keys.ts'
import { type Destination, transferIntent } from '../../wallet/spend/intent.ts'
import type { SpendNode } from '../../wallet/spend/paymentContext.ts'
import { type PreparedPayment, preparePayment } from '../../wallet/spend/prepare.ts'
import { PAYMENT, type Purpose, stakePurpose } from '../../wallet/spend/purpose.ts'
import type { OwnedOutput } from '../../wallet/state/ledger.ts'
import type { Chain } from '../chain/chain.ts'
import type { BlockRecord } from '../chain/chainRecords.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import { blocksOfWallets, walletPaidAt } from './developmentWallets.ts'
import { findOwnOutputs } from './faucetOutputs.ts'
import type { MineRequest, Miner } from './miner.ts'

/** The faucet cannot give what was asked for; the message says why. */
export class FaucetError extends Error {
  override readonly name = 'FaucetError'
}

/** What is given when no amount is asked for, in coins. */
const USUAL = 50n
/** Most that is given at once, in coins. */
const MOST = 1000n
const START_BLOCKS = 100
/** What a block pays its miner at least, in coins. */
const COINS_PER_BLOCK = 16
const MATURING_STEP = 10
const MAX_MATURING = 200
const UNIMPORTANT = 1
/** Blocks that are looked through together. */
const BLOCKS_AT_ONCE = 200
/** bytes */
const SEED = 32

export type FaucetPayment = {
  readonly txids: readonly Uint8Array[]
  /** atomic units */
  readonly amount: bigint
  /** number of blocks once the coins can be spent */
  readonly height: number
}

/** What the first blocks of a new chain are for. */
export type FirstBlocks = {
  /** how many coins there must be at least beside those to give */
  readonly reserve?: number
  /** how many blocks are to find room between the last of them and now */
  readonly later?: number
  /** how many of the wallets that anybody can open are paid, too */
  readonly wallets?: number
}

/** An output of the faucet before its key image is reckoned. */
type Found = Omit<OwnedOutput, 'keyImage'> & { readonly derivation: Uint8Array }

/** The wallet inside a development node that gives its coins away. */
export class Faucet {
  readonly #node: DevelopmentNode
  readonly #miner: Miner
  #seed: Uint8Array
  #first: BlockRecord | undefined
  #keys: WalletKeys
  /** outputs found in blocks that were looked through */
  #found = new WeakMap<BlockRecord, readonly Found[]>()
  /** Of outputs that were looked at: each payment looks at all that are spent already. */
  readonly #keyImages = new WeakMap<Found, Uint8Array>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(node: DevelopmentNode, miner: Miner) {
    this.#node = node
    this.#miner = miner
    this.#seed = seedOf(node.chain) ?? node.random(SEED)
    this.#keys = generateKeys(this.#seed)
  }

  /** Becomes the faucet that the chain carries, which may be another after a load; has blocks pay it. */
  update(): void {
    const first = this.#node.chain.blockAt(1)
    if (first === this.#first) return
    this.#first = first
    const seed = seedOf(this.#node.chain)
    if (seed !== undefined && !equalBytes(seed, this.#seed)) {
      this.#seed = seed
      this.#keys = generateKeys(seed)
      this.#found = new WeakMap()
    }
    this.#miner.payTo(this.address)
  }

  /** Atomic units of a coin. */
  get #coin(): bigint {
    return 10n ** BigInt(this.#node.rules.network.decimals)
  }

  /** Where blocks pay that nobody asked for. */
  get address(): Pick<Address, 'spendKey' | 'viewKey'> {
    return { spendKey: this.#keys.spendPublic, viewKey: this.#keys.viewPublic }
  }

  /** A secret of 32 bytes that the chain carries as it carries the faucet's own; `name` tells it from others. */
  derive(name: string): Uint8Array {
    return keccak256(this.#seed, utf8(name))
  }

  /**
   * Mines the first blocks of a new chain, dated back, so that there are coins to give and outputs to hide among. They are there when this
   * returns, unless they have to prove work: nothing is given before they are.
   * @throws MinerClosedError
   */
  mineFirstBlocks(wanted: FirstBlocks = {}): Promise<void> {
    const filled = this.#miner.mineFirstBlocks(this.#firstBlocks(wanted))
    this.#turn = filled.catch(() => undefined)
    return filled
  }

  *#firstBlocks({ reserve = 0, later = 0, wallets = 0 }: FirstBlocks): Generator<MineRequest> {
    const { chain, rules, clock } = this.#node
    const { network, consensus } = rules
    const earning = reserve === 0 ? 0 : Math.ceil(reserve / COINS_PER_BLOCK) + network.coinbaseUnlockWindow
    const needed = Math.max(START_BLOCKS, blocksOfWallets(wallets) + network.coinbaseUnlockWindow)
    const wanted = Math.max(needed + earning, hardForkHeight(network, consensus.paymentFork) ?? 0)
    const now = clock()
    while (chain.height <= wanted) {
      const age = (wanted + 1 + later - chain.height) * network.blockTarget
      const nonce = chain.height === 1 ? this.#seed : new Uint8Array()
      const { spendPublic, viewPublic } = walletPaidAt(chain.height, wallets) ?? this.#keys
      yield { to: { spendKey: spendPublic, viewKey: viewPublic }, nonce, timestamp: now - age }
    }
  }

  /**
   * Sends coins, and mines until they can be spent.
   * @param amount atomic units
   * @throws FaucetError, AddressError
   */
  pay(address: string, amount: bigint = USUAL * this.#coin): Promise<FaucetPayment> {
    // One after the other, as two at once would spend the same outputs.
    const gift = this.#turn.then(() => this.#give(address, amount))
    this.#turn = gift.catch(() => undefined)
    return gift
  }

  async #give(address: string, amount: bigint): Promise<FaucetPayment> {
    const { chain, rules } = this.#node
    const most = MOST * this.#coin
    if (amount <= 0n || amount > most)
      throw new FaucetError(`the faucet gives 1 to ${most} atomic units at once, not ${amount}`)
    const { paymentFork } = rules.consensus
    if (chain.nextFork < paymentFork)
      throw new FaucetError(
        `the faucet sends from fork ${paymentFork} on, the chain is at ${chain.nextFork}; mine more blocks`,
      )
    const prepared = await this.#pay({ address, amount }, PAYMENT)
    await this.#miner.mineInSlices(rules.network.spendableAge, this.address)
    return { txids: prepared.map(({ txid }) => txid), amount, height: chain.height }
  }

  /**
   * Stakes coins of its own; the next block can take them in.
   * @param amount atomic units
   * @param fields of extra: for which service node, and its registration where it is new
   * @throws FaucetError
   */
  stake(amount: bigint, fields: readonly ExtraField[]): Promise<void> {
    const address = formatAddress(this.#node.rules.network, {
      kind: 'standard',
      ...this.address,
      paymentId: undefined,
    })
    const stake = this.#turn.then(async () => {
      await this.#pay({ address, amount }, stakePurpose(fields))
    })
    this.#turn = stake.catch(() => undefined)
    return stake
  }

  /** Builds transactions and puts them into the pool. */
  async #pay(destination: Destination, purpose: Purpose): Promise<PreparedPayment> {
    const { chain, rules, clock, random } = this.#node
    // One coin is enough for any fee.
    const outputs = await this.#gather(destination.amount + this.#coin)
    const prepared = await preparePayment(
      {
        network: rules.network,
        keys: this.#keys,
        outputs,
        height: chain.height,
        now: clock(),
        node: spendNode(chain),
        random,
        earlierRings: new Map(),
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

  /** Outputs worth at least `amount` together; mines until there are. */
  async #gather(amount: bigint): Promise<OwnedOutput[]> {
    for (let mined = 0; ; mined += MATURING_STEP) {
      const outputs: OwnedOutput[] = []
      let sum = 0n
      for (const found of this.#spendable()) {
        if (sum >= amount) return outputs
        const output = this.#withKeyImage(found)
        if (output === undefined) continue
        outputs.push(output)
        sum += output.amount
      }
      if (sum >= amount) return outputs
      if (mined >= MAX_MATURING)
        throw new FaucetError(`the faucet holds ${sum} atomic units, too few to give ${amount}; ask for less`)
      await this.#miner.mineInSlices(MATURING_STEP, this.address)
    }
  }

  /** Outputs that are old enough, the largest of the newest blocks first: a long chain is not looked through for a few coins. */
  *#spendable(): Iterable<Found> {
    const { chain, rules } = this.#node
    for (let end = chain.height - rules.network.spendableAge + 1; end > 1; end -= BLOCKS_AT_ONCE)
      yield* chain.blocks
        .slice(Math.max(1, end - BLOCKS_AT_ONCE), end)
        .flatMap((record) => this.#foundIn(record))
        .filter(({ unlockTime }) => chain.isUnlocked(unlockTime))
        .sort((a, b) => (b.amount > a.amount ? 1 : -1))
  }

  /** The output made whole; undefined when it is spent, or staked. */
  #withKeyImage(found: Found): OwnedOutput | undefined {
    const image = this.#keyImageOf(found)
    const { chain, pool } = this.#node
    if (chain.state.keyImageFault(image, chain.height) !== undefined) return undefined
    if (chain.isSpent(image) || pool.isSpending(image)) return undefined
    return { ...found, keyImage: image }
  }

  #keyImageOf(found: Found): Uint8Array {
    const { key, derivation, indexInTx } = found
    const image =
      this.#keyImages.get(found) ?? keyImage(key, deriveOutputSecret(derivation, indexInTx, this.#keys.spendSecret))
    this.#keyImages.set(found, image)
    return image
  }

  /** Outputs to the faucet in a block. */
  #foundIn(record: BlockRecord): readonly Found[] {
    const known = this.#found.get(record)
    if (known !== undefined) return known
    const found = record.transactions.flatMap((_, i) => this.#ownOutputs(record, i))
    this.#found.set(record, found)
    return found
  }

  /** Outputs to the faucet: of coinbases it mined, and its own change. */
  #ownOutputs(record: BlockRecord, position: number): Found[] {
    const parsed = record.transactions[position]
    if (parsed === undefined || record.height === 0) return []
    const { transaction } = parsed
    const own = findOwnOutputs(this.#node.rules.network, transaction, this.#keys)
    return own.flatMap(({ index, txPublicKey, derivation }): Found[] => {
      const key = transaction.outputs[index]?.key
      const opened = openAmount(transaction, index, derivationToScalar(derivation, index))
      const globalIndex = record.outputIndices[position]?.[index]
      if (key === undefined || opened === undefined || globalIndex === undefined) return []
      return [
        {
          amount: opened.amount,
          mask: opened.mask,
          globalIndex,
          confidential: true,
          key,
          txid: parsed.id,
          indexInTx: index,
          subaddress: { major: 0, minor: 0 },
          txPublicKey,
          height: record.height,
          timestamp: record.timestamp,
          unlockTime: outputUnlockTime(transaction, index),
          prefixUnlockTime: transaction.unlockTime,
          coinbase: position === 0,
          paymentId: new Uint8Array(),
          fee: 0n,
          change: position !== 0,
          spent: undefined,
          frozen: false,
          derivation,
        },
      ]
    })
  }
}

/** The seed that a chain carries. */
const seedOf = (chain: Chain): Uint8Array | undefined => {
  const first = chain.blockAt(1)?.block.minerTransaction
  if (first === undefined) return undefined
  const nonce = findField(parseExtra(chain.rules.network, first.extra), 'nonce')?.nonce
  return nonce?.length === SEED ? nonce : undefined
}

/** The chain as a wallet that builds a transaction asks for it. */
const spendNode = (chain: Chain): SpendNode => ({
  outputs: async (indices) =>
    indices.flatMap((index) => {
      const output = chain.outputs[index]
      if (output === undefined) return []
      const { key, commitment, height, unlockTime } = output
      return [{ key, commitment, height, unlocked: chain.isUnlocked(unlockTime) }]
    }),
  outputDistribution: async () => ({
    startHeight: 0,
    cumulative: chain.blocks.map(({ outputsSoFar }) => outputsSoFar),
  }),
  outputBlacklist: async () => [],
  feeEstimate: async () => {
    return chain.rules.consensus.feeRates(chain, 10)
  },
})
