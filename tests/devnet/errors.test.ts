// Bad and odd calls, beside what the reference answered. Compared are calls whose answer does not depend on the state of its chain.

import { expect, it } from 'vitest'
import { nodeMethods } from '../../src/devnet/rpc/service.ts'
import { type JsonValue, parseJson } from '../../src/jsonrpc/json.ts'
import { replayNode } from '../support/replay-node.ts'
import { vectorText } from '../support/vectors.ts'

type Case = {
  readonly server: string
  readonly section: string
  readonly label: string
  readonly http_request: { readonly method: string; readonly path: string; readonly body: string }
  readonly http_status: number
  readonly response_body: string
}

// Its shape is told in the vectors' own README.
const { cases } = parseJson(vectorText('oxen/rpc-errors.json')) as {
  readonly cases: readonly Case[]
}

/** Calls that this node answers better on purpose: batches and positional parameters work, parameters that do not fit are refused. */
const BETTER: readonly string[] = [
  'batch',
  'get_block_hash: no params',
  'get_block_hash: array',
  'get_block_hash: array beyond',
  'get_block_hash: array two',
  'get_block_hash: array string',
  'submit_block: garbage',
  'submit_block: bad hex',
  'submit_block: none',
]

const names = new Set(nodeMethods.flatMap((method): readonly string[] => method.names))

const objectOf = (text: string): { readonly [name: string]: JsonValue } | undefined => {
  try {
    const value = parseJson(text)
    // Arrays are told apart by having no `method` and no `error`.
    return value !== null && typeof value === 'object' ? (value as { [name: string]: JsonValue }) : undefined
  } catch {
    return undefined
  }
}

/** Whether the reference refused a call of a method that this node has, or answered it with a status that is not OK. */
const isRefusal = ({
  server,
  http_request: { path, body },
  response_body: answer,
  http_status: status,
}: Case): boolean => {
  if (!server.startsWith('node') || typeof answer !== 'string' || status === undefined) return false
  const name = path === '/json_rpc' ? objectOf(body)?.['method'] : path.slice(1)
  if (typeof name === 'string' && !names.has(name) && path === '/json_rpc') return false
  if (path !== '/json_rpc' && !names.has(String(name))) return false
  const told = objectOf(answer)
  const result = told?.['result'] ?? told
  const state = result !== null && typeof result === 'object' && 'status' in result ? result['status'] : undefined
  return told === undefined || 'error' in told || (typeof state === 'string' && state !== 'OK')
}

/** Heights of the two chains differ; ids of errors are not passed on by the reference; explanations are ours alone. */
const comparable = (text: string): unknown => {
  const value = objectOf(text)
  if (value === undefined) return text
  const { id: _id, ...rest } = value
  const { error } = rest
  const heightless = (message: JsonValue | undefined): string => String(message).replace(/(height: )\d+/g, '$1N')
  if (error !== null && typeof error === 'object' && 'code' in error)
    return { ...rest, error: { code: error['code'], message: heightless(error['message']) } }
  return rest
}

const { fetch, restricted } = replayNode()

/** Long bodies were cut short when they were recorded. */
const isCut = ({ http_request: { body }, response_body: answer }: Case): boolean =>
  [body, answer].some((text) => text.length > 1000 && objectOf(text) === undefined)

const refusals = cases.filter((each) => isRefusal(each) && !BETTER.includes(each.label) && !isCut(each))

it.each(refusals.map((each) => ({ each, name: `${each.section}: ${each.label}` })))('$name', async ({ each }) => {
  const { http_request: request, http_status: status, response_body: expected, server, section } = each
  const service = /restricted/.test(server + section) ? restricted : fetch
  const body = request.method === 'GET' || request.method === 'HEAD' ? {} : { body: request.body }
  const response = await service(new Request(`http://node${request.path}`, { method: request.method, ...body }))
  expect({ status: response.status, answer: comparable(await response.text()) }).toEqual({
    status,
    answer: comparable(expected),
  })
})

it('there are many', () => {
  expect(refusals.length).toBeGreaterThan(50)
})
