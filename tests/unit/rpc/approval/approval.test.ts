// Calls of pages that need the user's approval, and the effects of each decision.
import { beforeEach, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import type { ApprovalRequest } from '../../../../src/engine/api/approvalRequest.ts'
import { APPROVAL_TIMEOUT_MS } from '../../../../src/engine/approvals/approvalQueue.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { type JsonWritable, parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { walletRpcContextOf } from '../../../../src/rpc/hosts/engineWalletHost.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'
import {
  numberIn,
  numbersIn,
  parseRpcResponse,
  type RpcResponse,
  resultIn,
  rpcResponseOf,
  stringIn,
} from '../../../support/rpc/response.ts'
import { openedIn, PASSWORD, restored, type TestHost, testHost, viewOf } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const THEIRS: string = wallets.C.keys.address
const WORDS: string = wallets.B.keys.mnemonic
const OURS: string = wallets.B.keys.address
const TXID = 'ab'.repeat(32)
const chain = smallChain()

let host: TestHost
let node: FakeNode
let engine: Engine
let rpc: (request: Request) => Promise<Response>
/** the balance before the test */
let before: bigint

beforeEach(async () => {
  node = new FakeNode(oxenRegtest, chain)
  host = testHost(node)
  engine = await restored(host, 'oxen-regtest', WORDS)
  await engine.changeSettings({ rpcEnabled: true, lockMinutes: 0 })
  rpc = createWalletRpc(walletRpcContextOf(engine))
  before = openedIn(engine).balance().total
})

const post = async (message: JsonWritable, signal?: AbortSignal): Promise<string> => {
  const body = stringifyJson(message)
  const response = await rpc(new Request('http://page/json_rpc', { method: 'POST', body, signal: signal ?? null }))
  return await response.text()
}

const callOf = (method: string, params: JsonWritable) => ({ jsonrpc: '2.0', id: '0', method, params })

const postCall = async (method: string, params: JsonWritable = {}, signal?: AbortSignal): Promise<RpcResponse> =>
  parseRpcResponse(await post(callOf(method, params), signal))

/** The outputs of the wallet that can be spent, largest first: key images in hex. */
const spendable = (): readonly string[] =>
  [...openedIn(engine).state.ledger.countedOutputs()]
    .filter(({ spent, keyImage }) => spent === undefined && keyImage !== undefined)
    .sort((a, b) => Number(b.amount - a.amount))
    .flatMap(({ keyImage }) => (keyImage === undefined ? [] : [toHex(keyImage)]))

const pay = (amount: bigint, more: { readonly [name: string]: JsonWritable } = {}): Promise<RpcResponse> =>
  postCall('transfer', { destinations: [{ address: THEIRS, amount }], ...more })

/** Waits until the page shows an expected request, and returns it. */
const shown = async (expected: (request: ApprovalRequest) => boolean = () => true): Promise<ApprovalRequest> =>
  await expect
    .poll(async () => {
      const { approvalRequest: request } = await viewOf(engine)
      return request !== undefined && expected(request) ? request : undefined
    })
    .toBeDefined()
    .then(async () => {
      const { approvalRequest: request } = await viewOf(engine)
      if (request === undefined) throw new Error('the request disappeared')
      return request
    })

const DENIED = { error: { code: -7, message: 'Not allowed by the user of the wallet' } }

const sent = (): number => node.pool.size

describe('a payment', () => {
  it('waits for approval, and pays what was shown', async () => {
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
        amount: 12_345n,
        transactions: 1,
      },
    })
    expect(sent()).toBe(0)
    await engine.decideApproval(request.id, 'once', '')
    expect((await answer)['result']).toMatchObject({ amount: 12_345 })
    expect(sent()).toBe(1)
    expect((await viewOf(engine)).approvalRequest).toBeUndefined()
    // The approval is for one payment only.
    const again = pay(1n)
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await again).toMatchObject(DENIED)
  })

  it.each([
    ['transfer', { destinations: [{ address: THEIRS, amount: 77_777 }], priority: 1 }],
    ['transfer_split', { destinations: [{ address: THEIRS, amount: 77_777 }], priority: 5 }],
    [
      'transfer',
      {
        destinations: [
          { address: THEIRS, amount: 2 * 10 ** 9 },
          { address: THEIRS, amount: 1 },
        ],
        subtract_fee_from_outputs: [0],
      },
    ],
    ['sweep_all', { address: THEIRS, subaddr_indices_all: true, priority: 1 }],
    ['sweep_single', { address: THEIRS, key_image: '', priority: 1 }],
  ])('by %s costs what the dialog shows, in the transactions that were signed before: %j', async (method, params) => {
    const [keyImage = ''] = spendable()
    const answer = postCall(method, 'key_image' in params ? { ...params, key_image: keyImage } : params)
    const { id, action } = await shown()
    // Fees that the node requests later do not matter.
    node.feeEstimate = async () => ({
      perByte: 500n,
      perOutput: 30_000_000n,
      perByteLevels: [],
      quantizationMask: 10n,
    })
    await engine.decideApproval(id, 'once', '')
    const result = resultIn(await answer)
    const transactions = node.submitted.map((blob) => parseTransaction(oxenRegtest, blob))
    expect(transactions.length).toBeGreaterThan(0)
    const fee = transactions.reduce((sum, { rct }) => sum + (rct?.fee ?? 0n), 0n)
    const amounts = 'amount_list' in result ? numbersIn(result, 'amount_list') : [numberIn(result, 'amount')]
    const amount = BigInt(amounts.reduce((sum, each) => sum + each, 0))
    expect(action).toMatchObject({ fee, amount, transactions: transactions.length })
    if (action.kind === 'transfer')
      expect(action.destinations.reduce((sum, destination) => sum + destination.amount, 0n)).toBe(amount)
    expect(before - openedIn(engine).balance().total).toBe(fee + amount)
  })

  it('is refused if its coins were spent after it was shown, and another is not signed in its place', async () => {
    const answer = pay(1n)
    const { id } = await shown()
    // The wallet's own page sends everything meanwhile.
    const all = await engine.prepareSweep({ account: 0, address: THEIRS, priority: 1 })
    await engine.confirmTransfer(all.id)
    const count = sent()
    await engine.decideApproval(id, 'once', '')
    expect((await answer).error).toMatchObject({
      code: -1,
      message: expect.stringContaining('were spent since it was prepared'),
    })
    expect(sent()).toBe(count)
  })

  it('fails without a request if the node requests too high a fee', async () => {
    node.feeEstimate = async () => ({
      perByte: 122_000n,
      perOutput: 20_000_000n,
      perByteLevels: [],
      quantizationMask: 10n,
    })
    expect((await pay(1n)).error).toMatchObject({ code: -1, message: expect.stringContaining('a fee per byte') })
    expect((await viewOf(engine)).approvalRequest).toBeUndefined()
  })

  it('is not made if the user refuses', async () => {
    const answer = pay(1n)
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await answer).toMatchObject({ ...DENIED, error: { data: 'the user refused; nothing was done' } })
    expect(sent()).toBe(0)
    await expect(engine.decideApproval('beef', 'once', '')).rejects.toThrow(/no longer open/)
  })

  it('expires without a decision, and so do those behind it', async () => {
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
    ['no longer available to pages', (of: Engine) => of.changeSettings({ rpcEnabled: false })],
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

  it('is not made after approval if the wallet locks before it starts', async () => {
    const action = { kind: 'relay', txid: '', account: 0, destinations: [], fee: 0n, unlockTimes: [] } as const
    const { signal } = new AbortController()
    const { id } = (await viewOf(engine)).wallets[0] ?? { id: '' }
    const response = engine.approvals.request('relay_tx', action, signal)
    await engine.decideApproval((await shown()).id, 'session', '')
    const [first, second] = [await response, await engine.approvals.request('relay_tx', action, signal)]
    await engine.revokePaymentPermission()
    expect(first.check).toThrow(/permission/)
    const again = engine.approvals.request('relay_tx', action, signal)
    await engine.decideApproval((await shown()).id, 'once', '')
    const permission = await again
    expect(permission.check).not.toThrow()
    await engine.lock()
    await engine.openWallet(id, PASSWORD)
    expect(permission.check).toThrow(/locked/)
    expect(second.check).toThrow(/permission/)
  })

  it('is withdrawn if the caller disconnects', async () => {
    const caller = new AbortController()
    const answer = postCall('transfer', { destinations: [{ address: THEIRS, amount: 1n }] }, caller.signal)
    await shown()
    caller.abort()
    expect(await answer).toMatchObject(DENIED)
    expect((await viewOf(engine)).approvalRequest).toBeUndefined()
  })

  it('fails without a request if its parameters are invalid', async () => {
    expect(await postCall('transfer', { destinations: [] })).toMatchObject({ error: { code: -20 } })
    expect(await postCall('transfer', { destinations: [{ address: 'x', amount: 1 }] })).toMatchObject({
      error: { code: -2 },
    })
    expect(await postCall('sweep_single', { address: THEIRS, key_image: 'x' })).toMatchObject({ error: { code: -10 } })
    expect(await postCall('relay_tx', { hex: 'abcd' })).toMatchObject({ error: { code: -27 } })
    expect(await postCall('transfer', { destinations: 7 })).toMatchObject({ error: { code: -20 } })
  })

  it('in a batch waits for approval in its turn', async () => {
    const answer = post([
      callOf('get_balance', {}),
      callOf('transfer', { destinations: [{ address: THEIRS, amount: 7n }] }),
    ])
    await engine.decideApproval((await shown()).id, 'once', '')
    const responses = parseJson(await answer)
    if (!Array.isArray(responses)) throw new Error('a batch is expected')
    const [balance, paid] = responses.map((response) => resultIn(rpcResponseOf(response)))
    expect(balance?.['balance']).toBeDefined()
    expect(paid?.['amount']).toBe(7)
  })
})

