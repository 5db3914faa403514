// A host that answers the tests of a page as a public node of Monero, and counts its requests.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from '../../../src/bytes/hex.ts'
import { moneroMainnet } from '../../../src/coin/networks/monero.ts'

export type PublicNode = {
  readonly url: string
  readonly requests: () => number
  stop(): void
}

type Answers = {
  readonly height?: number
  /** id of every block but the first */
  readonly blockId?: string
  readonly genesisId?: string
}

/** Starts a node on a free port of this machine. */
export const startPublicNode = async (answers: Answers = {}): Promise<PublicNode> => {
  const { height = 3_000_000, blockId = 'ab'.repeat(32), genesisId = toHex(moneroMainnet.genesisId) } = answers
  let requests = 0
  const server = createServer(async (request, response) => {
    requests++
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.setHeader('access-control-allow-origin', '*')
    if (request.url === '/get_info')
      response.end(
        JSON.stringify({ height, nettype: 'mainnet', target_height: height, version: '0.18.4.0', status: 'OK' }),
      )
    else if (body.includes('get_block_header_by_height')) {
      const hash = body.includes('"height":0}') ? genesisId : blockId
      response.end(JSON.stringify({ result: { block_header: { hash, timestamp: 1 }, status: 'OK' } }))
    } else {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests: () => requests, stop: () => server.close() }
}
