// The test of the list of public nodes, with nodes of this machine in place of public ones.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { checkList, withTestDate } from '../../../release/checkNodes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'

const stops: (() => void)[] = []
afterAll(() => {
  for (const stop of stops) stop()
})

type Served = { readonly genesis?: string; readonly height?: number; readonly cors?: string; readonly netType?: string }

/** Starts a host that answers as a node; returns its URL. */
const serve = async ({ genesis, height = 900, cors = '*', netType = 'mainnet' }: Served = {}): Promise<string> => {
  const hash = genesis ?? toHex(networkById('monero-mainnet').genesisId)
  const server = createServer((request, response) => {
    if (cors !== '') response.setHeader('access-control-allow-origin', cors)
    const info = { height, nettype: netType }
    response.end(JSON.stringify(request.url === '/get_info' ? info : { result: { block_header: { hash } } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const listOf = (urls: readonly string[]): string =>
  JSON.stringify({ tested: 'never', networks: { 'monero-mainnet': urls.map((url) => ({ url })) } })

it('accepts nodes that pages can use, and names what is wrong with others', async () => {
  const good = await serve()
  const urls = [
    good,
    await serve({ cors: '' }),
    await serve({ cors: 'https://other.example' }),
    await serve({ genesis: '00'.repeat(32) }),
    await serve({ netType: 'stagenet' }),
    await serve({ height: 800 }),
    'http://node.example',
    'http://127.0.0.1:1',
  ]
  const problems = (await checkList(listOf(urls))).map(({ problem }) => problem)
  expect(problems).toEqual([
    '',
    expect.stringContaining('no CORS'),
    expect.stringContaining('no CORS'),
    'not a node of monero-mainnet',
    'not a node of monero-mainnet',
    'behind: 800 of 900 blocks',
    'no TLS',
    expect.stringContaining('fetch failed'),
  ])
})

it('records the date of a test, and changes nothing else', () => {
  const list = readFileSync('public/public-nodes.json', 'utf8')
  const dated = withTestDate(list, '2030-01-02')
  expect(JSON.parse(dated)).toEqual({ ...JSON.parse(list), tested: '2030-01-02' })
})

it('finds only addresses with TLS, each once and of known networks, in the list that ships', () => {
  const { networks } = JSON.parse(readFileSync('public/public-nodes.json', 'utf8'))
  for (const [networkId, nodes] of Object.entries<{ url: string; operator: string }[]>(networks)) {
    expect(networkById(networkId).id).toBe(networkId)
    const urls = nodes.map(({ url }) => url)
    expect(new Set(urls).size).toBe(urls.length)
    for (const { url, operator } of nodes)
      expect([url, operator]).toEqual([expect.stringMatching(/^https:\/\/[^/]+$/), expect.stringMatching(/./)])
  }
})
