// The development node in the page: it responds as `faba node` does, and its chain persists when the page closes.
import { beforeAll, describe, expect, it } from 'vitest'
import { nodeMethods } from '../../../src/devnet/oxen/rpc/nodeMethods.ts'
import { startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { startPersistentDevnet } from '../../../workers/persistentDevnet.ts'

type Service = { readonly fetch: (request: Request) => Promise<Response> }
type Answer = { readonly result?: Record<string, unknown>; readonly error?: { readonly message: string } }

const call = async ({ fetch }: Service, method: string, params: object = {}): Promise<Answer> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const response = await fetch(new Request('http://development-node.invalid/json_rpc', { method: 'POST', body }))
  // JSON-RPC responses have this shape.
  return (await response.json()) as Answer
}

const resultOf = async (service: Service, method: string, params: object = {}): Promise<Record<string, unknown>> => {
  const { result, error } = await call(service, method, params)
  if (result === undefined) throw new Error(`${method}: ${error?.message}`)
  return result
}

const openPage = async (store: ReturnType<typeof openMemoryStore>) => {
  const running = await startPersistentDevnet(store)
  return { ...running, leave: () => running.node.close() }
}

describe('the service of the development node in the page', () => {
  let page: Awaited<ReturnType<typeof openPage>>
  let command: Service
  beforeAll(async () => {
    page = await openPage(openMemoryStore())
    command = startDevelopmentNode({
      clock: () => Math.floor(Date.now() / 1000),
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    })
    return page.leave
  })

  // Methods that change the chain are excluded.
  const CHANGES = /stop|load|reorg|mine|mining|pop|flush|faucet|blocks?$|service_nodes$/
  const names = nodeMethods.flatMap((method) => (method.kind === 'json' ? [method.names[0]] : []))

  it.each(names.filter((name) => !CHANGES.test(name)))('responds to %s as `faba node` does', async (name) => {
    const [here, there] = [await call(page, name), await call(command, name)]
    expect(Object.keys(here.result ?? here.error ?? {})).toEqual(Object.keys(there.result ?? there.error ?? {}))
  })

  it('reports that it stops with the page', async () => {
    expect((await call(page, 'stop_daemon')).error?.message).toContain('stops with the page')
  })
})

describe('the chain of the development node in the page', () => {
  it('is restored with service nodes, clock, snapshots and mining mode', async () => {
    const store = openMemoryStore()
    const first = await openPage(store)
    await resultOf(first, 'dev_service_nodes', { register: 12 })
    await resultOf(first, 'dev_mine', { blocks: 3 })
    await resultOf(first, 'dev_automine', { mode: 'auto' })
    await resultOf(first, 'dev_set_time', { forward: 600 })
    const { top_block_hash: tip, height } = await resultOf(first, 'get_info')
    first.leave()

    const second = await openPage(store)
    expect(await resultOf(second, 'get_info')).toMatchObject({ top_block_hash: tip, height })
    expect(await resultOf(second, 'dev_set_time')).toMatchObject({ offset: 600 })
    expect((await resultOf(second, 'dev_service_nodes'))['service_nodes']).toHaveLength(12)
    // Local service nodes still produce blocks.
    await resultOf(second, 'dev_mine')
    const { block_header: header } = await resultOf(second, 'get_last_block_header')
    expect(header).toMatchObject({ height, service_node_winner: expect.not.stringMatching(/^0+$/) })
    await resultOf(second, 'dev_reorg', { pop: 3, mine: 1 })
    const shorter = await resultOf(second, 'get_info')
    second.leave()

    const third = await openPage(store)
    expect(await resultOf(third, 'get_info')).toMatchObject({ top_block_hash: shorter['top_block_hash'] })
    third.leave()
  })

  it('is exported by dev_dump and imported by dev_load', async () => {
    const [store, other] = [openMemoryStore(), openMemoryStore()]
    const [from, to] = [await openPage(store), await openPage(other)]
    await resultOf(from, 'dev_mine', { blocks: 7 })
    const { dump } = await resultOf(from, 'dev_dump')
    await resultOf(to, 'dev_load', { dump })
    const { top_block_hash: tip } = await resultOf(from, 'get_info')
    for (const each of [from, to]) each.leave()
    const again = await openPage(other)
    expect(await resultOf(again, 'get_info')).toMatchObject({ top_block_hash: tip })
    expect((await call(again, 'dev_load', { dump: '00' })).error?.message).toBeDefined()
    expect(await resultOf(again, 'get_info')).toMatchObject({ top_block_hash: tip })
    again.leave()
  })
})
