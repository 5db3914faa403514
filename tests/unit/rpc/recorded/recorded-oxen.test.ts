// Replays every recorded call of oxen-wallet-rpc, in order and on the same state. The responses have the same status, code, message,
// fields, types and, unless random, values; every difference is listed with its reason.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireLogin } from '../../../../src/cli/http/httpLogin.ts'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../../src/cli/rpc/wallets/walletFiles.ts'
import { networkById } from '../../../../src/coin/networks/networks.ts'
import { JsonError, type JsonObject, parseJson } from '../../../../src/jsonrpc/json.ts'
import { STRICTER_THAN_OXEN } from '../../../../src/rpc/calls/restrictedMode.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { type Vector, vector } from '../../../support/data/vectors.ts'
import { serveNode } from '../../../support/devnet/serve-node.ts'
import { seededRandom } from '../../../support/random.ts'
import { checkDeclaredFields } from '../../../support/rpc/declared-results.ts'
import { ADDED_FIELDS, NOT_REPLAYED, OTHER_RESPONSES } from '../../../support/rpc/differences.ts'
import {
  objectsIn,
  parseRpcResponse,
  type RpcResponse,
  resultIn,
  rpcResponseOf,
  stringIn,
} from '../../../support/rpc/response.ts'
import { proofNode } from '../../../support/wallet/proof-chain.ts'

type Case = Vector<'oxen/rpc-errors.json'>['cases'][number]
type Handler = (request: Request) => Response | Promise<Response>
type Service = { readonly wallets: WalletFiles; readonly handler: Handler; readonly reports: unknown[] }

const CASES: readonly Case[] = vector('oxen/rpc-errors.json').cases.filter(({ server }) => server === 'wallet')
const { A, B } = vector('oxen/chain-small/wallets.json').wallets
/** Binary bodies were recorded in hex. */
const HEX = /^(?:[0-9a-f]{2}){20,}$/

const nameOf = ({ section, label }: Case): string => `${section}: ${label}`

const methodOf = ({ http_request: { body, path } }: Case): string | undefined =>
  path.startsWith('/json_rpc') ? /"method": "([a-z_]+)"/.exec(body)?.[1] : undefined

const root = mkdtempSync(join(tmpdir(), 'faba-recorded-'))
const home = join(root, 'home')
mkdirSync(home)
const started: WalletFiles[] = []
let node: Awaited<ReturnType<typeof serveNode>>

const serve = (
  folder: string | undefined,
  {
    url = node.url,
    trusted = true,
    restricted = false,
  }: { url?: string; trusted?: boolean; restricted?: boolean } = {},
): Service => {
  const reports: unknown[] = []
  const wallets = new WalletFiles({
    network: networkById('oxen-regtest'),
    folder,
    node: { url, login: undefined, trusted, fetch: undefined, proxy: '' },
    log: new Log('', undefined),
    stop: () => undefined,
  })
  started.push(wallets)
  const handler = checkDeclaredFields(
    createWalletRpc(wallets.source, { restricted, report: (error) => reports.push(error) }),
  )
  return { wallets, handler, reports }
}

const call = async ({ handler }: Service, method: string, params: object = {}): Promise<JsonObject> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const response = await handler(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return resultIn(parseRpcResponse(await response.text()))
}

/** Copies the wallet files, in their present state, into another folder. */
const copied = (name: string): string => {
  const folder = join(root, name)
  cpSync(home, folder, { recursive: true })
  return folder
}

const UNREACHABLE = 'http://127.0.0.1:1'

/** The response of the recorded node, which had no quorum. */
const REJECTION = { status: 'Failed', reason: 'Transaction failed: not enough blink nodes to form a quorum' }
let rejectsPayments = false

let first: Service
let current: Service
let section = ''

/** Returns a service in the state of the recorded server at the start of a section. */
const begin = async (name: string): Promise<Service> => {
  if (name === 'view-only wallet') {
    const { address, view_key } = B.keys
    await call(first, 'generate_from_keys', { filename: 'V', address, viewkey: view_key })
    await call(first, 'refresh')
    return first
  }
  if (name === '--restricted-rpc') {
    await call(first, 'close_wallet')
    const folder = copied('restricted')
    const service = serve(folder, { restricted: true })
    // The recorded calls open the wallet, which restricted mode refuses here.
    await service.wallets.openFile(join(folder, 'A.faba'), '')
    return service
  }
  if (name === 'offline wallet server') {
    const service = serve(copied('offline'), { url: UNREACHABLE })
    await call(service, 'open_wallet', { filename: 'A' })
    return service
  }
  if (name === 'daemon not reachable, untrusted')
    return serve(copied('unreachable'), { url: UNREACHABLE, trusted: false })
  if (name === '--rpc-login') {
    const service = serve(copied('login'))
    const login = { user: 'user', password: 'secret' }
    const handler = requireLogin(service.handler, login, { clock: () => Date.now(), random: seededRandom(1) })
    return { ...service, handler }
  }
  if (name.startsWith('started with --wallet-file')) {
    const service = serve(undefined)
    await service.wallets.openFile(join(copied('file'), 'A.faba'), '')
    return service
  }
  return first
}

