// The storage of the development chain: it loads what was saved last, across reorganisations.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NodeDump } from '../../../src/devnet/node/nodeDump.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { openDevnetChainStore } from '../../../workers/devnetStore.ts'

const blob = fc.uint8Array({ minLength: 1, maxLength: 8 })
const block = fc.record({ block: blob, transactions: fc.array(blob, { maxLength: 3 }) })
const step = fc.record({
  pop: fc.nat(4),
  add: fc.array(block, { minLength: 1, maxLength: 5 }),
  pool: fc.array(fc.record({ blob, receivedAt: fc.nat() }), { maxLength: 3 }),
})

it('loads the last of several saves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const store = openMemoryStore()
      const chain = openDevnetChainStore(store)
      expect(await chain.load()).toBeUndefined()
      let dump: NodeDump = { blocks: [], pool: [] }
      for (const { pop, add, pool } of steps) {
        const blocks = [...dump.blocks.slice(0, Math.max(dump.blocks.length - pop, 0)), ...add]
        dump = { blocks, pool, alternatives: [], approved: [], parts: { clock: { offset: pop } } }
        await chain.save(dump)
      }
      expect(await openDevnetChainStore(store).load()).toEqual(dump)
    }),
  )
})

it('saves changes of a loaded chain', async () => {
  const store = openMemoryStore()
  const one = { block: Uint8Array.of(1), transactions: [Uint8Array.of(9)] }
  const two = { block: Uint8Array.of(2), transactions: [] }
  await openDevnetChainStore(store).save({ blocks: [one, two], pool: [] })
  const chain = openDevnetChainStore(store)
  const loaded = await chain.load()
  await chain.save({ blocks: loaded?.blocks.slice(0, 1) ?? [], pool: [{ blob: Uint8Array.of(5) }] })
  expect(await openDevnetChainStore(store).load()).toMatchObject({ blocks: [one], pool: [{ blob: Uint8Array.of(5) }] })
})
