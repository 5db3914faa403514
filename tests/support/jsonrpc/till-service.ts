// A small service with methods of every kind, for tests of services and clients.
import * as v from 'valibot'
import { JsonRpcError } from '../../../src/jsonrpc/errors.ts'
import { parseJson } from '../../../src/jsonrpc/json.ts'
import { binaryMethod, methodsOf } from '../../../src/jsonrpc/method.ts'
import { hex32, index, list, u8, u64 } from '../../../src/jsonrpc/schemas.ts'
import { createService, type ServiceOptions } from '../../../src/jsonrpc/service.ts'

type Till = { total: bigint; readonly failures: unknown[] }

const method = methodsOf<Till>()

export const deposit = method({
  names: ['deposit', 'pay_in'],
  access: 'public',
  transports: ['json-rpc', 'path'],
  params: {
    amount: u64,
    times: v.optional(index, 1),
    notes: list(v.string()),
    options: v.optional(v.object({ x: v.optional(u8, 3) }), {}),
  },
  result: v.object({ total: u64, notes: v.array(v.string()), x: u8 }),
  handler: (till, { amount, times, notes, options }) => {
    till.total += amount * BigInt(times)
    return { total: till.total, notes, x: options.x }
  },
})

export const close = method({
  names: ['close'],
  access: 'admin',
  transports: ['json-rpc', 'path'],
  params: {},
  handler: () => ({ closed: true }),
})

const count = method({
  names: ['count'],
  access: 'public',
  params: { coins: v.optional(u8, 0) },
  unknownParams: 'rejected',
  handler: (_till, { coins }) => ({ coins }),
})

const flat = method({
  names: ['flat'],
  access: 'public',
  params: {},
  flat: true,
  handler: () => ({ height: 2n ** 60n, id: 'own' }),
})

export const key = method({
  names: ['key'],
  access: 'public',
  params: { key: hex32 },
  result: hex32,
  handler: (_till, params) => [...params.key].map((byte) => (255 - byte).toString(16).padStart(2, '0')).join(''),
})

class TillStuckError extends Error {}

const fail = method({
  names: ['fail'],
  access: 'public',
  transports: ['json-rpc', 'path'],
  params: { how: v.string() },
  handler: (_till, { how }) => {
    if (how === 'rpc') throw new JsonRpcError(-17, 'Not enough money', { missing: 5n })
    if (how === 'busy') throw new JsonRpcError(-32003, 'Server busy, try again later')
    if (how === 'known') throw new TillStuckError('stuck')
    throw new Error('a secret detail')
  },
})

const reversed = binaryMethod<Till>({
  names: ['reverse.bin'],
  access: 'public',
  handler: (_till, body) => body.toReversed(),
})

const methods = [deposit, close, count, flat, key, fail, reversed]

/** Returns a service over a new till, with functions that post to it. */
export const setUp = (options: ServiceOptions = {}) => {
  const till: Till = { total: 0n, failures: [] }
  const service = createService(methods, till, {
    toRpcError: (error) => (error instanceof TillStuckError ? new JsonRpcError(-99, 'till stuck') : undefined),
    report: (error) => till.failures.push(error),
    ...options,
  })
  const post = async (path: string, body?: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    await service(
      new Request(`http://till${path}`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) }),
    )
  const rpc = async (body: string) => parseJson(await (await post('/json_rpc', body)).text())
  return { till, service, post, rpc }
}