/** Sections in which the wallet and its node were set again whenever a call had changed them. */
const WITH_A = new Set([
  'wallet open, empty params',
  'wallet open, no params',
  'wrong types',
  'accounts and addresses',
  'transfers',
  'proofs, notes, book, uri',
  'multisig, staking, names, daemon',
])

beforeAll(async () => {
  const { fetch } = proofNode(342)
  node = await serveNode((request) =>
    rejectsPayments && request.url.endsWith('/send_raw_transaction') ? Response.json(REJECTION) : fetch(request),
  )
  first = serve(home)
  current = first
  await call(first, 'restore_deterministic_wallet', { filename: 'A', seed: A.keys.mnemonic })
  await call(first, 'refresh')
  const labelled = CASES.find(({ no }) => no === 185)
  // The recorded wallet had labels.
  const { addresses } = resultIn(parseRpcResponse(labelled?.response_body ?? ''))
  for (const address of objectsIn({ addresses }, 'addresses')) {
    const index = { major: 0, minor: address['address_index'] }
    await call(first, 'label_address', { index, label: stringIn(address, 'label') })
  }
  await call(first, 'close_wallet')
}, 60_000)

afterAll(async () => {
  for (const wallets of started) await wallets.shutDown()
  await node.close()
  rmSync(root, { recursive: true })
})

const recordsError = ({ response_body }: Case, code: number): boolean =>
  jsonOf(response_body ?? '')?.error?.code === code

/** Returns whether a call succeeds only here or only in the recording, so that it would change the results of later calls. */
const isApart = (one: Case): boolean => {
  if (!WITH_A.has(one.section)) return false
  const other = OTHER_RESPONSES[nameOf(one)]
  return (
    recordsError(one, -1000) || methodOf(one) === 'transfer_split' || (other !== undefined && 'result' in other.answer)
  )
}

/** Returns another service over a copy of the wallets. */
const apart = async (): Promise<Service> => {
  await call(current, 'close_wallet')
  const service = serve(copied(`apart-${started.length}`))
  await call(service, 'open_wallet', { filename: 'A' })
  return service
}

type Answer = { readonly status: number; readonly text: string; readonly json: RpcResponse | undefined }

