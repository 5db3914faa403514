// Binary responses, byte for byte as oxen-core sent them: those requested directly, and those that wallets requested while the chain grew.

import { describe, expect, it } from 'vitest'
import { Reader } from '../../../../src/bytes/cursor.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { type PortableValue, readPortable } from '../../../../src/bytes/portableStorage.ts'
import { oxenDialect } from '../../../../src/devnet/oxen/rpc/oxenDialect.ts'
import { describeNodeRpc } from '../../../../src/devnet/rpc/describeNodeRpc.ts'
import type { FieldDescription } from '../../../../src/jsonrpc/describe.ts'
import type { Capture } from '../../../support/data/oxen-chain-small.ts'
import { directCaptures, requestOf, responseOf, walletCaptures } from '../../../support/data/vectors.ts'
import { recordedChain, replayNode } from '../../../support/devnet/replay-node.ts'

const replay = async (fetch: (request: Request) => Promise<Response>, exchange: Capture) => {
  const body = requestOf(exchange).slice()
  const response = await fetch(new Request(`http://node${exchange.path}`, { method: 'POST', body }))
  return { status: response.status, body: toHex(new Uint8Array(await response.arrayBuffer())) }
}

const whole = replayNode()

describe('directly requested responses', () => {
  // The pool of that moment was not recorded.
  const answerable = directCaptures().filter(({ label }) => label !== 'pool hashes, pool not empty')

  it.each(answerable)('$no $label', async (exchange) => {
    const expected = toHex(responseOf(exchange))
    expect(await replay(whole.fetch, exchange)).toEqual({ status: exchange.http_status, body: expected })
  })
})

/** Returns the number of blocks at the time of a response, where the response contains it. */
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

describe('responses requested by wallets', () => {
  const binary = walletCaptures().filter(({ path }) => path.endsWith('.bin') && !path.includes('pool'))

  it('are equal at the recorded heights', async () => {
    const growing = replayNode({ height: 1 })
    const states = binary
      .map((exchange) => ({ exchange, height: heightOf(exchange.path, responseOf(exchange)) }))
      .filter((state): state is { exchange: Capture; height: number } => state.height !== undefined)
      .toSorted((a, b) => a.height - b.height)
    for (const { exchange, height } of states) {
      growing.grow(height)
      const { body } = await replay(growing.fetch, exchange)
      expect({ no: exchange.no, body }).toEqual({ no: exchange.no, body: toHex(responseOf(exchange)) })
    }
    expect(states.length).toBe(19)
    expect(growing.node.chain.height).toBe(recordedChain.blocks.length)
  })

  it('contain the same ring members', async () => {
    // Unlocked outputs depend on the height, which was recorded only in part: try all following heights.
    const growing = replayNode({ height: 200 })
    const rings = binary.filter(({ path }) => path === '/get_outs.bin')
    for (const exchange of rings) {
      const expected = toHex(responseOf(exchange))
      let { body } = await replay(growing.fetch, exchange)
      while (body !== expected && growing.node.chain.height < recordedChain.blocks.length) {
        growing.grow(growing.node.chain.height + 1)
        body = (await replay(growing.fetch, exchange)).body
      }
      expect({ no: exchange.no, same: body === expected }).toEqual({ no: exchange.no, same: true })
    }
    expect(rings.length).toBe(103)
  })
})

describe('the declarations of binary methods', () => {
  const described = describeNodeRpc(oxenDialect).flatMap(({ methods }) =>
    methods.filter(({ transports }) => transports[0] === 'binary'),
  )

  /** Returns the paths of undeclared fields. */
  const undeclaredIn = (value: PortableValue, fields: readonly FieldDescription[], path: string): readonly string[] => {
    if (value instanceof Uint8Array || typeof value !== 'object') return []
    if (Array.isArray(value))
      return value.slice(0, 1).flatMap((item: PortableValue) => undeclaredIn(item, fields, path))
    return Object.entries(value).flatMap(([name, member]) => {
      const field = fields.find((known) => known.name === name)
      return field === undefined ? [`${path}${name}`] : undeclaredIn(member, field.fields, `${path}${name}.`)
    })
  }

  // Responses with an error status are not in portable storage format.
  const exchanges = [...directCaptures(), ...walletCaptures().filter(({ path }) => path.endsWith('.bin'))].filter(
    ({ http_status: status = 200 }) => status === 200,
  )

  it.each(exchanges)('contain the fields of $no $path', (exchange) => {
    const method = described.find(({ names }) => names.includes(exchange.path.slice(1)))
    const sides = [
      { body: requestOf(exchange), fields: method?.params ?? [] },
      { body: responseOf(exchange), fields: method?.result ?? [] },
    ]
    for (const { body, fields } of sides) expect(undeclaredIn(readPortable(body), fields, '')).toEqual([])
  })
})