describe('approval requests', () => {
  it('delay no other calls, and are limited in number', async () => {
    const answers = [1n, 2n, 3n, 4n, 5n].map((amount) => pay(amount))
    await shown(({ waiting }) => waiting === 4)
    expect(await pay(6n)).toMatchObject({ ...DENIED, error: { data: expect.stringContaining('wait for the user') } })
    expect((await postCall('get_balance'))['result']).toBeDefined()
    expect((await postCall('create_account', { label: 'x' }))['result']).toMatchObject({
      account_index: expect.anything(),
    })
    for (const amount of [1n, 2n, 3n, 4n, 5n]) {
      const request = await shown()
      expect(request.action).toMatchObject({ destinations: [{ amount }] })
      await engine.decideApproval(request.id, 'refuse', '')
    }
    for (const answer of answers) expect(await answer).toMatchObject(DENIED)
  })

  it('are decided by id: each decision is for one request', async () => {
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
  const allow = async (): Promise<RpcResponse> => {
    const answer = pay(1n)
    await engine.decideApproval((await shown()).id, 'session', '')
    return await answer
  }

  it('approves waiting and later payments, and can be revoked', async () => {
    const second = shown().then(() => pay(2n))
    expect((await allow())['result']).toBeDefined()
    expect((await second)['result']).toBeDefined()
    expect((await viewOf(engine)).paymentsAllowed).toBe(true)
    expect((await pay(3n))['result']).toMatchObject({ amount: 3 })
    await engine.revokePaymentPermission()
    expect((await viewOf(engine)).paymentsAllowed).toBe(false)
    const response = pay(4n)
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await response).toMatchObject(DENIED)
  })

  it.each([
    ['locks', (of: Engine) => of.lock()],
    ['closes', (of: Engine) => of.closeWallet()],
    ['disables its RPC', (of: Engine) => of.changeSettings({ rpcEnabled: false })],
  ] as const)('ends when the wallet %s', async (_, end) => {
    await allow()
    const { id } = (await viewOf(engine)).wallets[0] ?? { id: '' }
    await end(engine)
    expect((await viewOf(engine)).paymentsAllowed).toBe(false)
    if (engine.wallet === undefined) await engine.openWallet(id, PASSWORD)
    await engine.changeSettings({ rpcEnabled: true })
    const response = pay(2n)
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await response).toMatchObject(DENIED)
  })

  it('is limited to payments', async () => {
    await allow()
    const answer = postCall('query_key', { key_type: 'view_key' })
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
  ])('%s is returned only after approval with the password', async (key_type, secret) => {
    const answer = postCall('query_key', { key_type })
    const { id, action } = await shown()
    expect(action).toEqual({ kind: 'reveal', secret })
    await expect(engine.decideApproval(id, 'once', `${PASSWORD}?`)).rejects.toMatchObject({
      name: 'WrongPasswordError',
    })
    expect((await shown()).id).toBe(id)
    await engine.decideApproval(id, 'once', PASSWORD)
    const { key } = resultIn(await answer)
    const { words, viewSecret, spendSecret } = await engine.revealSecrets(PASSWORD)
    expect(key).toBe({ mnemonic: words, view_key: viewSecret, spend_key: spendSecret }[key_type])
  })

  it('of an unknown type needs no approval', async () => {
    expect(await postCall('query_key', { key_type: 'master' })).toMatchObject({ error: { code: -1 } })
  })
})

