// A sync with a node that sends its txpool with new blocks: one request a poll while there is no block.
import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../../../src/coin/networks/oxen.ts'
import { forkChain } from '../../../../support/wallet/chain-builder.ts'
import { chain, wholeTransaction } from '../../../../support/wallet/small-chain.ts'
import { settled, smallNode, synchronizerOf, syncStage } from '../../../../support/wallet/sync-stage.ts'

/** A paid B in block 203. */
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'

/** A sync of 203 blocks, after its first pass. */
const started = async () => {
  const node = smallNode(chain.slice(0, 203))
  node.sendsNews = true
  const stage = await syncStage({ node, restoreHeight: 200 })
  const context = { ...stage.context, network: { ...oxenRegtest, hasPoolNews: true, hasBlink: false } }
  const { sync, seen } = synchronizerOf({ ...stage, context })
  sync.start()
  while (seen.at(-1)?.phase !== 'synced') await settled()
  return { ...stage, node, sync }
}

it('requests the state of a new node first, then blocks and txpool together', async () => {
  const { node, sync, state } = await started()
  expect(node.calls.slice(0, 2)).toEqual(['info', 'poolHashes'])
  expect(node.calls).not.toContain('news')
  node.calls.length = 0
  await sync.refresh()
  await sync.refresh()
  expect(node.calls).toEqual(['news', 'news'])
  expect(state.height).toBe(203)
  await sync.close()
})

it('sees a payment in the txpool without another request, and that it is gone', async () => {
  const { node, sync, state } = await started()
  node.calls.length = 0
  node.addToPool(wholeTransaction(TXID))
  await sync.refresh()
  expect([...state.pool.entries.keys()]).toEqual([TXID])
  await sync.refresh()
  node.pool.clear()
  await sync.refresh()
  expect([...state.pool.entries.keys()]).toEqual([])
  expect(node.calls).toEqual(['news', 'news', 'news'])
  await sync.close()
})

it('polls the txpool in one request between two passes, and leaves new blocks to the next pass', async () => {
  const { node, sync, state } = await started()
  node.calls.length = 0
  node.addToPool(wholeTransaction(TXID))
  await sync.pollTxpool()
  expect([...state.pool.entries.keys()]).toEqual([TXID])
  expect(node.calls).toEqual(['news'])
  node.setChain(chain.slice(0, 205))
  await sync.pollTxpool()
  while (state.height < 205) await settled()
  await sync.close()
})

it('takes new blocks from the answer, and requests the state of the node beside it only then', async () => {
  const { node, sync, state } = await started()
  node.calls.length = 0
  node.setChain(chain.slice(0, 206))
  await sync.refresh()
  expect(state.height).toBe(206)
  expect(node.calls.slice(0, 2)).toEqual(['news', 'info'])
  expect(node.calls).not.toContain('blocks')
  expect(node.calls).not.toContain('poolHashes')
  expect(state.ledger.payments.size + [...state.ledger.countedOutputs()].length).toBeGreaterThan(0)
  await sync.close()
})

it('requests further blocks as before if the answer has a part of them', async () => {
  const { node, sync, state } = await started()
  node.calls.length = 0
  node.pageSize = 10
  node.setChain(chain.slice(0, 230))
  await sync.refresh()
  expect(state.height).toBe(230)
  expect(node.calls.filter((name) => name === 'blocks')).toHaveLength(2)
  await sync.close()
})

it('follows a reorganisation that an answer shows', async () => {
  const { node, sync, state } = await started()
  const fork = forkChain(oxenRegtest, chain.slice(0, 203), 200, 6)
  node.setChain(fork)
  await sync.refresh()
  expect(state.height).toBe(206)
  expect(state.blockIds.idAt(205)).toEqual(fork[205]?.id)
  await sync.close()
})

it('goes on in single requests with a node that does not send both', async () => {
  const { node, sync, state } = await started()
  node.sendsNews = false
  node.calls.length = 0
  node.addToPool(wholeTransaction(TXID))
  await sync.refresh()
  expect(node.calls).toEqual(['info', 'poolHashes', 'transactions'])
  expect([...state.pool.entries.keys()]).toEqual([TXID])
  await sync.close()
})
