// A few blocks of a node: of a page that is limited, or by height where nodes send long pages whatever is requested.
import { describe, expect, it } from 'vitest'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeError } from '../../../src/daemon/errors.ts'
import type { DevelopmentOptions } from '../../../src/devnet/family/developmentOptions.ts'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../src/devnet/oxen/chains.ts'
import { startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { seededRandom } from '../../support/random.ts'

const NOW = 1_800_000_000

const CHAINS = [
  ['oxen', oxenChain, ['/get_blocks_by_height.bin', '/get_transactions']],
  ['monero', moneroChain, ['/get_blocks.bin']],
] as const

/**
 * Starts a node, and a client of it whose requests are recorded.
 * @param alter changes a response to a path
 */
const start = (
  chain: Pick<DevelopmentOptions, 'rules' | 'dialect'>,
  alter: (path: string, response: Response) => Response = (_, response) => response,
) => {
  const running = startDevelopmentNode({
    ...chain,
    ...{ clock: () => NOW, random: seededRandom(3), ticker: () => () => undefined },
  })
  const { network }: { readonly network: Network } = running.node.rules
  const requested: string[] = []
  const client = createNodeClient({
    url: 'http://devnet.invalid',
    fetch: async (request) => {
      const path = new URL(request.url).pathname
      requested.push(path)
      return alter(path, await running.fetch(request))
    },
  })
  const { spendKey, viewKey } = running.faucet.address
  const address = formatAddress(network, { kind: 'standard', spendKey, viewKey, paymentId: undefined })
  const pay = async (): Promise<void> => {
    await client.faucet(address, 1_000_000_000n)
    await client.mine(1, address)
  }
  return { client, network, requested, pay }
}

describe.each(CHAINS)('a node of the %s family', (_, chain, paths) => {
  const { client, network, requested, pay } = start(chain)

  it('sends as many as are requested, as in a page', async () => {
    for (let i = 0; i < 3; i++) await pay()
    const all = (await client.blocksFrom(1)).blocks
    expect(Math.max(...all.map(({ transactions }) => transactions.length))).toBeGreaterThan(0)
    requested.length = 0
    for (const [startHeight, count] of [
      [1, 3],
      [all.length - 15, 16],
    ] as const) {
      const page = await client.fewBlocks({ network, startHeight, count })
      expect([page.startHeight, page.blocks]).toEqual([
        startHeight,
        all.slice(startHeight - 1, startHeight - 1 + count),
      ])
    }
    expect([...new Set(requested)]).toEqual(paths)
  })

  it('fails for blocks that it does not have', async () => {
    const { height } = await client.info()
    await expect(client.fewBlocks({ network, startHeight: height + 5, count: 2 })).rejects.toThrow(NodeError)
  })
})

it('sends a page where it does not know a transaction', async () => {
  const { client, network, requested } = start(oxenChain, (path, response) =>
    path === '/get_transactions' ? Response.json({ txs: [], status: 'OK' }) : response,
  )
  await client.mine(5, '')
  const all = (await client.blocksFrom(1)).blocks
  requested.length = 0
  expect((await client.fewBlocks({ network, startHeight: 2, count: 3 })).blocks).toEqual(all.slice(1, 4))
  expect(requested).toEqual(['/get_blocks_by_height.bin', '/get_transactions', '/get_blocks.bin'])
})
