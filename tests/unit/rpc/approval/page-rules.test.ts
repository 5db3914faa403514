// What pages may do: each effect of a method has one rule, and the rule is what happens in a call, on both families.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import type { DevelopmentChain } from '../../../../src/devnet/family/developmentOptions.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import type { RunningNode } from '../../../../src/devnet/startNode.ts'
import type { ApprovalAction } from '../../../../src/engine/api/approvalRequest.ts'
import { PermissionDeniedError } from '../../../../src/engine/approvals/requestingPages.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { createJsonRpcClient } from '../../../../src/jsonrpc/client.ts'
import type { JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { methodsOf } from '../../../../src/jsonrpc/method.ts'
import { createService } from '../../../../src/jsonrpc/service.ts'
import type { WalletRpcContext } from '../../../../src/rpc/calls/walletRpcContext.ts'
import { engineWalletHost } from '../../../../src/rpc/hosts/engineWalletHost.ts'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'
import {
  METHOD_EFFECTS,
  PAGE_RULES,
  type PageEffect,
  pageRuleOf,
  withPageRules,
} from '../../../../src/rpc/pageRules.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { openedIn, PASSWORD } from '../../../support/wallet/engine-host.ts'
import { fundedWallet, quietNode } from '../../../support/wallet/payer.ts'

const effectsOf: Readonly<Record<string, readonly PageEffect[]>> = METHOD_EFFECTS
const namesWith = (rule: string): string[] =>
  Object.entries(effectsOf).flatMap(([name, effects]) => (pageRuleOf(effects) === rule ? [name] : []))

it('are declared for every method', () => {
  expect(walletMethods.map(({ names }) => names[0]).toSorted()).toEqual(Object.keys(METHOD_EFFECTS).toSorted())
})

it('are all used', () => {
  const used = new Set(Object.values(effectsOf).flat())
  expect([...used].toSorted()).toEqual(Object.keys(PAGE_RULES).toSorted())
})

it('make exactly those methods ask that have an effect which asks', () => {
  const asking = walletMethods.flatMap(({ names, needsApproval }) => (needsApproval ? [names[0]] : []))
  expect(asking.toSorted()).toEqual(namesWith('asks').toSorted())
})

it.each(Object.entries(effectsOf))('make the effect of %s at least as strong as its declaration', (name, effects) => {
  const effect = walletMethods.find(({ names }) => names[0] === name)?.effect
  if (effect === 'spend' && name !== 'sweep_dust')
    expect(effects.some((each) => each === 'pays and stakes' || each === 'signs and proves')).toBe(true)
  if (effect === 'export-secret') expect(effects).toContain('reads secrets')
})

it.each([
  ['is not classified', 'some_method', undefined],
  ['asks by its effects, and does not request approval', 'incoming_transfers', undefined],
  ['is refused by its effects', 'stop_wallet', undefined],
])('refuse to pages a method that %s', async (_, name) => {
  let calls = 0
  const method = methodsOf<WalletRpcContext>()({
    names: [name],
    access: 'admin',
    params: {},
    handler: () => {
      calls++
      return {}
    },
  })
  const contextOf = (requestApproval: WalletRpcContext['requestApproval']): WalletRpcContext => ({
    ...{ wallet: undefined, rpcEnabled: true },
    ...(requestApproval === undefined ? {} : { requestApproval }),
  })
  const call = (context: WalletRpcContext) =>
    createJsonRpcClient(createService(withPageRules([method]), context), 'http://page/json_rpc').call(name)
  await expect(call(contextOf(() => Promise.reject(new PermissionDeniedError('no'))))).rejects.toThrow()
  expect(calls).toBe(0)
  await call(contextOf(undefined))
  expect(calls).toBe(1)
})

const TXID = 'ab'.repeat(32)
const WORDS = 'abbey'

type JsonParams = { readonly [name: string]: JsonWritable }

/** What calls need of a wallet. */
type Known = { readonly address: string; readonly keyImage: string; readonly txid: string }

/** Parameters with which a method does what its effects say. Methods of multisig wallets, sets, stakes and names have tests of their own. */
const paramsOf = ({ address, keyImage, txid }: Known): Readonly<Record<string, JsonParams>> => {
  const destinations = [{ address, amount: 1000 }]
  return {
    create_wallet: { filename: 'other', language: 'English' },
    open_wallet: { filename: 'other', password: PASSWORD },
    close_wallet: {},
    restore_deterministic_wallet: { filename: 'other', seed: WORDS },
    generate_from_keys: { filename: 'other', address, viewkey: '01'.repeat(32) },
    change_wallet_password: { old_password: PASSWORD, new_password: 'x' },
    auto_refresh: { enable: false },
    set_subaddress_lookahead: { password: PASSWORD, major_idx: 2, minor_idx: 10 },
    rescan_blockchain: {},
    rescan_spent: {},
    scan_tx: { txids: [TXID] },
    set_daemon: { address: 'http://127.0.0.1:1' },
    incoming_transfers: { transfer_type: 'all' },
    add_address_book: { address },
    transfer: { destinations },
    transfer_split: { destinations },
    sweep_all: { address },
    sweep_single: { address, key_image: keyImage },
    freeze: { key_image: keyImage },
    thaw: { key_image: keyImage },
    frozen: { key_image: TXID },
    get_tx_key: { txid },
    get_tx_proof: { txid, address },
    get_spend_proof: { txid },
    get_reserve_proof: { all: true },
    sign: { data: 'text' },
    query_key: { key_type: 'view_key' },
    export_outputs: {},
    export_key_images: {},
    prepare_multisig: {},
  }
}

/** Methods that ask only in wallets of a kind, or for sets that are valid: other tests show that they do. */
const ELSEWHERE = [
  ...['make_multisig', 'exchange_multisig_keys', 'finalize_multisig', 'export_multisig_info', 'import_multisig_info'],
  ...['sign_multisig', 'submit_multisig', 'sign_transfer', 'submit_transfer', 'relay_tx', 'import_outputs'],
  ...['stake', 'register_service_node', 'request_stake_unlock', 'edit_address_book', 'delete_address_book'],
  ...[
    'lns_buy_mapping',
    'lns_renew_mapping',
    'lns_update_mapping',
    'lns_make_update_mapping_signature',
    'lns_known_names',
  ],
]

describe.each([
  ['oxen', oxenChain],
  ['monero', moneroChain],
] as const)('in a wallet of %s', (_, chain: DevelopmentChain) => {
  let running: RunningNode
  let engine: Engine
  let known: Known
  /** the requests of the last call */
  let asked: (ApprovalAction | 'payment')[] = []

  const call = async (method: string, params: JsonParams = {}): Promise<unknown> => {
    asked = []
    const context: WalletRpcContext = {
      get wallet() {
        return engine.wallet
      },
      rpcEnabled: true,
      host: engineWalletHost(engine),
      requestApproval: (_method, action) => {
        asked.push(typeof action === 'function' ? 'payment' : action)
        return Promise.reject(new PermissionDeniedError('the user refused'))
      },
    }
    return await createJsonRpcClient(createWalletRpc(context), 'http://page/json_rpc')
      .call(method, params)
      .catch((error: unknown) => error)
  }

  const fingerprint = () => {
    const { state, sync } = openedIn(engine)
    const { pollInterval, phase } = sync.state
    return {
      height: state.height,
      node: sync.node.url,
      pollInterval,
      phase,
      submitted: running.node.pool.entries.length,
    }
  }

  beforeAll(async () => {
    running = quietNode(chain)
    engine = await fundedWallet(running)
    await engine.refresh()
    const [output] = openedIn(engine).state.ledger.outputs.values()
    known = {
      address: openedIn(engine).addressText({ major: 0, minor: 0 }),
      keyImage: toHex(output?.keyImage ?? new Uint8Array()),
      txid: toHex(output?.txid ?? new Uint8Array()),
    }
  }, 60_000)
  afterAll(async () => {
    await engine.closeWallet()
    running.close()
  })

  it('ask before each call that has an effect which asks, and do nothing if the user refuses', async () => {
    const samples = paramsOf(known)
    expect([...Object.keys(samples), ...ELSEWHERE].toSorted()).toEqual(namesWith('asks').toSorted())
    const before = fingerprint()
    for (const [method, params] of Object.entries(samples)) {
      expect(await call(method, params), method).toMatchObject({ code: -7 })
      expect(asked, method).toHaveLength(1)
    }
    expect(fingerprint()).toEqual(before)
  })

  it('ask for nothing in the methods that have no such effect', async () => {
    for (const method of namesWith('free')) {
      await call(method)
      expect(asked, method).toEqual([])
    }
  })

  it('refuse the others', async () => {
    for (const method of namesWith('refused')) {
      expect(await call(method, { threads_count: 1 }), method).toMatchObject({ code: -1 })
      expect(asked, method).toEqual([])
    }
  })

  it.each([
    ['a payment that is not sent', 'transfer', { do_not_relay: true }, { kind: 'export', what: 'payment' }],
    ['a split payment that is not sent', 'transfer_split', { do_not_relay: true }, { kind: 'export', what: 'payment' }],
    ['a payment that is not sent but returned', 'transfer', { do_not_relay: true, get_tx_hex: true }, 'payment'],
    ['a sweep that is not sent', 'sweep_all', { do_not_relay: true }, { kind: 'export', what: 'payment' }],
    ['a sweep of a coin that is not sent', 'sweep_single', { do_not_relay: true }, { kind: 'export', what: 'payment' }],
    ['no polls', 'auto_refresh', { enable: false }, { kind: 'auto refresh', period: undefined }],
    ['rare polls', 'auto_refresh', { enable: true, period: 4_000_000 }, { kind: 'auto refresh', period: 4_000_000 }],
    ['a rescan', 'rescan_blockchain', {}, { kind: 'rescan' }],
    ['a rescan that erases', 'rescan_blockchain', { hard: true }, { kind: 'forget' }],
  ])('ask for %s by what it does', async (_, method, more, action) => {
    const samples = paramsOf(known)
    await call(method, { ...samples[method], ...more })
    expect(asked).toEqual([action])
  })
})
