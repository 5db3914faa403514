// What pages may do by RPC only after a person said yes, and what comes of every other answer.
import { beforeEach, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { parseJson, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { walletRpcContextOf } from '../../../src/rpc/hosts/engineWalletHost.ts'
import { walletMethods } from '../../../src/rpc/methodTable.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { APPROVAL_TIMEOUT_MS } from '../../../src/wallet/engine/approvalQueue.ts'
import type { Engine } from '../../../src/wallet/engine/engine.ts'
import type { ApprovalRequest } from '../../../src/wallet/engine/engineApi.ts'
import { vector } from '../../support/data/vectors.ts'
import { ChainNode, smallChain } from '../../support/wallet/chain-node.ts'
import { PASSWORD, restored, type TestHost, testHost, viewOf } from '../../support/wallet/engine-host.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not understood
type Json = { readonly [name: string]: any }

const { wallets } = vector('oxen/chain-small/wallets.json')
const THEIRS: string = wallets.C.keys.address
const WORDS: string = wallets.B.keys.mnemonic
const chain = smallChain()

let host: TestHost
let node: ChainNode
let engine: Engine
let rpc: (request: Request) => Promise<Response>

beforeEach(async () => {
  node = new ChainNode(oxenRegtest, chain)
  host = testHost(node)
  engine = await restored(host, 'oxen-regtest', WORDS)
  await engine.changeSettings({ rpcEnabled: true, lockMinutes: 0 })
  rpc = createWalletRpc(walletRpcContextOf(engine))
})

const post = async (message: object, signal?: AbortSignal): Promise<Json> => {
  const body = stringifyJson(message as Json)
  const response = await rpc(new Request('http://page/json_rpc', { method: 'POST', body, signal: signal ?? null }))
  return parseJson(await response.text()) as Json // answers are objects or lists
}

const callOf = (method: string, params: object) => ({ jsonrpc: '2.0', id: '0', method, params })

const ask = (method: string, params: object = {}, signal?: AbortSignal): Promise<Json> =>
  post(callOf(method, params), signal)

const pay = (amount: bigint, more: object = {}): Promise<Json> =>
  ask('transfer', { destinations: [{ address: THEIRS, amount }], ...more })

/** The request that is shown, once it is `expected`. */
const shown = async (expected: (request: ApprovalRequest) => boolean = () => true): Promise<ApprovalRequest> =>
  await expect
    .poll(async () => {
      const { approvalRequest: request } = await viewOf(engine)
      return request !== undefined && expected(request) ? request : undefined
    })
    .toBeDefined()
    .then(async () => {
      const { approvalRequest: request } = await viewOf(engine)
      if (request === undefined) throw new Error('the question went away')
      return request
    })

const DENIED = { error: { code: -7, message: 'Not allowed by the user of the wallet' } }

const sent = (): number => node.pool.size

describe('a payment', () => {
  it('waits for a yes, and is what was shown', async () => {
    const answer = pay(12_345n, { priority: 1, account_index: 0 })
    const request = await shown()
    expect(request).toMatchObject({
      method: 'transfer',
      waiting: 0,
      action: {
        kind: 'transfer',
        account: 0,
        subaddresses: [],
        destinations: [{ address: THEIRS, amount: 12_345n }],
        priority: 'unimportant',
        unlockTime: 0n,
      },
    })
    expect(sent()).toBe(0)
    await engine.decideApproval(request.id, 'once', '')
    expect((await answer)['result']).toMatchObject({ amount: 12_345 })
    expect(sent()).toBe(1)
    expect((await viewOf(engine)).approvalRequest).toBeUndefined()
    // Once is once.
    const again = pay(1n)
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await again).toMatchObject(DENIED)
  })

  it('that is refused is not made', async () => {
    const answer = pay(1n)
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await answer).toMatchObject({ ...DENIED, error: { data: 'the user refused; nothing was done' } })
    expect(sent()).toBe(0)
    await expect(engine.decideApproval('beef', 'once', '')).rejects.toThrow(/no longer open/)
  })

  it('that nobody answers is refused in time, and so are those behind it', async () => {
    const first = pay(1n)
    await shown()
    const second = pay(2n)
    await shown(({ waiting }) => waiting === 1)
    host.time.advance(APPROVAL_TIMEOUT_MS - 1)
    expect((await shown()).waiting).toBe(1)
    host.time.advance(1)
    expect(await first).toMatchObject({ ...DENIED, error: { data: expect.stringContaining('in time') } })
    expect((await shown()).waiting).toBe(0)
    host.time.advance(APPROVAL_TIMEOUT_MS)
    expect(await second).toMatchObject(DENIED)
    expect(sent()).toBe(0)
  })

  it.each([
    ['locked', (of: Engine) => of.lock()],
    ['closed', (of: Engine) => of.closeWallet()],
    ['forbidden to pages', (of: Engine) => of.changeSettings({ rpcEnabled: false })],
  ] as const)('is refused when the wallet is %s', async (_, end) => {
    const answers = [pay(1n)]
    await shown()
    answers.push(pay(2n))
    await shown(({ waiting }) => waiting === 1)
    await end(engine)
    for (const answer of answers) expect(await answer).toMatchObject(DENIED)
    expect((await viewOf(engine)).approvalRequest).toBeUndefined()
    expect(sent()).toBe(0)
  })

  it('that was allowed and has not begun is not made in a wallet that was locked meanwhile', async () => {
    const action = { kind: 'relay', txid: '', destinations: [], fee: 0n } as const
    const { signal } = new AbortController()
    const { id } = (await viewOf(engine)).wallets[0] ?? { id: '' }
    const asked = engine.approvals.request('relay_tx', action, signal)
    await engine.decideApproval((await shown()).id, 'session', '')
    const [once, forVisit] = [await asked, await engine.approvals.request('relay_tx', action, signal)]
    await engine.revokePaymentPermission()
    expect(once).toThrow(/permission/)
    const again = engine.approvals.request('relay_tx', action, signal)
    await engine.decideApproval((await shown()).id, 'once', '')
    const allowed = await again
    expect(allowed).not.toThrow()
    await engine.lock()
    await engine.openWallet(id, PASSWORD)
    expect(allowed).toThrow(/locked/)
    expect(forVisit).toThrow(/permission/)
  })

  it('goes with who asked', async () => {
    const caller = new AbortController()
    const answer = ask('transfer', { destinations: [{ address: THEIRS, amount: 1n }] }, caller.signal)
    await shown()
    caller.abort()
    expect(await answer).toMatchObject(DENIED)
    expect((await viewOf(engine)).approvalRequest).toBeUndefined()
  })

  it('nobody is asked about one that cannot be', async () => {
    expect(await ask('transfer', { destinations: [] })).toMatchObject({ error: { code: -20 } })
    expect(await ask('transfer', { destinations: [{ address: 'x', amount: 1 }] })).toMatchObject({
      error: { code: -2 },
    })
    expect(await ask('sweep_single', { address: THEIRS, key_image: 'x' })).toMatchObject({ error: { code: -10 } })
    expect(await ask('relay_tx', { hex: 'abcd' })).toMatchObject({ error: { code: -27 } })
    expect(await ask('transfer', { destinations: 7 })).toMatchObject({ error: { code: -32602 } })
  })

  it('of a batch is asked about in its turn', async () => {
    const answer = post([
      callOf('get_balance', {}),
      callOf('transfer', { destinations: [{ address: THEIRS, amount: 7n }] }),
    ])
    await engine.decideApproval((await shown()).id, 'once', '')
    const [balance, paid] = (await answer) as unknown as Json[]
    expect(balance?.['result'].balance).toBeDefined()
    expect(paid?.['result'].amount).toBe(7)
  })
})

