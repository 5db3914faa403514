// Malformed and unusual calls, compared with the responses of oxen-core. Errors are equal to the letter; successful responses have the same
// fields of the same types, since the state of that chain was another. Every recorded call is compared, or listed with a reason.

import { expect, it } from 'vitest'
import { isJsonObject, JsonError, type JsonValue, parseJson } from '../../../../src/jsonrpc/json.ts'
import { vectorText } from '../../../support/data/vectors.ts'
import { replayNode } from '../../../support/devnet/replay-node.ts'
import { asNow, kindOf } from '../../../support/wallet/older-forms.ts'

type Case = {
  readonly server: string
  readonly section: string
  readonly label: string
  readonly http_request: { readonly method: string; readonly path: string; readonly body: string }
  /** absent where oxen-core closed the connection */
  readonly http_status?: number
  readonly response_body: string | null
}

// The README of the vectors describes its shape.
const { cases } = parseJson(vectorText('oxen/rpc-errors.json')) as unknown as { readonly cases: readonly Case[] }

/** Calls that are intentionally answered differently, or not compared, by the end of their name. */
const OTHERWISE: readonly { readonly calls: readonly string[]; readonly why: string }[] = [
  { calls: ['transport: batch'], why: 'batches work' },
  {
    calls: [
      'get_block_hash: array',
      'get_block_hash: array beyond',
      'get_block_hash: array two',
      'get_block_hash: array string',
      'submit_block: garbage',
      'submit_block: bad hex',
    ],
    why: 'positional parameters work',
  },
  { calls: ['get_block_hash: no params', 'submit_block: none'], why: 'the error names the missing parameter' },
  {
    calls: [
      'POST /get_info bad json',
      'get_block: negative',
      'hard_fork_info: version 300',
      'get_checkpoints: bad',
      '/get_transactions: string',
    ],
    why: 'invalid parameters are rejected',
  },
  {
    calls: [
      'json_rpc: get_transaction_pool',
      'json_rpc: get_transaction_pool_hashes',
      'json_rpc: get_txpool_backlog',
      'path: get_transaction_pool',
      'path: get_transaction_pool_hashes',
    ].map((call) => `empty ${call.startsWith('json') ? 'params, ' : 'body object, plain '}${call}`),
    why: 'the pool of that moment was not recorded; recorded-responses.test.ts has a recorded one',
  },
  { calls: ['method not a string'], why: 'oxen-core closed the connection' },
  {
    calls: ['get_outs too many', 'get_transactions 101', 'is_key_image_spent 5001'],
    why: 'the recording truncates them',
  },
]

const listed = OTHERWISE.flatMap(({ calls }) => calls)
const nameOf = ({ section, label }: Case): string => `${section}: ${label}`
const ofNode = cases.filter(({ server }) => server.startsWith('node'))
const isListed = (each: Case): boolean =>
  listed.some((call) => nameOf(each) === call || nameOf(each).endsWith(`: ${call}`))
const compared = ofNode.filter((each) => !isListed(each))

/** Returns the parsed text; undefined if it is not JSON. */
const jsonOf = (text: string): JsonValue | undefined => {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  value !== undefined && isJsonObject(value) ? value[name] : undefined

/** Returns whether oxen-core rejected a call, or answered it with a status other than OK. */
const isRefusal = (answer: string): boolean => {
  const parsed = jsonOf(answer)
  const state = memberOf(memberOf(parsed, 'result') ?? parsed, 'status')
  return (
    parsed === undefined || memberOf(parsed, 'error') !== undefined || (typeof state === 'string' && state !== 'OK')
  )
}

/** Removes heights (the chains differ), ids of errors (oxen-core omits them) and our own explanations. Errors keep the order of their members. */
const comparable = (text: string): unknown => {
  const value = jsonOf(text)
  if (value === undefined || !isJsonObject(value)) return text
  const { id: _id, error, ...rest } = value
  if (error === undefined) return rest
  const message = String(memberOf(error, 'message')).replace(/(height: )\d+/g, '$1N')
  return { ...rest, error: { code: memberOf(error, 'code'), message }, members: Object.keys(value) }
}

/** Number of blocks when the recording began. */
const BLOCKS = 342

const { fetch, restricted, node, miner } = replayNode()
miner.mine(BLOCKS - node.chain.height)

it.each(compared.map((each) => ({ each, name: nameOf(each) })))('$name', async ({ each }) => {
  const { http_request: request, http_status: status, response_body: expected, server, section } = each
  const service = /restricted/.test(server + section) ? restricted : fetch
  const body = request.method === 'GET' || request.method === 'HEAD' ? {} : { body: request.body }
  const response = await service(new Request(`http://node${request.path}`, { method: request.method, ...body }))
  const answer = await response.text()
  expect(response.status).toBe(status)
  const theirs = String(expected)
  if (isRefusal(theirs)) expect(comparable(answer)).toEqual(comparable(theirs))
  else expect(kindOf(asNow(parseJson(answer), parseJson(theirs)))).toEqual(kindOf(parseJson(theirs)))
})

it('makes every recorded call that is not listed', () => {
  const names = ofNode.map(nameOf)
  expect(listed.filter((call) => !names.some((name) => name === call || name.endsWith(`: ${call}`)))).toEqual([])
  expect(ofNode.length).toBeGreaterThan(300)
  expect(ofNode.length - compared.length).toBe(listed.length)
})
