// Errors that handlers throw: those of the error table become RPC errors, all others are reported and answered as internal errors.

import { describe, expect, it } from 'vitest'
import { ClockError } from '../../../../src/devnet/node/movableClock.ts'
import { oxenDialect } from '../../../../src/devnet/oxen/rpc/oxenDialect.ts'
import { NODE_ERROR_CODES } from '../../../../src/devnet/rpc/calls/errors.ts'
import type { RpcDialect } from '../../../../src/devnet/rpc/calls/nodeContext.ts'
import { BOTH, nodeMethod } from '../../../../src/devnet/rpc/calls/nodeMethod.ts'
import { createNodeService } from '../../../../src/devnet/rpc/service.ts'
import { JsonRpcError } from '../../../../src/jsonrpc/errors.ts'
import { replayNode } from '../../../support/devnet/replay-node.ts'

const { node, miner } = replayNode({ height: 1 })

/** A service whose method `fail` throws `thrown`, and the errors that it reported. */
const failingService = (thrown: unknown) => {
  const reported: (readonly [unknown, string])[] = []
  const fail = nodeMethod({
    names: ['fail'],
    about: 'throws',
    access: 'public',
    transports: BOTH,
    params: {},
    handler: () => {
      throw thrown
    },
  })
  const dialect: RpcDialect = { ...oxenDialect, groups: [{ name: 'Test', methods: [fail] }] }
  const fetch = createNodeService(
    { node, miner, faucet: undefined, dialect },
    { report: (error, method) => reported.push([error, method]) },
  )
  return { fetch, reported }
}

const post = (path: string, body: string): Request => new Request(`http://node${path}`, { method: 'POST', body })

const CALL = '{"jsonrpc":"2.0","id":7,"method":"fail"}'

describe('an error that no table has', () => {
  it.each([
    ['a plain Error', new Error('secret detail')],
    ['a TypeError', new TypeError('secret detail')],
    ['a string', 'secret detail'],
    ['undefined', undefined],
  ])('is reported and answered without its message: %s', async (_name, thrown) => {
    const { fetch, reported } = failingService(thrown)
    const response = await fetch(post('/json_rpc', CALL))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32603, message: 'Internal error' },
    })
    expect(reported).toEqual([[thrown, 'fail']])
    expect(reported[0]?.[0]).toBe(thrown)
  })

  it('is answered with status 500 and no message on a path', async () => {
    const thrown = new Error('secret detail')
    const { fetch, reported } = failingService(thrown)
    const response = await fetch(post('/fail', '{}'))
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error\n'])
    expect(reported).toEqual([[thrown, 'fail']])
  })

  it('is reported with its stack', async () => {
    const { fetch, reported } = failingService(new Error('secret detail'))
    await fetch(post('/json_rpc', CALL))
    const [error] = reported[0] ?? []
    expect(error instanceof Error && error.stack).toContain('internal-errors.test.ts')
  })
})

describe('an error that the caller can correct', () => {
  it.each([
    [
      'of the table',
      new ClockError('the clock cannot go back'),
      NODE_ERROR_CODES.wrongParam,
      'the clock cannot go back',
    ],
    ['an RPC error', new JsonRpcError(-2, 'Invalid start/end heights.'), -2, 'Invalid start/end heights.'],
  ])('is answered with code and message, and not reported: %s', async (_name, thrown, code, message) => {
    const { fetch, reported } = failingService(thrown)
    const response = await fetch(post('/json_rpc', CALL))
    expect(await response.json()).toMatchObject({ error: { code, message } })
    expect(reported).toEqual([])
  })
})
