// Errors across Comlink's boundary between page and worker.
import { type Endpoint, expose, wrap } from 'comlink'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FabaError } from '../../../../src/errors/fabaError.ts'
import { installErrorTransfer, RemoteError, RemoteInternalError } from '../../../../src/rpc/calls/errorTransfer.ts'

class ShortBalanceError extends FabaError<{ readonly missing: bigint }> {
  override readonly name = 'ShortBalanceError'
  readonly code = 'short-balance-of-test'
}

const worker = {
  fail: (): void => {
    const cause = new Error('secret cause')
    throw new ShortBalanceError('7 are missing', { details: { missing: 7n }, cause })
  },
  failLater: async (): Promise<void> => {
    throw new ShortBalanceError('7 are missing', { details: { missing: 7n } })
  },
  crash: (): void => {
    throw new TypeError('secret of the worker')
  },
  throwText: (): void => {
    throw 'secret text'
  },
}

const reported: unknown[] = []
installErrorTransfer((error) => reported.push(error))

describe('errors of a worker', () => {
  let channel: MessageChannel
  let remote: { readonly [Name in keyof typeof worker]: () => Promise<void> }

  beforeEach(() => {
    reported.length = 0
    channel = new MessageChannel()
    // Node's MessagePort implements the web's, although their types differ.
    expose(worker, channel.port1 as unknown as Endpoint)
    remote = wrap<typeof worker>(channel.port2 as unknown as Endpoint)
  })

  afterEach(() => {
    channel.port1.close()
    channel.port2.close()
  })

  const errorOf = async (call: Promise<void>): Promise<unknown> => await call.catch((error: unknown) => error)

  it.each(['fail', 'failLater'] as const)(
    'keep name, message, code, details and stack, not the cause: %s',
    async (name) => {
      const error = await errorOf(remote[name]())
      expect(error).toBeInstanceOf(RemoteError)
      expect(error).toMatchObject({
        name: 'ShortBalanceError',
        message: '7 are missing',
        code: 'short-balance-of-test',
        details: { missing: 7n },
        stack: expect.stringContaining('error-transfer.test.ts'),
      })
      expect((error as Error).cause).toBeUndefined()
      expect(reported).toEqual([])
    },
  )

  it('cross as an internal error without any detail if they are foreign, and are reported with their stack', async () => {
    const error = await errorOf(remote.crash())
    expect(error).toBeInstanceOf(RemoteInternalError)
    expect(error).toMatchObject({
      name: 'RemoteInternalError',
      code: 'internal',
      message: 'internal error',
      details: {},
    })
    expect((error as Error).stack).not.toContain('secret')
    expect(reported).toEqual([expect.objectContaining({ name: 'TypeError', message: 'secret of the worker' })])
    expect((reported[0] as Error).stack).toContain('error-transfer.test.ts')
  })

  it('cross as an internal error if the thrown value is not an error', async () => {
    expect(await errorOf(remote.throwText())).toBeInstanceOf(RemoteInternalError)
    expect(reported).toEqual(['secret text'])
  })
})
