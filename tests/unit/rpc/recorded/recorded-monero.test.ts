// Invalid and unusual calls, as recorded of monero-wallet-rpc 0.18 with an empty wallet. The wallet RPC has the error messages of
// oxen-wallet-rpc for both families: only codes are compared, except for the listed differences.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../../src/cli/rpc/wallets/walletFiles.ts'
import { networkById } from '../../../../src/coin/networks/networks.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { type Vector, vector } from '../../../support/data/vectors.ts'
import { serveNode } from '../../../support/devnet/serve-node.ts'
import { MONERO_CODES } from '../../../support/rpc/differences.ts'
import { objectIn, parseRpcResponse, type RpcResponse, stringIn } from '../../../support/rpc/response.ts'
import { moneroPagesNode } from '../../../support/wallet/pages-node.ts'

type Case = Vector<'monero/rpc_errors.json'>['cases'][number]

const { cases } = vector('monero/rpc_errors.json')

/** Calls of a wallet with a balance, and other HTTP methods, which other tests cover. */
const COVERED_ELSEWHERE = /^(funded|http): /

/** The fee estimate of a node of that chain: the recorded pages have blocks only. */
const FEE = { jsonrpc: '2.0', id: '0', result: { status: 'OK', fee: 20_000, quantization_mask: 10_000 } }

const folder = mkdtempSync(join(tmpdir(), 'faba-monero-'))
const reports: unknown[] = []
let node: Awaited<ReturnType<typeof serveNode>>
let wallets: WalletFiles
let rpc: (request: Request) => Promise<Response>

const post = async (body: string): Promise<RpcResponse> => {
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return parseRpcResponse(await response.text())
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `@${member}@` : member)).replaceAll(
    /"@(\d+)@"/g,
    '$1',
  )

beforeAll(async () => {
  const pages = moneroPagesNode()
  node = await serveNode(async (request) => {
    const body = await request.clone().text()
    return body.includes('get_fee_estimate') ? Response.json(FEE) : pages.fetch(request)
  })
  wallets = new WalletFiles({
    network: networkById('monero-regtest'),
    folder,
    node: { url: node.url, login: undefined, trusted: true, fetch: undefined, proxy: '' },
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

const SEED = stringIn(
  objectIn(cases.find(({ label }) => label === 'restore: existing file')?.request, 'params'),
  'seed',
)

const replayed = cases.filter(({ label, http }) => Array.isArray(http) && !COVERED_ELSEWHERE.test(label))

/** Returns the body of a call. The recorded server created its wallet; here it is restored, so that the addresses are the same. */
const bodyOf = ({ label, request, raw_body }: Case): string => {
  if (label !== 'create ok') return raw_body ?? text(request)
  const params = { ...objectIn(request, 'params'), seed: SEED }
  return text({ ...request, method: 'restore_deterministic_wallet', params })
}

describe('recorded calls', () => {
  // Calls depend on the effects of earlier ones.
  it.each(replayed.map((one, i): [string, Case] => [`${i} ${one.label}`, one]))('%s', async (_, one) => {
    const { error } = await post(bodyOf(one))
    expect(error?.code ?? 'result').toBe(MONERO_CODES[one.label]?.code ?? one.error?.code ?? 'result')
    expect(reports).toEqual([])
    if (one.label === 'create ok') await post('{"method":"refresh"}')
  })

  it('say of sweeps of nothing what monero-wallet-rpc says', async () => {
    const sweeps = replayed.filter(({ request, error }) => request?.['method'] === 'sweep_all' && error?.code === -4)
    expect(sweeps).not.toEqual([])
    for (const one of sweeps) expect((await post(bodyOf(one))).error).toMatchObject({ message: one.error?.message })
  })

  it('are all replayed or covered elsewhere', () => {
    expect(replayed.length).toBeGreaterThan(150)
    const labels = new Set(replayed.map(({ label }) => label))
    for (const label of Object.keys(MONERO_CODES)) expect(labels.has(label), label).toBe(true)
  })
})
