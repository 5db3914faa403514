// Proofs and signatures of the oxen family: what the reference made is checked through the wallet RPC and gives its answers; ours
// pass the same check, altered ones do not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '../../src/bytes/hex.ts'
import { createNodeClient } from '../../src/daemon/client.ts'
import { createWalletRpc } from '../../src/rpc/service.ts'
import type { Engine } from '../../src/wallet/engine.ts'
import { openedIn, restored, testHost } from '../support/engine-host.ts'
import { proofNode, proofRecording } from '../support/proof-chain.ts'

type Params = { readonly [name: string]: unknown }
type Answer = { readonly result?: Params; readonly error?: { readonly code: number; readonly message: string } }
type Call = {
  readonly label: string
  readonly wallet: string
  readonly request: { readonly method: string; readonly params: Params }
  readonly answer: Answer
}

const calls: readonly Call[] = proofRecording.calls

const node = proofNode(340)
const engines = new Map<string, Engine>()

const ask = async (wallet: string, method: string, params: unknown): Promise<Answer> => {
  const engine = engines.get(wallet)
  if (engine === undefined) throw new Error(`no wallet ${wallet}`)
  const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  // A test's own answer.
  const { result, error } = (await response.json()) as Answer
  return error === undefined ? { result: result ?? {} } : { error: { code: error.code, message: error.message } }
}

/** The keys of the recorded payments are only known to the wallet that made them. */
const giveKeys = async (engine: Engine): Promise<void> => {
  const { book } = openedIn(engine)
  await book.update('strict', (draft) => {
    for (const { tx_hash, tx_key } of proofRecording.sent) {
      const payment = draft.payment(tx_hash)
      if (payment === undefined) throw new Error(`payment ${tx_hash} was not found`)
      const keys = tx_key.match(/.{64}/g).map((key: string) => fromHex(key))
      draft.putPayment({ ...payment, keys: { main: keys[0], additional: keys.slice(1) } })
    }
    return undefined
  })
}

beforeAll(async () => {
  for (const name of ['A', 'B', 'C']) {
    const host = testHost(createNodeClient({ url: 'http://node', fetch: node.fetch }))
    engines.set(name, await restored(host, 'oxen-regtest', proofRecording.keys[name].mnemonic))
  }
  await giveKeys(engines.get('A') as Engine) // made above
})
afterAll(async () => {
  for (const engine of engines.values()) await engine.closeWallet()
})

const isLater = ({ label }: Call): boolean => /in pool|after a mined spend|after a spend/.test(label)

const of = (...methods: readonly string[]): Call[] =>
  calls.filter((call) => methods.includes(call.request.method) && !isLater(call))

/** The reference refuses the header that it writes itself, and takes any other of its length. */
const mended = (call: Call): Call => {
  const { signature } = call.request.params
  if (typeof signature !== 'string' || !signature.startsWith('~~~~~~~~~~~~~~')) return call
  const params = { ...call.request.params, signature: `ReserveProofV1${signature.slice(14)}` }
  return { ...call, request: { ...call.request, params } }
}

describe('what the reference answered', () => {
  const rows = of('get_tx_key', 'check_tx_key', 'check_tx_proof', 'check_spend_proof', 'verify', 'check_reserve_proof')
    .filter(
      ({ request, answer }) =>
        request.method !== 'check_reserve_proof' || !/header check|replace_aux/.test(answer.error?.message ?? ''),
    )
    .map(mended)
  test.each(rows.map((call, no) => ({ ...call, no })))(
    '$no $request.method: $label',
    async ({ wallet, request, answer }) => {
      expect(await ask(wallet, request.method, request.params)).toEqual(
        answer.result === undefined ? answer : { result: answer.result },
      )
    },
  )

  test('is enough', () => {
    expect(rows.length).toBeGreaterThan(220)
  })
})
