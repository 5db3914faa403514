// The order of a wallet's nodes, their addresses, and the comparison of their chains.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { normalNodeUrl, normalNodeUrls } from '../../../../src/app/state/nodes/nodeChoice.ts'
import { movedUp, withNodes } from '../../../../src/app/state/nodes/nodeList.ts'
import { compareNodes } from '../../../../src/app/state/nodes/nodeTests.ts'

beforeEach(() => void vi.stubGlobal('location', new URL('https://wallet.example/')))
afterEach(() => void vi.unstubAllGlobals())

const A = 'https://a.example'
const B = 'https://b.example'
const LOCAL = 'http://127.0.0.1:18081'

describe('the list of nodes', () => {
  it('begins with own nodes, and has each node once', () => {
    expect(withNodes([A], [B, A], 'monero-mainnet')).toEqual([A, B])
    expect(withNodes([A], [LOCAL], 'monero-mainnet')).toEqual([LOCAL, A])
    expect(withNodes([A], ['https://wallet.example/node', B], 'monero-mainnet')).toEqual([
      'https://wallet.example/node',
      A,
      B,
    ])
  })

  it('has one node where each has a chain of its own', () => {
    expect(withNodes([A], [LOCAL, B], 'oxen-regtest')).toEqual([LOCAL])
    expect(withNodes(['devnet:'], ['devnet:'], 'oxen-regtest')).toEqual(['devnet:'])
  })

  it('changes its order', () => {
    expect(movedUp([A, B, LOCAL], LOCAL)).toEqual([A, LOCAL, B])
    expect(movedUp([A, B], A)).toEqual([A, B])
    expect(movedUp([A, B], 'other')).toEqual([A, B])
  })
})

describe('the address of a node', () => {
  it.each([
    ['https://node.example:18089/', 'https://node.example:18089'],
    ['http://localhost:18081', 'http://localhost:18081'],
    [`http://${'a'.repeat(56)}.onion:18081`, `http://${'a'.repeat(56)}.onion:18081`],
    ['node.example.org:18089', 'https://node.example.org:18089'],
    [' node.example.org\u200b/monero/ ', 'https://node.example.org/monero'],
    ['localhost:18081', 'http://localhost:18081'],
    [`${'a'.repeat(56)}.onion:18081`, `http://${'a'.repeat(56)}.onion:18081`],
    ['192.168.1.5:18081', 'https://192.168.1.5:18081'],
    ['[::1]:18081', 'https://[::1]:18081'],
    ['HTTPS://Node.Example:443', 'https://node.example'],
    ['xmrrpc://node.example.org:18089?label=My%20node', 'https://node.example.org:18089'],
    ['XMRRPC://localhost:18081', 'http://localhost:18081'],
  ])('%s is %s', (text, url) => {
    expect(normalNodeUrl(text)).toEqual({ url })
  })

  it.each([
    ['http://node.example:18081', 'scheme'],
    ['http://onion.example', 'scheme'],
    ['ftp://a.onion', 'scheme'],
    ['https://user:pass@node.example.org:18089', 'login'],
    ['user:pass@node.example.org:99999', 'login'],
    ['xmrrpc://user:pass@node.example.org:18089', 'login'],
    ['https://node.example.org:99999', 'port'],
    ['https://node.example.org:18089x', 'port'],
    ['nonsense', 'form'],
    ['https://', 'form'],
    ['https://node.example/?a=b', 'form'],
    ['https://node.example/#a', 'form'],
  ])('%s is wrong: %s', (text, fault) => {
    expect(normalNodeUrl(text)).toEqual({ fault })
  })

  it('is one of several, of which the first wrong one is reported', () => {
    expect(normalNodeUrls('a.example, b.example:1')).toEqual({ urls: ['https://a.example', 'https://b.example:1'] })
    expect(normalNodeUrls('a.example b.example:99999 http://c.example')).toEqual({ fault: 'port' })
    expect(normalNodeUrls(' ')).toEqual({ urls: [] })
  })
})

describe('a comparison of nodes', () => {
  const probe = (height: number, networkId = 'monero-mainnet') =>
    ({
      state: 'node',
      height,
      targetHeight: height,
      netType: 'mainnet',
      networkId,
      version: '',
      milliseconds: 5,
    }) as const

  /** Nodes that answer with an id of their own. */
  const serve = (ids: Readonly<Record<string, string>>): string[] => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string, init: { readonly body: string }) => {
      asked.push(`${new URL(url).origin} ${JSON.parse(init.body).params.height}`)
      const hash = ids[new URL(url).origin]
      return Response.json(hash === undefined ? {} : { result: { block_header: { hash } } })
    })
    return asked
  }

  it('groups the usable ones by a block below the lowest top', async () => {
    const asked = serve({ [A]: 'x', [B]: 'y', [LOCAL]: 'x' })
    const tested = [
      { url: A, probe: probe(100) },
      { url: B, probe: probe(90) },
      { url: LOCAL, probe: probe(101) },
      { url: 'https://c.example', probe: probe(20, 'oxen-mainnet') },
      { url: 'https://d.example', probe: { state: 'unreachable' } as const },
    ]
    expect(await compareNodes(tested, 'monero-mainnet')).toEqual({
      height: 84,
      groups: [
        { blockId: 'x', urls: [A, LOCAL] },
        { blockId: 'y', urls: [B] },
      ],
    })
    expect(asked).toEqual([`${A} 84`, `${B} 84`, `${LOCAL} 84`])
  })

  it('needs two nodes, and leaves out those that do not answer', async () => {
    const asked = serve({ [A]: 'x' })
    expect(await compareNodes([{ url: A, probe: probe(100) }], 'monero-mainnet')).toBeUndefined()
    expect(asked).toEqual([])
    const both = [A, B].map((url) => ({ url, probe: probe(100) }))
    expect((await compareNodes(both, 'monero-mainnet'))?.groups).toEqual([{ blockId: 'x', urls: [A] }])
  })
})
