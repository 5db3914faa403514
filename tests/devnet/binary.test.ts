// Binary bodies, byte by byte as the reference sent them: those asked for directly, and those that wallets asked for while the chain
// grew.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Reader } from '../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../src/bytes/hex.ts'
import { readPortable } from '../../src/bytes/portable.ts'
import { readRecorded, recordedChain, replayNode } from '../support/replay-node.ts'

type Exchange = {
  readonly no: number
  readonly label?: string
  readonly during?: string
  readonly path: string
  readonly http_status?: number
  readonly request_hex?: string
  readonly request_file?: string
  readonly response_hex?: string
  readonly response_file?: string
}

const FOLDER = '../shared/vectors/oxen/chain-small/captures'

const bodyOf = (hex: string | undefined, file: string | undefined): Uint8Array =>
  file === undefined ? fromHex(hex ?? '') : new Uint8Array(readFileSync(`${FOLDER}/${file}`))

const ask = async (fetch: (request: Request) => Promise<Response>, { path, ...exchange }: Exchange) => {
  const body = bodyOf(exchange.request_hex, exchange.request_file).slice()
  const response = await fetch(new Request(`http://node${path}`, { method: 'POST', body }))
  return { status: response.status, body: toHex(new Uint8Array(await response.arrayBuffer())) }
}

const whole = replayNode()

describe('bodies asked for directly', () => {
  // The shape is told in the vectors' own README.
  const { requests } = readRecorded('captures/direct.json') as { readonly requests: readonly Exchange[] }
  // Which transactions waited then was not recorded.
  const answerable = requests.filter(({ label }) => label !== 'pool hashes, pool not empty')

  it.each(answerable)('$no $label', async (exchange) => {
    const expected = toHex(bodyOf(exchange.response_hex, exchange.response_file))
    expect(await ask(whole.fetch, exchange)).toEqual({ status: exchange.http_status, body: expected })
  })
})

/** Number of blocks that the chain had when a body was made, where the body tells it. */
const heightOf = (path: string, body: Uint8Array): number | undefined => {
  const fields = readPortable(body)
  if (path === '/get_output_distribution.bin') {
    // The recorded body has one compressed distribution.
    const [distribution] = fields['distributions'] as readonly { compressed_data: Uint8Array }[]
    const reader = new Reader(distribution?.compressed_data ?? new Uint8Array())
    let count = 0
    for (; reader.remaining > 0; count++) reader.varint()
    return count
  }
  return typeof fields['current_height'] === 'bigint' ? Number(fields['current_height']) : undefined
}

describe('bodies that wallets asked for', () => {
  // The shape is told in the vectors' own README.
  const { exchanges } = readRecorded('captures/index.json') as { readonly exchanges: readonly Exchange[] }
  const binary = exchanges.filter(({ path }) => path.endsWith('.bin') && !path.includes('pool'))
  const expectedOf = (exchange: Exchange) => bodyOf(exchange.response_hex, exchange.response_file)

  it('are the same at the recorded heights', async () => {
    const growing = replayNode({ height: 1 })
    const states = binary
      .map((exchange) => ({ exchange, height: heightOf(exchange.path, expectedOf(exchange)) }))
      .filter((state): state is { exchange: Exchange; height: number } => state.height !== undefined)
      .toSorted((a, b) => a.height - b.height)
    for (const { exchange, height } of states) {
      growing.grow(height)
      const { body } = await ask(growing.fetch, exchange)
      expect({ no: exchange.no, body }).toEqual({ no: exchange.no, body: toHex(expectedOf(exchange)) })
    }
    expect(states.length).toBe(19)
    expect(growing.node.chain.height).toBe(recordedChain.blocks.length)
  })

  it('hand out the same ring members', async () => {
    // Which outputs were locked depends on the height, of which only a part was recorded: the one before and the one after.
    const growing = replayNode({ height: 200 })
    const rings = binary.filter(({ path }) => path === '/get_outs.bin')
    for (const exchange of rings) {
      const expected = toHex(expectedOf(exchange))
      let { body } = await ask(growing.fetch, exchange)
      while (body !== expected && growing.node.chain.height < recordedChain.blocks.length) {
        growing.grow(growing.node.chain.height + 1)
        body = (await ask(growing.fetch, exchange)).body
      }
      expect({ no: exchange.no, same: body === expected }).toEqual({ no: exchange.no, same: true })
    }
    expect(rings.length).toBe(103)
  })
})