describe('prepared payments', () => {
  const prepare = (more: { readonly [name: string]: JsonWritable }) => pay(5n, { do_not_relay: true, ...more })

  it('need approval also if only amounts and key images are returned', async () => {
    const answer = prepare({})
    const { id, action } = await shown()
    expect(action).toEqual({ kind: 'export', what: 'payment' })
    await engine.decideApproval(id, 'once', '')
    expect(resultIn(await answer)).toMatchObject({ tx_blob: '', tx_metadata: '' })
    expect(sent()).toBe(0)
  })

  it('need approval when they are relayed, which shows the payment', async () => {
    const answer = prepare({ get_tx_metadata: true })
    await engine.decideApproval((await shown()).id, 'once', '')
    const result = resultIn(await answer)
    const hex = stringIn(result, 'tx_metadata')
    expect(hex).not.toBe('')
    const relayed = postCall('relay_tx', { hex })
    const { id, action } = await shown()
    expect(action).toEqual({
      kind: 'relay',
      txid: result['tx_hash'],
      account: 0,
      destinations: [{ address: THEIRS, amount: 5n }],
      fee: BigInt(numberIn(result, 'fee')),
      unlockTimes: [],
    })
    await engine.decideApproval(id, 'once', '')
    expect((await relayed)['result']).toMatchObject({ tx_hash: result['tx_hash'] })
  })

  it.each(['get_tx_hex', 'get_tx_metadata'])('need approval if the bytes are returned: %s', async (flag) => {
    const answer = prepare({ [flag]: true })
    await engine.decideApproval((await shown()).id, 'refuse', '')
    expect(await answer).toMatchObject(DENIED)
  })
})