describe('questions', () => {
  it('hold up nobody who looks or changes something, and wait in a short line', async () => {
    const answers = [1n, 2n, 3n, 4n, 5n].map((amount) => pay(amount))
    await shown(({ waiting }) => waiting === 4)
    expect(await pay(6n)).toMatchObject({ ...DENIED, error: { data: expect.stringContaining('wait for the user') } })
    expect((await ask('get_balance'))['result']).toBeDefined()
    expect((await ask('create_account', { label: 'x' }))['result']).toMatchObject({ account_index: expect.anything() })
    for (const amount of [1n, 2n, 3n, 4n, 5n]) {
      const request = await shown()
      expect(request.action).toMatchObject({ destinations: [{ amount }] })
      await engine.decideApproval(request.id, 'refuse', '')
    }
    for (const answer of answers) expect(await answer).toMatchObject(DENIED)
  })

  it('are what decides: each answer belongs to one', async () => {
    const first = pay(1n)
    const { id } = await shown()
    const second = pay(2n)
    await shown(({ waiting }) => waiting === 1)
    await engine.decideApproval(id, 'refuse', '')
    await expect(engine.decideApproval(id, 'once', '')).rejects.toThrow(/no longer open/)
    await engine.decideApproval((await shown()).id, 'once', '')
    expect(await first).toMatchObject(DENIED)
    expect((await second)['result']).toMatchObject({ amount: 2 })
  })
})

describe('the permission for a session', () => {
  const allow = async (): Promise<Json> => {
    const answer = pay(1n)
    await engine.decideApproval((await shown()).id, 'session', '')
    return await answer
  }

  it('answers the payments that wait and those that come, and can be taken back', async () => {
    const second = shown().then(() => pay(2n))
    expect((await allow())['result']).toBeDefined()
    expect((await second)['result']).toBeDefined()
    expect((await viewOf(engine)).paymentsAllowed).toBe(true)
    expect((await pay(3n))['result']).toMatchObject({ amount: 3 })
    await engine.revokePaymentPermission()
    expect((await viewOf(engine)).paymentsAllowed).toBe(false)
    const asked = pay(4n)
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await asked).toMatchObject(DENIED)
  })

  it.each([
    ['locks', (of: Engine) => of.lock()],
    ['closes', (of: Engine) => of.closeWallet()],
    ['answers no pages any more', (of: Engine) => of.changeSettings({ rpcEnabled: false })],
  ] as const)('ends when the wallet %s', async (_, end) => {
    await allow()
    const { id } = (await viewOf(engine)).wallets[0] ?? { id: '' }
    await end(engine)
    expect((await viewOf(engine)).paymentsAllowed).toBe(false)
    if (engine.wallet === undefined) await engine.openWallet(id, PASSWORD)
    await engine.changeSettings({ rpcEnabled: true })
    const asked = pay(2n)
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await asked).toMatchObject(DENIED)
  })

  it('is for payments alone', async () => {
    await allow()
    const answer = ask('query_key', { key_type: 'view_key' })
    const { id } = await shown()
    await expect(engine.decideApproval(id, 'session', PASSWORD)).rejects.toThrow(/only payments/)
    await engine.decideApproval(id, 'refuse', '')
    expect(await answer).toMatchObject(DENIED)
  })
})

