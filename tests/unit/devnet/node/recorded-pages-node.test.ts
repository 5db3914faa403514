// The node of recorded block pages that other tests sync from: the complete chain, in order.
import { describe, expect, it } from 'vitest'
import { equalBytes } from '../../../../src/bytes/bytes.ts'
import { readPortable } from '../../../../src/bytes/portableStorage.ts'
import { asBool, asPacked, asU64, writePortable } from '../../../../src/bytes/portableStorageWriter.ts'
import { parseBlock } from '../../../../src/coin/blocks/block.ts'
import { moneroPagesNode, oxenPagesNode, type PagesNode } from '../../../support/wallet/pages-node.ts'

const blocksFrom = async (node: PagesNode, ids: readonly Uint8Array[], startHeight = 0) => {
  const body = writePortable({ block_ids: asPacked(ids), prune: asBool(true), start_height: asU64(startHeight) })
  const response = await node.fetch(new Request('http://node/get_blocks.bin', { method: 'POST', body: body.slice() }))
  return readPortable(new Uint8Array(await response.arrayBuffer()))
}

describe.each([
  { family: 'oxen', open: oxenPagesNode, height: 1090 },
  { family: 'monero', open: moneroPagesNode, height: 3156 },
])('a node of recorded $family pages', ({ open, height }) => {
  const node = open()

  it('has the complete chain from the genesis block', () => {
    expect(node.ids.length).toBe(height)
    expect(equalBytes(node.ids[0] ?? new Uint8Array(), node.network.genesisId)).toBe(true)
  })

  it('returns consecutive pages up to the tip', async () => {
    let start = 0
    let previous = new Uint8Array(32)
    for (;;) {
      const page = await blocksFrom(node, [node.ids[start] ?? previous, node.network.genesisId])
      expect(Number(page['start_height'])).toBe(start)
      expect(Number(page['current_height'])).toBe(height)
      // The test wrote these values.
      const blocks = page['blocks'] as { block: Uint8Array }[]
      for (const [i, { block }] of blocks.entries()) {
        const { previousId } = parseBlock(node.network, block)
        if (i > 0 || start === 0) expect(equalBytes(previousId, previous)).toBe(true)
        previous = node.ids[start + i]?.slice() ?? previous
      }
      if (blocks.length === 1) break
      start += blocks.length - 1
    }
    expect(start).toBe(height - 1)
  })

  it('rejects an unknown block-id chain', async () => {
    const page = await blocksFrom(node, [new Uint8Array(32)])
    expect(new TextDecoder().decode(page['status'] as Uint8Array)).toBe('Failed')
  })
})
