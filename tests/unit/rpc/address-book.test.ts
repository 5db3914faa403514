// The address book, notes, attributes and payment URIs, with the recorded responses of oxen-wallet-rpc.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import type { JsonWritable } from '../../../src/jsonrpc/json.ts'
import { vector } from '../../support/data/vectors.ts'
import { objectsIn } from '../../support/rpc/response.ts'
import { call as callEngine, failure as failureOfEngine, postCall } from '../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')

let engine: Engine

beforeAll(async () => {
  engine = await restored(testHost(new FakeNode(oxenRegtest, smallChain())), 'oxen-regtest', wallets.B.keys.mnemonic)
})
afterAll(() => engine.closeWallet())

const call = (method: string, params: JsonWritable = {}) => callEngine(engine, method, params)
const failure = (method: string, params: JsonWritable = {}) => failureOfEngine(engine, method, params)

describe('the address book', () => {
  const A: string = wallets.A.keys.address
  const C: string = wallets.C.keys.address
  const ZEROS = '0'.repeat(64)

  it('stores addresses with descriptions, by index', async () => {
    const { integrated, payment_ids } = vector('oxen/chain-small/actions.json')
    const withId = integrated[`C${payment_ids.short1}`]
    expect(await call('get_address_book')).toEqual({})
    expect(await call('add_address_book', { address: A, description: 'a' })).toEqual({ index: 0 })
    expect(await call('add_address_book', { address: C })).toEqual({ index: 1 })
    expect(await call('add_address_book', { address: withId, description: 'integrated' })).toEqual({ index: 2 })
    const kept = { index: 2, address: withId, description: 'integrated' }
    expect((await call('get_address_book', { entries: [2, 0] }))['entries']).toEqual([
      { ...kept, payment_id: payment_ids.short1.padEnd(64, '0') },
      { index: 0, address: A, description: 'a', payment_id: ZEROS },
    ])
    await call('edit_address_book', { index: 0, set_address: true, address: C, description: 'not set' })
    await call('edit_address_book', { index: 1, set_description: true, description: 'changed', address: A })
    await call('delete_address_book', { index: 0 })
    expect((await call('get_address_book'))['entries']).toMatchObject([
      { index: 0, address: C, description: 'changed' },
      { ...kept, index: 1 },
    ])
    await call('delete_address_book', { index: 1 })
    await call('delete_address_book', { index: 0 })
  })

  it('accepts payment ids in the older form', async () => {
    const { integrated, payment_ids } = vector('oxen/chain-small/actions.json')
    const short = payment_ids.short2
    const forms = [short, short.padEnd(64, '0'), payment_ids.long, ZEROS, '']
    for (const payment_id of forms) await call('add_address_book', { address: A, payment_id })
    const entries = objectsIn(await call('get_address_book'), 'entries')
    expect(entries.map(({ address, payment_id }) => [address, payment_id])).toEqual([
      [integrated[`A${short}`], short.padEnd(64, '0')],
      [integrated[`A${short}`], short.padEnd(64, '0')],
      [A, payment_ids.long],
      [A, ZEROS],
      [A, ZEROS],
    ])
    expect((await failure('add_address_book', { address: A, payment_id: 'abc' }))?.code).toBe(-5)
    const subaddress = openedIn(engine).addressText({ major: 0, minor: 1 })
    expect((await failure('add_address_book', { address: subaddress, payment_id: short }))?.code).toBe(-5)
    for (const _ of forms) await call('delete_address_book', { index: 0 })
    expect(await call('get_address_book')).toEqual({})
  })

  it('loses no concurrent entry', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => call('add_address_book', { address: A, description: `${i}` })),
    )
    expect(new Set(answers.map(({ index }) => index)).size).toBe(20)
    await Promise.all(answers.map(() => call('delete_address_book', { index: 0 })))
    expect(await call('get_address_book')).toEqual({})
  })
})

describe('notes and attributes', () => {
  it('stores notes for any transactions', async () => {
    const txids = ['ab'.repeat(32), 'CD'.repeat(32), '00'.repeat(32)]
    await call('set_tx_notes', { txids: txids.slice(0, 2), notes: ['one', 'zwei ü'] })
    expect(await call('get_tx_notes', { txids })).toEqual({ notes: ['one', 'zwei ü', ''] })
    await call('set_tx_notes', { txids: txids.slice(0, 1), notes: [''] })
    expect(await call('get_tx_notes', { txids })).toEqual({ notes: ['', 'zwei ü', ''] })
  })

  it('writes nothing if one id is malformed', async () => {
    const params = { txids: ['ef'.repeat(32), 'zz'], notes: ['x', 'y'] }
    expect(await failure('set_tx_notes', params)).toEqual({ code: -8, message: 'TX ID has invalid format' })
    expect(await call('get_tx_notes', { txids: ['ef'.repeat(32)] })).toEqual({ notes: [''] })
  })

  it('stores attributes with any key', async () => {
    for (const key of ['k', '', 'ключ', '__proto__', 'x'.repeat(5000)]) {
      await call('set_attribute', { key, value: `v € ${key.length}` })
      expect(await call('get_attribute', { key })).toEqual({ value: `v € ${key.length}` })
    }
    expect(await failure('get_attribute', { key: 'constructor' })).toEqual({
      code: -45,
      message: 'Attribute not found.',
    })
  })
})

describe('payment URIs', () => {
  const recorded = vector('oxen/rpc-shapes.json').uri

  it.each(recorded.map(({ request, answer }) => ({ ...request, answer })))('$method $params', async (item) => {
    const { method, params, answer } = item
    const { result, error } = await postCall(engine, method, params)
    // oxen-wallet-rpc treats a description after a name as a duplicate parameter.
    if (answer.error?.message.endsWith('more than one instance of tx_description'))
      expect(error?.message.replace('recipient_name', 'tx_description')).toBe(
        isReadable(params.uri ?? '') ? undefined : answer.error.message,
      )
    else if (answer.error === undefined) expect(result).toEqual(answer.result)
    else expect(error).toMatchObject(answer.error)
  })

  const isReadable = (uri: string): boolean => {
    const names = (uri.split('?')[1] ?? '').split('&').map((parameter) => parameter.split('=')[0])
    return new Set(names).size === names.length
  }
})