it.each([
  ['sweep_all', { address: THEIRS, subaddr_indices_all: true }, { kind: 'sweep', from: 'all', account: 0 }],
  ['sweep_all', { address: THEIRS, subaddr_indices: [0] }, { kind: 'sweep', from: 'given', subaddresses: [0] }],
  ['sweep_all', { address: THEIRS, below_amount: 10 ** 15 }, { kind: 'sweep', from: 'one', belowAmount: 10n ** 15n }],
  ['transfer_split', { destinations: [{ address: THEIRS, amount: 1 }] }, { kind: 'transfer', feeFrom: [] }],
  [
    'transfer',
    { destinations: [{ address: THEIRS, amount: 10 ** 9 }], subtract_fee_from_outputs: [0] },
    { kind: 'transfer', feeFrom: [0] },
  ],
  ['set_daemon', { address: 'evil.example:1' }, { kind: 'node', url: 'http://evil.example:1', trusted: false }],
  ['set_daemon', { address: 'a.example:1', trusted: true }, { kind: 'node', url: 'http://a.example:1', trusted: true }],
  ['rescan_blockchain', { hard: true }, { kind: 'forget' }],
  ['change_wallet_password', { old_password: PASSWORD, new_password: 'x' }, { kind: 'password' }],
  ['prepare_multisig', {}, { kind: 'prepare multisig' }],
  ['make_multisig', { multisig_info: ['a', 'b'], threshold: 2 }, { kind: 'make multisig', threshold: 2, others: 2 }],
  ['create_wallet', { filename: 'Savings', language: 'English' }, { kind: 'new wallet', name: 'Savings' }],
  ['restore_deterministic_wallet', { filename: 'Savings', seed: WORDS }, { kind: 'new wallet', name: 'Savings' }],
  ['generate_from_keys', { filename: 'Savings' }, { kind: 'new wallet', name: 'Savings' }],
  ['open_wallet', { filename: 'Savings', password: 'known' }, { kind: 'open wallet', name: 'Savings' }],
  ['sign', { data: 'I owe you' }, { kind: 'sign', text: 'I owe you', address: OURS, key: 'spend' }],
  ['sign', { data: 'log in', signature_type: 'view' }, { kind: 'sign', text: 'log in', address: OURS, key: 'view' }],
  [
    'get_tx_proof',
    { txid: TXID, address: THEIRS, message: 'm' },
    { kind: 'prove payment', txid: TXID, address: THEIRS, message: 'm' },
  ],
  ['get_spend_proof', { txid: TXID, message: 'm' }, { kind: 'prove spend', txid: TXID, message: 'm' }],
  ['get_reserve_proof', { all: true, message: 'm' }, { kind: 'prove reserve', of: 'all', message: 'm' }],
  ['get_reserve_proof', { amount: 7 }, { kind: 'prove reserve', of: { account: 0, amount: 7n }, message: '' }],
  ['export_key_images', {}, { kind: 'export', what: 'key images' }],
  ['export_outputs', { all: true }, { kind: 'export', what: 'outputs' }],
  ['import_outputs', { outputs_data_hex: '00' }, { kind: 'import outputs' }],
  ['scan_tx', { txids: [TXID] }, { kind: 'scan transactions', txids: [TXID] }],
  [
    'add_address_book',
    { address: THEIRS, description: 'Ben' },
    { kind: 'add contact', contact: { address: THEIRS, description: 'Ben' } },
  ],
])('requires approval for %s: %j', async (method, params, action) => {
  const answer = postCall(method, params)
  const request = await shown()
  expect(request).toMatchObject({ method, action })
  await engine.decideApproval(request.id, 'refuse', '')
  expect(await answer).toMatchObject(DENIED)
})

