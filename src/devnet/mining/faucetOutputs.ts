// The outputs of the faucet: finds those of each block, and selects the spendable ones.

import { openAmount } from '../../coin/transactions/openAmount.ts'
import { outputUnlockTime } from '../../coin/transactions/transaction.ts'
import { derivationToScalar, deriveOutputSecret, keyImage, type WalletKeys } from '../../crypto/keys/keys.ts'
import type { OwnedOutput } from '../../wallet/state/ledger.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { BlockRecord } from '../records/chainRecords.ts'
import { findOwnOutputs } from './ownOutputs.ts'

/** Blocks that are scanned together. */
const SCAN_BATCH = 200

/** An output of the faucet without its key image. */
type Found = Omit<OwnedOutput, 'keyImage'> & { readonly derivation: Uint8Array }

export class FaucetOutputs {
  readonly #node: DevelopmentNode
  readonly #keys: WalletKeys
  /** outputs found in scanned blocks */
  readonly #found = new WeakMap<BlockRecord, readonly Found[]>()
  /** cached, as each payment checks all outputs for being spent */
  readonly #keyImages = new WeakMap<Found, Uint8Array>()

  constructor(node: DevelopmentNode, keys: WalletKeys) {
    this.#node = node
    this.#keys = keys
  }

  /** Yields the outputs that are mature and neither spent nor staked. */
  *spendable(): Iterable<OwnedOutput> {
    for (const found of this.#mature()) {
      const output = this.#withKeyImage(found)
      if (output !== undefined) yield output
    }
  }

  /** Mature outputs, those of the newest blocks first and by amount, so that a small payment does not scan a long chain. */
  *#mature(): Iterable<Found> {
    const { chain, rules } = this.#node
    for (let end = chain.height - rules.network.spendableAge + 1; end > 1; end -= SCAN_BATCH)
      yield* chain.blocks
        .slice(Math.max(1, end - SCAN_BATCH), end)
        .flatMap((record) => this.#foundIn(record))
        .filter(({ unlockTime }) => chain.isUnlocked(unlockTime))
        .sort((a, b) => (b.amount > a.amount ? 1 : -1))
  }

  /** Returns the output with its key image; undefined if it is spent or staked. */
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

  /** Outputs of a block to the faucet. */
  #foundIn(record: BlockRecord): readonly Found[] {
    const known = this.#found.get(record)
    if (known !== undefined) return known
    const found = record.transactions.flatMap((_, i) => this.#ownOutputs(record, i))
    this.#found.set(record, found)
    return found
  }

  /** Outputs of a transaction to the faucet: rewards and change. */
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
          stake: false,
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
