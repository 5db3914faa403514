// How many requests to a node run at a time. Each test has hosts of its own: the slots of a host last as long as the process.

import { describe, expect, it } from 'vitest'
import { delay } from '../../../src/async/withTimeout.ts'
import { createTransport } from '../../../src/daemon/transport.ts'

/** A fetch whose requests stay open until they are answered, in any order. */
const heldFetch = () => {
  const open: { readonly path: string; readonly end: (answer: Response | Error) => void }[] = []
  const fetch = (request: Request): Promise<Response> =>
    new Promise((resolve, reject) => {
      const end = (answer: Response | Error): void => (answer instanceof Error ? reject(answer) : resolve(answer))
      open.push({ path: new URL(request.url).pathname, end })
    })
  return { open, fetch, paths: () => open.map(({ path }) => path) }
}

const REQUEST = { body: '', maxBytes: 100, signal: undefined }

/** Waits until all requests that may be sent are sent. */
const turns = (): Promise<void> => delay(20)

describe('requests to a node', () => {
  it('run two at a time for all clients of the process, the others in their order', async () => {
    const { open, fetch, paths } = heldFetch()
    const [wallet, other] = ['http://two.example:18089', 'http://two.example:18089/'].map((url) =>
      createTransport({ url, fetch }),
    )
    const all = ['/1', '/2', '/3', '/4'].map((path, i) => (i % 2 === 0 ? wallet : other)?.post(path, REQUEST))
    await turns()
    expect(paths()).toEqual(['/1', '/2'])
    open[1]?.end(new Response('two'))
    expect(await all[1]).toHaveLength(3)
    await turns()
    expect(paths()).toEqual(['/1', '/2', '/3'])
    open[2]?.end(new Response('', { status: 404 }))
    await expect(all[2]).rejects.toThrow('refused')
    await turns()
    expect(paths()).toEqual(['/1', '/2', '/3', '/4'])
    open[0]?.end(new Response('one'))
    open[3]?.end(new Response('', { status: 503 }))
    await expect(all[3]).rejects.toThrow('is busy')
    expect(await all[0]).toHaveLength(3)
  })

  it('do not wait for those to other nodes', async () => {
    const { open, fetch, paths } = heldFetch()
    const all = ['http://a.example', 'http://b.example'].flatMap((url) =>
      ['/1', '/2', '/3'].map((path) => createTransport({ url, fetch }).post(path, REQUEST)),
    )
    await turns()
    expect(paths()).toEqual(['/1', '/2', '/1', '/2'])
    while (open.length > 0) {
      open.shift()?.end(new Response(''))
      await turns()
    }
    expect(await Promise.all(all)).toHaveLength(6)
  })

  it.each(['http://127.0.0.1:1', 'http://192.168.1.5:18081'])('nearby, as %s, run eight at a time', async (url) => {
    const { open, fetch } = heldFetch()
    const transport = createTransport({ url, fetch })
    const all = Array.from({ length: 10 }, () => transport.post('/x', REQUEST))
    await turns()
    expect(open).toHaveLength(8)
    open[0]?.end(new Response(''))
    open[1]?.end(new Response(''))
    await turns()
    for (const { end } of open) end(new Response(''))
    expect(await Promise.all(all)).toHaveLength(10)
  })

  it('run one at a time once the node has closed a connection beside another one, which is not an error', async () => {
    const { open, fetch, paths } = heldFetch()
    const transport = createTransport({ url: 'http://one.example', fetch })
    const all = ['/1', '/2', '/3'].map((path) => transport.post(path, REQUEST))
    await turns()
    expect(paths()).toEqual(['/1', '/2'])
    open[1]?.end(new TypeError('other side closed'))
    await turns()
    expect(paths()).toEqual(['/1', '/2'])
    open[0]?.end(new Response('one'))
    await turns()
    expect(paths()).toEqual(['/1', '/2', '/3'])
    open[2]?.end(new Response('three'))
    await turns()
    expect(paths()).toEqual(['/1', '/2', '/3', '/2'])
    open[3]?.end(new Response('two'))
    expect((await Promise.all(all)).map(({ length }) => length)).toEqual([3, 3, 5])
  })

  it('are sent again also if the one beside which they failed has ended before', async () => {
    const { open, fetch, paths } = heldFetch()
    const transport = createTransport({ url: 'http://late.example', fetch })
    const all = ['/1', '/2'].map((path) => transport.post(path, REQUEST))
    await turns()
    open[0]?.end(new Response('one'))
    await turns()
    open[1]?.end(new TypeError('other side closed'))
    await turns()
    expect(paths()).toEqual(['/1', '/2', '/2'])
    open[2]?.end(new Response('two'))
    expect(await Promise.all(all)).toHaveLength(2)
  })

  it('fail if the node closes the connection of one that runs alone', async () => {
    const { open, fetch, paths } = heldFetch()
    const transport = createTransport({ url: 'http://none.example', fetch })
    const alone = transport.post('/1', REQUEST)
    await turns()
    open[0]?.end(new TypeError('other side closed'))
    await expect(alone).rejects.toThrow('cannot be reached')
    const pair = ['/2', '/3'].map((path) => transport.post(path, REQUEST))
    await turns()
    open[2]?.end(new TypeError('other side closed'))
    open[1]?.end(new Response('two'))
    await turns()
    expect(paths()).toEqual(['/1', '/2', '/3', '/3'])
    open[3]?.end(new TypeError('other side closed'))
    await expect(pair[1]).rejects.toThrow('cannot be reached')
  })

  it('that are aborted while they wait are never sent', async () => {
    const { open, fetch, paths } = heldFetch()
    const transport = createTransport({ url: 'http://aborted.example', fetch })
    const first = [transport.post('/1', REQUEST), transport.post('/2', REQUEST)]
    const stop = new AbortController()
    const waiting = transport.post('/3', { ...REQUEST, signal: stop.signal })
    const last = transport.post('/4', REQUEST)
    const reason = new Error('the wallet was closed')
    stop.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    open[0]?.end(new Response(''))
    await turns()
    expect(paths()).toEqual(['/1', '/2', '/4'])
    for (const { end } of open) end(new Response(''))
    expect(await Promise.all([...first, last])).toHaveLength(3)
  })
})
