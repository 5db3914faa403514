// The complete recorded chain through all checks: every block and transaction is accepted, every id, index, weight and header matches.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { parseBlock } from '../../../../src/coin/blocks/block.ts'
import { Chain } from '../../../../src/devnet/chain/chain.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { blockJson, headerJson, transactionJson } from '../../../../src/devnet/rpc/calls/chainJson.ts'
import { sortFields } from '../../../../src/devnet/rpc/calls/response.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { TransactionChecker } from '../../../../src/devnet/rules/checker.ts'
import { parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { vectorText } from '../../../support/data/vectors.ts'
import {
  RECORDED_NOW,
  type RecordedBlock,
  recordedBlock,
  recordedChain,
  recordedRules,
  recordedTransactions,
} from '../../../support/devnet/replay-node.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

const headerAt = async (chain: Chain, height: number): Promise<unknown> => {
  const record = chain.blockAt(height)
  const parts = { get_tx_hashes: false, fill_pow_hash: false }
  return record && parseJson(stringifyJson(sortFields(await headerJson(chain, record, parts))))
}

describe('the recorded chain', () => {
  const chain = new Chain(recordedRules, () => RECORDED_NOW, new TransactionChecker(random))

  it('passes every check, block by block', () => {
    for (let height = 1; height < recordedChain.blocks.length; height++) {
      const { block, transactions } = recordedBlock(height)
      chain.add(
        parseBlock(recordedRules.network, block),
        transactions.map((blob) => parseFullTransaction(recordedRules.network, blob)),
        block,
      )
    }
    expect(chain.height).toBe(recordedChain.blocks.length)
  }, 120_000)

  it('has the recorded headers', async () => {
    for (const [height, { block_header: header }] of recordedChain.blocks.entries())
      expect(await headerAt(chain, height)).toEqual(header)
  })

  it('is formatted as the recorded JSON texts', () => {
    for (const [height, { json }] of recordedChain.blocks.entries()) {
      const record = chain.blockAt(height)
      expect(record && blockJson(record.block)).toBe(json)
    }
    for (const { hash, answer } of recordedTransactions) {
      const found = chain.transaction(fromHex(hash))
      expect(found && transactionJson(found.transaction)).toBe(answer.as_json)
    }
  })

  it('numbers outputs as recorded', () => {
    for (const { hash, height, output_indices: indices } of recordedTransactions) {
      const place = chain.placeOf(fromHex(hash))
      expect(place?.height).toBe(height)
      expect(chain.blockAt(height)?.outputIndices[place?.position ?? -1]).toEqual(indices)
    }
  })

  it('is restored from a dump, and can be popped block by block', () => {
    const again = new Chain(recordedRules, () => RECORDED_NOW, new TransactionChecker(random))
    again.load(chain.dump())
    expect(toHex(again.tip.id)).toBe(toHex(chain.tip.id))
    expect(again.outputs.length).toBe(chain.outputs.length)
    while (again.pop() !== undefined) expect(again.outputs.length).toBeLessThanOrEqual(chain.outputs.length)
    expect(again.height).toBe(1)
    expect(again.outputs.length).toBe(3)
  })
})

describe('a young chain', () => {
  // The README of the vectors describes its shape.
  const young = parseJson(vectorText('oxen/young-chain.json')) as {
    readonly hard_forks: string
    readonly blocks: readonly RecordedBlock[]
  }
  const rules = withForks(regtestRules, parseForks(young.hard_forks, regtestRules))

  it('passes its forks as recorded, up to the first block with a transaction', async () => {
    const chain = new Chain(rules, () => RECORDED_NOW + 86400, new TransactionChecker(random))
    // The bytes of the following transactions were not recorded.
    for (const { blob, block_header: header } of young.blocks.slice(1)) {
      const block = parseBlock(rules.network, fromHex(blob))
      if (block.transactionIds.length > 0) break
      chain.add(block, [], fromHex(blob))
      const height = Number(header['height'])
      expect(await headerAt(chain, height)).toEqual({ ...header, depth: 0 })
    }
    expect(chain.height).toBe(51)
  })
})
