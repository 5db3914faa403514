// Sweeps and frozen outputs over the wallet RPC.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { destinations, openOnNewNode, THEIRS } from '../../../support/rpc/payment-calls.ts'
import { numberIn, numbersIn, objectsIn, stringsIn } from '../../../support/rpc/response.ts'
import { call, failure } from '../../../support/rpc/wallet-calls.ts'
import { openedIn } from '../../../support/wallet/engine-host.ts'

describe('a sweep', () => {
  /** Returns the address indices that a transaction spends from. */
  const spentFrom = (engine: Engine, txid: string): readonly number[] =>
    openedIn(engine).state.ledger.payments.get(txid)?.subaddresses ?? []

  it('without addresses spends from one, and with subaddr_indices_all from all', async () => {
    const { engine } = await openOnNewNode()
    const request = { address: THEIRS, account_index: 1, priority: 1 }
    const one = await call(engine, 'sweep_all', request)
    const [first = ''] = stringsIn(one, 'tx_hash_list')
    expect(spentFrom(engine, first)).toHaveLength(1)
    expect(spentFrom(engine, first)).not.toContain(0)
    const all = await call(engine, 'sweep_all', { ...request, subaddr_indices_all: true })
    const sum = (numbers: number[]) => numbers.reduce((whole, part) => whole + part, 0)
    const sent = [one, all].map((swept) => sum(numbersIn(swept, 'amount_list')) + sum(numbersIn(swept, 'fee_list')))
    const left = openedIn(engine).balance(1).total
    expect(BigInt(sum(sent)) + left).toBe(32_810_106_893n)
    await engine.closeWallet()
  })

  it('spends outputs below an amount from the given addresses, in equal parts', async () => {
    const { engine } = await openOnNewNode()
    const below = 1_000_000_000n
    const request = { address: THEIRS, account_index: 0, subaddr_indices: [0, 1], below_amount: below, outputs: 3 }
    const swept = await call(engine, 'sweep_all', { ...request, priority: 1, get_tx_keys: true })
    for (const txid of stringsIn(swept, 'tx_hash_list')) {
      const payment = openedIn(engine).state.ledger.payments.get(txid)
      const images = new Set(payment?.keyImages.map(toHex))
      const spent = [...openedIn(engine).state.ledger.outputs.values()].filter(
        ({ keyImage }) => keyImage !== undefined && images.has(toHex(keyImage)),
      )
      expect(spent.every(({ amount, subaddress }) => amount < below && subaddress.minor < 2)).toBe(true)
      const parts = payment?.destinations.map(({ amount }) => amount) ?? []
      expect(parts).toHaveLength(3)
      expect(Math.max(...parts.map(Number)) - Math.min(...parts.map(Number))).toBeLessThan(3)
    }
    await engine.closeWallet()
  })

  it('of one output spends that output only', async () => {
    const { node, engine } = await openOnNewNode()
    const coin = [...openedIn(engine).state.ledger.countedOutputs()].find(
      ({ spent, subaddress, amount }) => spent === undefined && subaddress.major === 1 && amount > 1_000_000_000n,
    )
    const request = { address: THEIRS, key_image: toHex(coin?.keyImage ?? new Uint8Array()), priority: 1 }
    const swept = await call(engine, 'sweep_single', { ...request, outputs: 2, get_tx_key: true })
    expect(BigInt(numberIn(swept, 'amount') + numberIn(swept, 'fee'))).toBe(coin?.amount)
    expect(node.submitted).toHaveLength(1)
    expect(await failure(engine, 'sweep_single', request)).toEqual({ code: -1, message: 'No outputs found' })
    expect(node.submitted).toHaveLength(1)
    await engine.closeWallet()
  })
})

describe('coin control', () => {
  it('excludes a frozen output from balances and payments until it is thawed', async () => {
    const { engine, total } = await openOnNewNode()
    const wallet = openedIn(engine)
    const coins = [...wallet.state.ledger.countedOutputs()].filter(
      ({ spent, subaddress }) => spent === undefined && subaddress.major === 2,
    )
    expect(coins).toHaveLength(2)
    const images = coins.map(({ keyImage }) => toHex(keyImage ?? new Uint8Array()))
    const [first = '', second = ''] = images
    expect(await call(engine, 'frozen', { key_image: first })).toEqual({ frozen: false })
    expect(await call(engine, 'freeze', { key_image: first })).toEqual({})
    expect(await call(engine, 'frozen', { key_image: first.toUpperCase() })).toEqual({ frozen: true })
    expect(await call(engine, 'frozen', { key_image: second })).toEqual({ frozen: false })
    expect(wallet.balance().total).toBe(total - (coins[0]?.amount ?? 0n))
    const balance = await call(engine, 'get_balance', { account_index: 2 })
    expect(objectsIn(balance, 'per_subaddress')[0]).toMatchObject({
      num_unspent_outputs: 2,
      balance: Number(coins[1]?.amount),
    })
    expect(await failure(engine, 'sweep_single', { address: THEIRS, key_image: first, priority: 1 })).toEqual({
      code: -1,
      message: 'No outputs found',
    })
    await call(engine, 'freeze', { key_image: second })
    const sweep = { address: THEIRS, account_index: 2, priority: 1 }
    expect(await failure(engine, 'sweep_all', sweep)).toEqual({
      code: -1,
      message: 'No unlocked balance in the entire wallet',
    })
    const pay = { destinations: destinations(1n), account_index: 2, priority: 1 }
    expect((await failure(engine, 'transfer', pay))?.code).toBe(-17)
    for (const key_image of images) await call(engine, 'thaw', { key_image })
    expect(wallet.balance().total).toBe(total)
    expect(await call(engine, 'transfer', pay)).toMatchObject({ amount: 1 })
    await engine.closeWallet()
  })

  it('rejects malformed and unknown key images', async () => {
    const { engine } = await openOnNewNode()
    for (const [method, purpose] of [
      ['freeze', 'freeze'],
      ['thaw', 'thaw'],
      ['frozen', 'check if frozen'],
    ] as const) {
      expect(await failure(engine, method)).toEqual({ code: -1, message: `Must specify key image to ${purpose}` })
      expect(await failure(engine, method, { key_image: 'zz' })).toEqual({
        code: -10,
        message: 'failed to parse key image',
      })
      expect(await failure(engine, method, { key_image: 'ab'.repeat(32) })).toEqual({
        code: -1,
        message: 'Key image not found',
      })
    }
    await engine.closeWallet()
  })
})