/** Returns a response; undefined for a body that is not JSON, or a batch. */
const jsonOf = (text: string): RpcResponse | undefined => {
  try {
    const value = parseJson(text)
    return Array.isArray(value) ? undefined : rpcResponseOf(value)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

const replay = async (one: Case): Promise<Answer> => {
  if (one.section !== section) {
    section = one.section
    current = await begin(section)
  }
  if (WITH_A.has(section)) {
    if (current.wallets.wallet === undefined) await call(current, 'open_wallet', { filename: 'A' })
    await call(current, 'set_daemon', { address: node.url, trusted: true })
  }
  const service = isApart(one) ? await apart() : current
  rejectsPayments = service !== current
  const { method, path, body, headers } = one.http_request
  const bytes = HEX.test(body) ? Buffer.from(body, 'hex') : Buffer.from(body)
  const response = await service.handler(
    new Request(`http://wallet${path}`, {
      method,
      headers: headers ?? {},
      ...(method === 'GET' ? {} : { body: bytes }),
    }),
  )
  const text = await response.text()
  if (service !== current) await service.wallets.shutDown()
  return { status: response.status, text, json: jsonOf(text) }
}

/** Fields with random values. */
const RANDOM = new Set(
  'signature integrated_address tx_hash tx_hash_list fee fee_list amount_list outputs_data_hex'.split(' '),
)
/** Fields that depend on the outputs that a payment spent at random. */
const MONEY = /balance|_to_unlock$|num_unspent_outputs$/
const PAYING = CASES.findIndex(({ section }) => section === 'transfers')

/** Fields of payments that a restored wallet does not have. */
const FORGOTTEN = new Set(['amount', 'payment_id', 'note', 'suggested_confirmations_threshold'])

const isFree = (method: string, path: string, no: number): boolean => {
  const field = /\w+$/.exec(path.replaceAll(/\[\d+\]/g, ''))?.[0] ?? ''
  if (method === 'make_integrated_address') return field === 'integrated_address' || field === 'payment_id'
  if (path.startsWith('result.out[')) return FORGOTTEN.has(field)
  if (MONEY.test(field)) return no >= PAYING
  return RANDOM.has(field) && !['get_transfers', 'get_bulk_payments'].includes(method)
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}` : member)) ?? ''

/** Lists are unordered; entries of one transaction stay together. */
const rank = (item: unknown): string => `${isRecord(item) ? (item['txid'] ?? '') : ''} ${text(item)}`
const sorted = (list: readonly unknown[]): unknown[] => list.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))

const lengths = (value: unknown): string => (Array.isArray(value) ? `${value.length} items` : text(value))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Placeholders for the random fields of a pending payment. */
const OWN_PAYMENT = { type: 'waits', txid: '', fee: 0, timestamp: 0 }

/** Returns a value with sorted fields, without the fields that only this wallet RPC has. */
const plain = (method: string, value: unknown): unknown => {
  if (Array.isArray(value)) return sorted(value.map((item) => plain(method, item)))
  if (method === 'get_transfers_csv' && typeof value === 'string')
    return sorted(value.split('\r\n').flatMap(knownCells))
  if (!isRecord(value)) return value
  if (value['type'] === 'pending') return plain(method, { ...value, ...OWN_PAYMENT })
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => ADDED_FIELDS[method]?.includes(field) !== true)
      // A restored wallet does not know the destinations.
      .filter(([field]) => field !== 'destinations')
      .map(([field, member]) => [field, plain(method, member)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Returns the cells of a CSV row to compare: running balances depend on the order of outputs of one transaction. */
const knownCells = (row: string): string[] => {
  const cells = row.split(',')
  if (cells[1] === '') return []
  return [cells[1] === 'out' ? `${cells[0]} ${cells[7]}` : cells.toSpliced(6, 1).join()]
}

/** Returns the differences of two results. */
const differences = (method: string, no: number, want: unknown, got: unknown, path = 'result'): string[] => {
  if (Array.isArray(want) && Array.isArray(got) && want.length === got.length)
    return want.flatMap((item, i) => differences(method, no, item, got[i], `${path}[${i}]`))
  if (isRecord(want) && isRecord(got))
    return [...new Set([...Object.keys(want), ...Object.keys(got)])].flatMap((field) =>
      differences(method, no, want[field], got[field], `${path}.${field}`),
    )
  const same = isFree(method, path, no) ? typeof want === typeof got : want === got
  return same ? [] : [`${path}: ${lengths(want)} was recorded, ours is ${lengths(got)}`]
}

const resultOrError = ({ error, result }: RpcResponse) =>
  error === undefined ? { result } : { error: { code: error.code, message: error.message } }

/** Returns what callers see; errors without the id, which oxen-wallet-rpc does not repeat. */
const whole = (status: number | undefined, json: RpcResponse | undefined): unknown => {
  const id = json?.error === undefined ? json?.['id'] : undefined
  return { status, ...resultOrError(json ?? {}), id }
}

/** Returns the recorded body with the paths of files here. */
const expectedText = ({ response_body = '' }: Case): string =>
  response_body.replaceAll(/\/wallets\/w_(\w+)\/([^"\\]*)\.keys/g, (_, which, name) => {
    const folder = which === 'restr' ? join(root, 'restricted') : home
    return `${folder}/${name}.faba`
  })

const check = async (one: Case): Promise<void> => {
  const answer = await replay(one)
  const { status, json } = answer
  expect(current.reports).toEqual([])
  const method = methodOf(one) ?? ''
  if (one.section === '--restricted-rpc' && method in STRICTER_THAN_OXEN) {
    expect(json?.error).toMatchObject({ code: -7, message: `${method} is not available in restricted mode.` })
    expect(recordsError(one, -7)).toBe(false)
    return
  }
  const other = OTHER_RESPONSES[nameOf(one)]
  if (other !== undefined) {
    expect({ status, ...resultOrError(json ?? {}) }).toMatchObject(other.answer)
    // The recorded response differs.
    expect(whole(one.http_status, jsonOf(expectedText(one)))).not.toEqual(whole(status, json))
    return
  }
  expect(status).toBe(one.http_status)
  const recorded = expectedText(one)
  const expected = jsonOf(recorded)
  if (expected === undefined) {
    // The recording truncated long responses.
    if (recorded.startsWith('{')) expect(json?.result).toBeDefined()
    else expect(answer.text).toBe(recorded)
    return
  }
  // Callers compare responses as text. The fields of flat results stand before the others.
  expect(Object.keys(json ?? {}).filter((member) => member in expected)).toEqual(Object.keys(expected))
  if (expected.error !== undefined) {
    expect(resultOrError(json ?? {})).toEqual(resultOrError(expected))
    return
  }
  expect(json?.error).toBeUndefined()
  expect(json?.['id']).toEqual(expected['id'])
  expect(differences(method, one.no, plain(method, expected.result), plain(method, json?.result))).toEqual([])
}

const replayed = CASES.filter((one) => NOT_REPLAYED[nameOf(one)] === undefined)

describe('recorded calls', () => {
  // Calls depend on the effects of earlier ones.
  describe('return the recorded responses', () => {
    it.each(replayed.map((one): [string, Case] => [`${one.no} ${nameOf(one)}`, one]))('%s', async (_, one) => {
      await check(one)
    })
  })

  it('are all replayed or not replayable', () => {
    expect(CASES.length).toBe(746)
    const names = new Set(CASES.map(nameOf))
    for (const name of [...Object.keys(OTHER_RESPONSES), ...Object.keys(NOT_REPLAYED)])
      expect(names.has(name), name).toBe(true)
  })
})