describe('a secret', () => {
  it.each([
    ['mnemonic', 'words'],
    ['view_key', 'view key'],
    ['spend_key', 'spend key'],
  ])('%s is told with the password only', async (key_type, secret) => {
    const answer = ask('query_key', { key_type })
    const { id, action } = await shown()
    expect(action).toEqual({ kind: 'reveal', secret })
    await expect(engine.decideApproval(id, 'once', `${PASSWORD}?`)).rejects.toMatchObject({
      name: 'WrongPasswordError',
    })
    expect((await shown()).id).toBe(id)
    await engine.decideApproval(id, 'once', PASSWORD)
    const { key } = (await answer)['result']
    const { words, viewSecret, spendSecret } = await engine.revealSecrets(PASSWORD)
    expect(key).toBe({ mnemonic: words, view_key: viewSecret, spend_key: spendSecret }[key_type])
  })

  it('that there is not needs no request', async () => {
    expect(await ask('query_key', { key_type: 'master' })).toMatchObject({ error: { code: -1 } })
  })
})

describe('prepared payments', () => {
  const prepare = (more: object) => pay(5n, { do_not_relay: true, ...more })

  it('need no question while they stay here; relaying them shows what they pay', async () => {
    const { result } = await prepare({ get_tx_metadata: true })
    expect(result.tx_metadata).not.toBe('')
    const relayed = ask('relay_tx', { hex: result.tx_metadata })
    const { id, action } = await shown()
    expect(action).toEqual({
      kind: 'relay',
      txid: result.tx_hash,
      destinations: [{ address: THEIRS, amount: 5n }],
      fee: BigInt(result.fee),
    })
    await engine.decideApproval(id, 'once', '')
    expect((await relayed)['result']).toMatchObject({ tx_hash: result.tx_hash })
  })

  it('whose bytes a node would take are payments', async () => {
    const answer = prepare({ get_tx_hex: true })
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await answer).toMatchObject(DENIED)
  })
})

it.each([
  ['sweep_all', { address: THEIRS, subaddr_indices_all: true }, { kind: 'sweep', from: 'all', account: 0 }],
  ['sweep_all', { address: THEIRS, subaddr_indices: [0] }, { kind: 'sweep', from: 'given', subaddresses: [0] }],
  ['sweep_all', { address: THEIRS, below_amount: 5 }, { kind: 'sweep', from: 'one', belowAmount: 5n }],
  ['sweep_single', { address: THEIRS, key_image: '0'.repeat(64) }, { kind: 'sweep output', amount: undefined }],
  ['transfer_split', { destinations: [{ address: THEIRS, amount: 1 }] }, { kind: 'transfer', feeFrom: [] }],
  [
    'transfer',
    { destinations: [{ address: THEIRS, amount: 10 ** 9 }], subtract_fee_from_outputs: [0] },
    { kind: 'transfer', feeFrom: [0] },
  ],
  ['set_daemon', { address: 'evil.example:1' }, { kind: 'node', url: 'http://evil.example:1' }],
  ['rescan_blockchain', { hard: true }, { kind: 'forget' }],
  ['change_wallet_password', { old_password: PASSWORD, new_password: 'x' }, { kind: 'password' }],
  ['create_wallet', { filename: 'Savings', language: 'English' }, { kind: 'new wallet', name: 'Savings' }],
  ['restore_deterministic_wallet', { filename: 'Savings', seed: WORDS }, { kind: 'new wallet', name: 'Savings' }],
  ['generate_from_keys', { filename: 'Savings' }, { kind: 'new wallet', name: 'Savings' }],
])('%s asks first: %j', async (method, params, action) => {
  const answer = ask(method, params)
  const request = await shown()
  expect(request).toMatchObject({ method, action })
  await engine.decideApproval(request.id, 'refuse', '')
  expect(await answer).toMatchObject(DENIED)
})

it('every method that pays or tells secrets asks, or has nothing to ask about', () => {
  const silent = walletMethods
    .filter(({ effect, needsApproval }) => (effect === 'spend' || effect === 'export-secret') && !needsApproval)
    .map(({ names }) => names[0])
  // There is no dust to sweep on chains of confidential amounts: the method does nothing.
  expect(silent).toEqual(['sweep_dust'])
})
