// Recorded calls about names: the answers of this wallet RPC are those of oxen-wallet-rpc, with the same errors in the same order of
// checks. Payments themselves are compared in tests of drafts, and made on a development node.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBase64 } from '../../../../src/bytes/base64.ts'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { isNameUpdateSignedBy, parseNameOwner } from '../../../../src/coin/names/nameOwner.ts'
import { nameHash } from '../../../../src/coin/names/nameText.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { NodeNameRecord } from '../../../../src/daemon/nodeClient.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { vector } from '../../../support/data/vectors.ts'
import { callWallet, type RpcParams } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'
import { wallets } from '../../../support/wallet/small-chain.ts'

const { calls, tx_hex } = vector('oxen/names.json')
const node = new FakeNode(oxenRegtest, smallChain())
node.trusted = true

const NAMES = ['A', 'B', 'C'] as const
const engines = new Map<string, Engine>()

beforeAll(async () => {
  for (const name of NAMES)
    engines.set(name, await restored(testHost(node), oxenRegtest.id, wallets[name].keys.mnemonic))
  for (const hex of Object.values(tx_hex)) node.addToPool(fromHex(hex))
})
afterAll(async () => {
  for (const engine of engines.values()) await engine.closeWallet()
})

const call = (wallet: string, method: string, params: unknown) =>
  callWallet({ wallet: engines.get(wallet)?.wallet }, method, params)

/** Records that recorded answers of the wallets contain, each as it was last seen before a call. */
const recordsBefore = (position: number): NodeNameRecord[] => {
  const records = new Map<string, NodeNameRecord>()
  for (const { request, answer } of calls.slice(0, position)) {
    const listed = request.method === 'lns_known_names' ? answer.result?.['known_names'] : undefined
    for (const item of Array.isArray(listed) ? listed : []) {
      const entry = item as RpcParams // a recorded record
      const type = entry['type'] === 'session' ? 0 : 2
      records.set(`${type}/${entry['hashed']}`, {
        type,
        nameHash: fromBase64(String(entry['hashed'])) ?? new Uint8Array(32),
        owner: String(entry['owner']),
        backupOwner: entry['backup_owner'] === undefined ? undefined : String(entry['backup_owner']),
        encryptedValue: fromHex(String(entry['encrypted_value'])),
        txid: fromHex(String(entry['txid'])),
        updateHeight: Number(entry['update_height']),
        expirationHeight: entry['expiration_height'] === undefined ? undefined : Number(entry['expiration_height']),
      })
    }
  }
  return [...records.values()]
}

const ENCRYPTED_ACCEPTED =
  'an encrypted value of the name can be signed, as specified; oxen-wallet-rpc takes it for a plain one'
const OTHER_ANSWERS: Readonly<Record<string, string>> = {
  'signature over value': ENCRYPTED_ACCEPTED,
  'signature over value, owner, backup': ENCRYPTED_ACCEPTED,
  'signature by a stranger': ENCRYPTED_ACCEPTED,
}

const failures = calls.flatMap(({ label, wallet, request, answer }, position) =>
  (request.method ?? '').startsWith('lns_') &&
  NAMES.some((name) => name === wallet) &&
  answer.error !== undefined &&
  answer.error.code !== -1 &&
  !(label in OTHER_ANSWERS)
    ? [[`${label} (${position})`, { wallet, request, answer, position }] as const]
    : [],
)

describe('recorded errors', () => {
  it('are most of all calls', () => {
    expect(failures.length).toBeGreaterThan(100)
  })

  it.each(failures)('are the same: %s', async (_, { wallet, request, answer, position }) => {
    node.nameRecords = recordsBefore(position)
    expect(await call(wallet, request.method ?? '', request.params ?? {})).toEqual(answer)
  })
})