it.each([true, false])('sets a node that is trusted: %s', async (trusted) => {
  const answer = postCall('set_daemon', { address: 'http://node.example:1', trusted })
  await engine.decideApproval((await shown()).id, 'once', '')
  expect((await answer)['error']).toBeUndefined()
  const urls = ['http://node.example:1']
  expect((await engine.settings()).nodes).toEqual({ urls, choice: 'order', trusted: trusted ? urls : [] })
})

describe('contacts', () => {
  const BEN = { address: THEIRS, description: 'Ben' }
  const contacts = async (): Promise<readonly unknown[]> => {
    const { entries = [] } = resultIn(await postCall('get_address_book'))
    return Array.isArray(entries) ? entries : []
  }
  const approve = async (answer: Promise<RpcResponse>): Promise<ApprovalRequest> => {
    const request = await shown()
    await engine.decideApproval(request.id, 'once', '')
    expect((await answer)['error']).toBeUndefined()
    return request
  }
  beforeEach(async () => {
    await approve(postCall('add_address_book', BEN))
  })

  it('are changed and deleted only after the user has seen what becomes of them', async () => {
    const edit = { index: 0, set_address: true, address: OURS, set_description: true, description: 'Benjamin' }
    const { action } = await approve(postCall('edit_address_book', edit))
    expect(action).toEqual({
      kind: 'edit contact',
      before: BEN,
      after: { address: OURS, description: 'Benjamin' },
    })
    expect(await contacts()).toMatchObject([{ address: OURS, description: 'Benjamin' }])
    const deleting = postCall('delete_address_book', { index: 0 })
    const request = await shown()
    expect(request.action).toMatchObject({ kind: 'delete contact', contact: { description: 'Benjamin' } })
    await engine.decideApproval(request.id, 'refuse', '')
    expect(await deleting).toMatchObject(DENIED)
    expect(await contacts()).toHaveLength(1)
    await approve(postCall('delete_address_book', { index: 0 }))
    expect(await contacts()).toEqual([])
  })

  it('are not changed if another one has the index by then', async () => {
    const edit = { index: 0, set_address: true, address: OURS }
    const first = postCall('edit_address_book', edit)
    await shown()
    const second = postCall('edit_address_book', {
      ...edit,
      address: THEIRS,
      set_description: true,
      description: 'Eve',
    })
    const { id } = await shown(({ waiting }) => waiting === 1)
    await engine.decideApproval(id, 'once', '')
    expect((await first)['error']).toBeUndefined()
    await engine.decideApproval((await shown()).id, 'once', '')
    expect(await second).toMatchObject({ error: { message: 'Index out of range: 0' } })
    expect(await contacts()).toMatchObject([{ address: OURS, description: 'Ben' }])
  })

  it('need no approval for an index that no contact has', async () => {
    for (const method of ['edit_address_book', 'delete_address_book'])
      expect(await postCall(method, { index: 1 })).toMatchObject({ error: { message: 'Index out of range: 1' } })
  })
})

describe('coins', () => {
  it('are frozen and thawed only after approval, which shows them', async () => {
    const approved = async (method: string, params: JsonWritable): Promise<RpcResponse> => {
      const answer = postCall(method, params)
      await engine.decideApproval((await shown((request) => request.method === method)).id, 'once', '')
      return await answer
    }
    const { transfers } = resultIn(await approved('incoming_transfers', { transfer_type: 'available' }))
    const [coin] = Array.isArray(transfers) ? transfers.map(rpcResponseOf) : []
    const key_image = stringIn(coin ?? {}, 'key_image')
    for (const [method, frozen] of [
      ['freeze', true],
      ['thaw', false],
    ] as const) {
      const answer = postCall(method, { key_image })
      const request = await shown()
      expect(request.action).toEqual({
        kind: method,
        keyImage: key_image,
        amount: BigInt(numberIn(coin ?? {}, 'amount')),
      })
      await engine.decideApproval(request.id, 'once', '')
      expect((await answer)['result']).toEqual({})
      expect((await approved('frozen', { key_image }))['result']).toEqual({ frozen })
    }
    expect(await postCall('freeze', { key_image: TXID })).toMatchObject({ error: { message: 'Key image not found' } })
  })
})
