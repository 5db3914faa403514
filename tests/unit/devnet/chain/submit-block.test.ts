// The checks of submit_block before the block itself: its text, its format, its size.

import { expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { blockTemplate } from '../../../../src/devnet/mining/blockTemplate.ts'
import { startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { seededRandom } from '../../../support/random.ts'

const { node, faucet, fetch } = startDevelopmentNode({
  clock: () => 1_800_000_000,
  random: seededRandom(43),
  ticker: () => () => undefined,
  mining: { kind: 'manual' },
})

const submit = async (blob: string) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'submit_block', params: [blob] })
  const { error, result } = await (await fetch(new Request('http://node/json_rpc', { method: 'POST', body }))).json()
  return error === undefined ? result.status : `${error.code} ${error.message}`
}

/** Returns a block of a size in bytes, nearly all of them in the extra of its coinbase. */
const sized = (size: number): string => {
  const request = { to: faucet.address, nonce: new Uint8Array(), timestamp: undefined }
  const { block } = blockTemplate(node.chain, node.pool, request, node.random)
  const padded = (length: number): Uint8Array => {
    const extra = new Uint8Array(length)
    extra.set(block.minerTransaction.extra)
    return serializeBlock({ ...block, minerTransaction: { ...block.minerTransaction, extra } })
  }
  return toHex(padded(size - padded(500_000).length + 500_000))
}

it('rejects malformed blocks, then blocks over the weight limit plus a hundred bytes', async () => {
  const most = node.chain.limits.limit + 100
  expect(most).toBe(600_100)
  expect(await submit('abc')).toBe('-6 Wrong block blob')
  expect(await submit('ab'.repeat(most + 1))).toBe('-6 Wrong block blob')
  expect(await submit(sized(most + 1))).toBe('-10 Block blob size is too big, rejecting block')
  // Its weight is still over the limit.
  expect(await submit(sized(most))).toBe('-7 Block not accepted')
  expect(await submit(sized(1000))).toBe('OK')
})