describe('recorded results', () => {
  const hashes = calls.filter(
    ({ request, answer }) => request.method === 'lns_hash_name' && answer.result !== undefined,
  )
  const decrypted = calls.filter(
    ({ request, answer }) => request.method === 'lns_decrypt_value' && answer.result !== undefined,
  )

  it.each([...hashes, ...decrypted].map((one) => [JSON.stringify(one.request).slice(0, 100), one] as const))(
    'are the same: %s',
    async (_, { wallet, request, answer }) => {
      expect(await call(wallet, request.method ?? '', request.params ?? {})).toEqual(answer)
    },
  )

  const lists = calls.flatMap(({ label, wallet, request, answer }, position) =>
    request.method === 'lns_known_names' && answer.result?.['known_names'] !== undefined && position > 150
      ? [[`${label} ${JSON.stringify(request.params)} (${position})`, { wallet, request, answer, position }] as const]
      : [],
  )

  it('are many lists of known names', () => {
    expect(lists.length).toBeGreaterThan(20)
  })

  it.each(lists)('are the same: %s', async (_, { wallet, request, answer, position }) => {
    const listed = answer.result?.['known_names'] as readonly RpcParams[] // recorded records
    const names = listed.map(({ type, name }) => ({ type, name }))
    expect(await call(wallet, 'lns_add_known_names', { names })).toEqual({ result: {} })
    node.nameRecords = recordsBefore(position + 1)
    const ours = await call(wallet, 'lns_known_names', request.params ?? {})
    const records = 'result' in ours ? (ours.result['known_names'] as readonly RpcParams[]) : [] // records
    // The chain of the test is shorter than the recorded one, so that nothing has expired, and more names are known later.
    const wanted = records
      .filter(({ type, name }) => listed.some((one) => one['type'] === type && one['name'] === name))
      .map((record) => ('expired' in record ? { ...record, expired: expect.any(Boolean) } : record))
    expect(listed).toEqual(wanted)
  })
})

describe('signatures of updates', () => {
  const made = calls.flatMap((one, position) =>
    one.request.method === 'lns_make_update_mapping_signature' && one.answer.result !== undefined
      ? [[`${one.label} (${position})`, { ...one, position }] as const]
      : [],
  )

  it.each(made)(
    'are recorded ones, and valid ones of this wallet: %s',
    async (_, { wallet, request, answer, position }) => {
      const params = request.params ?? {}
      node.nameRecords = recordsBefore(position)
      const name = String(params['name'])
      const record = node.nameRecords.find(({ nameHash: hash }) => hash.join() === nameHash(name).join())
      if (record === undefined) throw new Error(`no record of ${name}`)
      const given = (field: string) =>
        params[field] === undefined ? undefined : parseNameOwner(oxenRegtest, String(params[field]))
      const update = {
        encryptedValue: undefined,
        owner: given('owner'),
        backupOwner: given('backup_owner'),
        previousId: record.txid,
      }
      const owner = parseNameOwner(oxenRegtest, record.owner)
      const ours = await call(wallet, 'lns_make_update_mapping_signature', params)
      const [theirs, own] = [answer.result, 'result' in ours ? ours.result : {}].map((result) =>
        fromHex(String(result?.['signature'])),
      )
      // What a plain value is encrypted to is random, and not returned.
      if (params['encrypted_value'] !== undefined) return
      expect(isNameUpdateSignedBy(update, owner, own ?? new Uint8Array())).toBe(true)
      // Updates that were mined since the last recorded list changed the id before it.
      const previous = [record.txid, ...Object.keys(tx_hex).map((txid) => fromHex(txid))]
      const isValid = (previousId: Uint8Array): boolean =>
        isNameUpdateSignedBy({ ...update, previousId }, owner, theirs ?? new Uint8Array())
      expect(previous.some(isValid)).toBe(true)
    },
  )
})

it('do not exist on networks without names', async () => {
  const methods = ['lns_hash_name', 'lns_known_names', 'lns_buy_mapping', 'lns_make_update_mapping_signature']
  const engine = await restored(testHost(new FakeNode(moneroRegtest, [])), moneroRegtest.id, wallets.A.keys.mnemonic)
  for (const method of methods)
    expect(await callWallet(engine, method, {})).toEqual({ error: { code: -32601, message: 'Method not found' } })
  expect(openedIn(engine).network.hasServiceNodes).toBe(false)
  await engine.closeWallet()
})
