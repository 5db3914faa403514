// Claims that only one transaction of the pool and of a block may make, besides key images: the purchase or update of a name, the unlock of
// a stake. state-change-votes.test.ts covers state changes.

import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { blockId, parseBlock, serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { NameType } from '../../../../src/coin/names/nameType.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { blockTemplate } from '../../../../src/devnet/mining/blockTemplate.ts'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { developmentRules, regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { type BlockRecord, parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'
import { createTransfer, type MinedCoin, minedCoin } from '../../../support/devnet/confidential-transfers.ts'
import { seededRandom } from '../../../support/random.ts'

const COIN = 10n ** 9n
const random = seededRandom(2121)
const NOBODY = { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) }

const submitTo = ({ pool }: DevelopmentNode, blob: Uint8Array) =>
  pool.submit(blob, { doNotRelay: false, sanityCheck: false })

describe('a name', () => {
  const owner = { spendSecret: randomScalar(random), viewSecret: randomScalar(random) }
  const address = { spendKey: publicKeyOf(owner.spendSecret), viewKey: publicKeyOf(owner.viewSecret) }
  const nameHash = random(32)
  let node: DevelopmentNode
  let miner: Miner
  let coins: MinedCoin[]
  beforeAll(() => {
    const rules = withForks(developmentRules, parseForks('7:1,15:2,16:3,17:4', developmentRules))
    node = new DevelopmentNode({ rules, clock: () => 1_800_000_000, random })
    miner = new Miner(node, () => () => undefined, address)
    miner.mine(70, address)
    coins = Array.from({ length: 30 }, (_, i) => minedCoin(node.chain, i + 5, owner))
  })

  /** Creates a purchase; each spends other coins. */
  const purchase = (type: number, burn: bigint, hash = nameHash): Uint8Array => {
    const extra: ExtraField[] = [
      { field: 'txPublicKey', key: address.spendKey },
      {
        ...{ field: 'nameSystem', version: 0, type, nameHash: hash, previousId: new Uint8Array(32) },
        owner: { kind: 'wallet', ...address, isSubaddress: false },
        ...{ backupOwner: undefined, signature: undefined, encryptedValue: random(72) },
      },
      { field: 'burn', amount: burn },
    ]
    const spent = coins.splice(0, 4)
    const kind = TransactionType.nameSystem
    const transfer = { type: RctType.clsag, version: 4, coins: spent, fee: COIN + burn, kind, extra }
    return serializeTransaction(createTransfer(node.chain, transfer, random))
  }

  const { lokinet, lokinet2y } = NameType

  it('is bought once in a pool, by each type', () => {
    expect(submitTo(node, purchase(lokinet, 15n * COIN))).toMatchObject({ accepted: true, added: true })
    expect(submitTo(node, purchase(lokinet, 15n * COIN))).toMatchObject({ flags: ['failed', 'doubleSpend'] })
    expect(submitTo(node, purchase(lokinet, 15n * COIN, random(32)))).toMatchObject({ accepted: true, added: true })
    expect(submitTo(node, purchase(lokinet2y, 30n * COIN))).toMatchObject({ accepted: true, added: true })
    expect(node.pool.size).toBe(3)
  })

  it('is bought once in a block', () => {
    const ids = node.pool.entries.map(({ parsed }) => parsed.id)
    const request = { to: address, nonce: new Uint8Array(), timestamp: undefined }
    const { block } = blockTemplate(node.chain, node.pool, request, random)
    expect(block.transactionIds).toHaveLength(2)
    const greedy = serializeBlock({ ...block, transactionIds: ids })
    expect(() => node.submitBlock(greedy)).toThrow(/makes the same claim as another one of the block/)
    expect(node.submitBlock(serializeBlock(block))).toBe('added')
    // The remaining one cannot be in any block.
    miner.mine(1)
    expect(node.chain.tip.listed).toEqual([])
    expect(node.pool.entries.map(({ lastFailedHeight }) => lastFailedHeight)).toEqual([node.chain.height - 2])
  })
})

describe('a stake', () => {
  it('is unlocked once in a pool', () => {
    const data = vector('oxen/staking.json')
    const rules = withForks(regtestRules, parseForks('7:1,11:2,12:3,13:4,14:5,15:6,16:200,17:300', regtestRules))
    const { network } = rules
    const wish = data.txs.find(
      ({ tx_hash: hash }) =>
        parseFullTransaction(network, fromHex(entryOf(data.tx_hex, hash))).transaction.type ===
        TransactionType.keyImageUnlock,
    )
    if (wish === undefined) throw new Error('no unlock transaction is recorded')
    const node = new DevelopmentNode({ rules, clock: () => 2_000_000_000, random })
    new Miner(node, () => () => undefined, NOBODY).mine(3)
    // Only the last blocks of the chain were recorded: enough for the stakes.
    const append = (from: number, to: number): void => {
      for (const { blob, tx_hashes: hashes = [], block_header: header } of data.blocks) {
        if (header.height < from || header.height >= to) continue
        const block = parseBlock(network, fromHex(blob))
        const listed = hashes.map((hash) => parseFullTransaction(network, fromHex(entryOf(data.tx_hex, hash))))
        const transactions = [parseFullTransaction(network, serializeTransaction(block.minerTransaction)), ...listed]
        // The fields of a record that the state reads.
        const record = { height: header.height, id: blockId(block), block, timestamp: block.timestamp, transactions }
        node.chain.state.append(record as unknown as BlockRecord, [])
      }
    }
    append(0, wish.block_height)
    const blob = fromHex(entryOf(data.tx_hex, wish.tx_hash))
    // No signature covers the unlock time of a transaction without inputs: this is another unlock of the same stake.
    const again = serializeTransaction({ ...parseTransaction(network, blob), unlockTime: 1n })
    expect(submitTo(node, blob)).toMatchObject({ accepted: true, added: true })
    expect(submitTo(node, again)).toMatchObject({ flags: ['failed', 'doubleSpend'], reason: /makes the same claim/ })
    node.pool.remove(fromHex(wish.tx_hash))
    expect(submitTo(node, again)).toMatchObject({ accepted: true, added: true })
    node.pool.restore({ entries: [], timedOut: [], approved: [] })
    append(wish.block_height, wish.block_height + 1)
    expect(submitTo(node, again)).toMatchObject({ flags: ['failed', 'doubleSpend', 'invalidInput'] })
    // The signature is checked first.
    const { transaction } = parseFullTransaction(network, blob)
    const extra = parseExtra(network, transaction.extra).map((field) =>
      field.field === 'keyImageUnlock' ? { ...field, nonce: field.nonce + 1 } : field,
    )
    const unsigned = serializeTransaction({ ...transaction, extra: serializeExtra(extra) })
    expect(submitTo(node, unsigned)).toMatchObject({ flags: ['failed', 'invalidInput'], reason: /signature/ })
  })
})
