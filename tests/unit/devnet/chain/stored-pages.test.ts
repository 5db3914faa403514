// Block pages are cut from stored bytes. They are the same from a node that created the blocks, from one that reopened them, and from one
// that opened a file of version 1; and they match the parsed transactions.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { readPortable } from '../../../../src/bytes/portableStorage.ts'
import {
  asBlob,
  asBool,
  asPacked,
  asSections,
  asU64,
  asU64s,
  type WritableSection,
  writePortable,
} from '../../../../src/bytes/portableStorageWriter.ts'
import { ChainStore } from '../../../../src/cli/node/chainStore.ts'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { type RunningNode, startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { seededRandom } from '../../../support/random.ts'

const scratch = mkdtempSync(join(tmpdir(), 'faba-pages-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const families = [
  ['oxen', oxenChain],
  ['monero', moneroChain],
] as const

const open = (chain: (typeof families)[number][1], storage: ChainStore): RunningNode =>
  startDevelopmentNode({
    ...chain,
    clock: () => 1_800_000_000,
    random: seededRandom(11),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
    storage,
  })

const callBinary = async ({ fetch }: RunningNode, path: string, fields: WritableSection): Promise<Uint8Array> => {
  const body = writePortable(fields).slice()
  const response = await fetch(new Request(`http://node/${path}`, { method: 'POST', body }))
  return new Uint8Array(await response.arrayBuffer())
}

/** Requests all wallet data of a chain. */
const pagesOf = async (running: RunningNode): Promise<readonly Uint8Array[]> => {
  const { chain } = running.node
  const ids = asPacked([chain.rules.network.genesisId])
  const txids = chain.blocks.flatMap(({ transactions }) => transactions.map(({ id }) => id))
  const outputs = chain.outputs.map((_, i) => ({ amount: asU64(0), index: asU64(i) }))
  const pages: Promise<Uint8Array>[] = [false, true].flatMap((prune) =>
    [false, true].map((without) =>
      callBinary(running, 'get_blocks.bin', { block_ids: ids, prune: asBool(prune), no_miner_tx: asBool(without) }),
    ),
  )
  pages.push(
    callBinary(running, 'get_blocks_by_height.bin', { heights: asU64s(chain.blocks.map(({ height }) => height)) }),
    callBinary(running, 'get_hashes.bin', { block_ids: ids }),
    callBinary(running, 'get_outs.bin', { outputs: asSections(outputs) }),
    ...txids.map((txid) => callBinary(running, 'get_o_indexes.bin', { txid: asBlob(txid) })),
  )
  return await Promise.all(pages)
}

/** Byte lengths in the stored facts of a block: the part before its lists, and each transaction entry and id. */
const [LISTS, ENTRY, ID] = [116, 44, 32]

/** Converts a file to version 1, in which blocks list transactions by id only. */
const makeFormer = (path: string): void => {
  const database = new DatabaseSync(path)
  const update = database.prepare('UPDATE blocks SET facts = ? WHERE height = ?')
  for (const { height, facts } of database.prepare('SELECT height, facts FROM blocks').all()) {
    if (!(facts instanceof Uint8Array) || height === undefined) throw new Error('a row is none')
    const count = Buffer.from(facts).readUInt32LE(104)
    const ids = Array.from({ length: count }, (_, i) => facts.subarray(LISTS + ENTRY * i, LISTS + ENTRY * i + ID))
    update.run(Buffer.concat([facts.subarray(0, LISTS), ...ids, facts.subarray(LISTS + ENTRY * count)]), height)
  }
  database.exec('ALTER TABLE blocks DROP COLUMN form; PRAGMA user_version = 1')
  database.close()
}

const factsOf = ({ node }: RunningNode): readonly Uint8Array[] => node.chain.blocks.map(({ bytes }) => bytes.facts)

describe.each(families)('pages of the %s family', (name, chain) => {
  it('are identical from created, reopened and migrated blocks', async () => {
    const path = join(scratch, name, 'chain.sqlite')
    const first = new ChainStore(path)
    const made = open(chain, first)
    const { network } = made.node.rules
    const address = formatAddress(network, { kind: 'standard', ...made.faucet.address, paymentId: undefined })
    for (let i = 0; i < 2; i++) await made.faucet.pay(address, 10n ** 9n)
    const pages = await pagesOf(made)
    const facts = factsOf(made)
    first.close()

    const second = new ChainStore(path)
    const reopened = open(chain, second)
    expect(await pagesOf(reopened)).toEqual(pages)
    second.close()

    makeFormer(path)
    const third = new ChainStore(path)
    const renewed = open(chain, third)
    expect(await pagesOf(renewed)).toEqual(pages)
    expect(factsOf(renewed)).toEqual(facts)
    renewed.miner.mine(1)
    third.close()

    const fourth = new ChainStore(path)
    expect(open(chain, fourth).node.chain.height).toBe(facts.length + 1)
    fourth.close()
  })

  it('contain the indices and lengths that parsing gives', async () => {
    const running = open(chain, new ChainStore(join(scratch, name, 'parsed.sqlite')))
    const { network } = running.node.rules
    const address = formatAddress(network, { kind: 'standard', ...running.faucet.address, paymentId: undefined })
    await running.faucet.pay(address, 10n ** 9n)
    let next = 0
    let listed = 0
    for (const { block, bytes, outputIndices, prunedListed } of running.node.chain.blocks) {
      const parsed = bytes.listed.map((blob) => parseFullTransaction(network, blob))
      const outputs = [block.minerTransaction, ...parsed.map(({ transaction }) => transaction)]
      // Version 1 coinbases have clear amounts of their own; here each output is the first of its amount.
      const indices = outputs.map(({ rct, outputs }) => outputs.map((_, i) => (rct === undefined ? i : next++)))
      expect(outputIndices).toEqual(indices)
      expect(prunedListed.map(({ length }) => length)).toEqual(
        parsed.map((each) => each.prefix.length + each.base.length),
      )
      expect(prunedListed.map((pruned, i) => pruned.length < (bytes.listed[i]?.length ?? 0))).not.toContain(false)
      listed += prunedListed.length
    }
    expect(listed).toBeGreaterThan(0)
    expect(next).toBe(running.node.chain.outputs.length)
    const answer = readPortable(await callBinary(running, 'get_blocks.bin', { start_height: asU64(1) }))
    expect(answer['blocks']).toHaveLength(Math.min(1000, running.node.chain.height - 1))
  })
})
