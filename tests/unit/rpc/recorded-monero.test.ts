// Bad and odd calls to a wallet server of the monero family, as they were recorded of monero-wallet-rpc 0.18 over an empty wallet. The
// wallet RPC here speaks with the words of the oxen family for both: codes are compared, and what differs is listed beside.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Log } from '../../../src/cli/rpc/log.ts'
import { WalletFiles } from '../../../src/cli/rpc/walletFiles.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { parseJson } from '../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { vectorText } from '../../support/data/vectors.ts'
import { serveNode } from '../../support/devnet/serve-node.ts'
import { MONERO_CODES, OUT_OF_SCOPE } from '../../support/rpc/differences.ts'
import { moneroPagesNode } from '../../support/wallet/pages-node.ts'

// biome-ignore lint/suspicious/noExplicitAny: recordings are compared, not understood
type Json = { readonly [name: string]: any }
type Case = {
  readonly label: string
  /** null where nothing was sent */
  readonly http: readonly [number, string] | null
  readonly request?: Json
  readonly raw_body?: string
  readonly error?: { readonly code: number; readonly message: string }
}

// The file is an object.
const { cases } = parseJson(vectorText('monero/rpc_errors.json')) as { readonly cases: readonly Case[] }

/** On a wallet that owns something, and over other verbs of HTTP: other tests have their like. */
const ELSEWHERE = /^(funded|http): /

/** What a node of that chain says; the recorded pages hold blocks only. */
const FEE = { jsonrpc: '2.0', id: '0', result: { status: 'OK', fee: 20_000, quantization_mask: 10_000 } }

const folder = mkdtempSync(join(tmpdir(), 'faba-monero-'))
const reports: unknown[] = []
let node: Awaited<ReturnType<typeof serveNode>>
let wallets: WalletFiles
let rpc: (request: Request) => Promise<Response>

const post = async (body: string): Promise<Json> => {
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return parseJson(await response.text()) as Json // answers are objects
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `@${member}@` : member)).replaceAll(
    /"@(\d+)@"/g,
    '$1',
  )

beforeAll(async () => {
  const pages = moneroPagesNode()
  node = await serveNode(async (request) => {
    const asked = await request.clone().text()
    return asked.includes('get_fee_estimate') ? Response.json(FEE) : pages.fetch(request)
  })
  wallets = new WalletFiles({
    network: networkById('monero-regtest'),
    folder,
    node: { url: node.url, login: undefined, trusted: true, fetch: undefined },
    log: new Log('0', undefined),
    stop: () => undefined,
  })
  rpc = createWalletRpc(wallets.source, { report: (error) => reports.push(error) })
})

afterAll(async () => {
  await wallets.shutDown()
  await node.close()
  rmSync(folder, { recursive: true })
})

const SEED = cases.find(({ label }) => label === 'restore: existing file')?.request?.['params'].seed

const isOutOfScope = ({ request }: Case): boolean => OUT_OF_SCOPE.has(request?.['method'] ?? '')

const scoped = cases.filter((one) => !isOutOfScope(one))
const replayed = scoped.filter(({ label, http }) => Array.isArray(http) && !ELSEWHERE.test(label))

/** The body of a call. The wallet that was created there is restored here, so that its addresses are ours. */
const bodyOf = ({ label, request, raw_body }: Case): string => {
  if (label !== 'create ok') return raw_body ?? text(request)
  const params = { ...request?.['params'], seed: SEED }
  return text({ ...request, method: 'restore_deterministic_wallet', params })
}

describe('recorded calls', () => {
  // They rest on what earlier ones left behind.
  it.each(replayed.map((one, i): [string, Case] => [`${i} ${one.label}`, one]))('%s', async (_, one) => {
    const { error } = await post(bodyOf(one))
    expect(error?.code ?? 'result').toBe(MONERO_CODES[one.label]?.code ?? one.error?.code ?? 'result')
    expect(reports).toEqual([])
    if (one.label === 'create ok') await post('{"method":"refresh"}')
  })

  it('are all accounted for', () => {
    const elsewhere = scoped.filter((one) => !replayed.includes(one))
    const outside = cases.filter(isOutOfScope)
    expect(replayed.length + elsewhere.length + outside.length).toBe(cases.length)
    expect(replayed.length).toBeGreaterThan(150)
    const labels = new Set(replayed.map(({ label }) => label))
    for (const label of Object.keys(MONERO_CODES)) expect(labels.has(label), label).toBe(true)
  })
})
