// Multisig wallets with several accounts and addresses: what they pay and sweep, what each participant shows of it and can prove.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeSeed } from '../../../../src/coin/seeds/seed.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import type { JsonObject, JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { numberIn, numbersIn, objectsIn, stringIn, stringsIn } from '../../../support/rpc/response.ts'
import { call, failure } from '../../../support/rpc/wallet-calls.ts'
import { restored, testHost } from '../../../support/wallet/engine-host.ts'
import { payeeKeys } from '../../../support/wallet/multisig/multisig-proposal.ts'
import {
  engineAt,
  exchangeInfos,
  type MultisigStage,
  multisigStages,
} from '../../../support/wallet/multisig/multisig-stage.ts'
import { shownHistory } from '../../../support/wallet/shown-history.ts'

const COINS = 3_000_000_000

const stages = multisigStages()
afterAll(() => stages.close())

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, part) => whole + part, 0)
const addressOf = async (engine: Engine, account_index: number, address_index = 0): Promise<string> => {
  const { addresses } = await call(engine, 'get_address', { account_index, address_index: [address_index] })
  return stringIn(objectsIn({ addresses }, 'addresses')[0], 'address')
}

/** A wallet of which two of three participants sign, with an account and an address more, and coins on all of its addresses. */
const stageWithAccounts = async (chain: Parameters<typeof stages.begin>[0]) => {
  const stage = await stages.begin(chain, 2, 3)
  for (const engine of stage.engines) {
    await call(engine, 'create_account')
    await call(engine, 'create_address', { account_index: 0 })
  }
  const [first] = stage.engines
  if (first === undefined) throw new TypeError('no participants')
  const addresses = { subaddress: await addressOf(first, 0, 1), account: await addressOf(first, 1) }
  await stage.pay([addresses.subaddress, addresses.account], 10 * COINS)
  await exchangeInfos(stage)
  return { ...stage, ...addresses }
}

/** Lets the first participant propose a payment, the second one sign and the third one submit it. */
const sent = async (stage: MultisigStage, method: string, params: JsonWritable) => {
  const proposal = await call(engineAt(stage, 0), method, params)
  const signed = await call(engineAt(stage, 1), 'sign_multisig', { tx_data_hex: stringIn(proposal, 'multisig_txset') })
  const submitted = await call(engineAt(stage, 2), 'submit_multisig', { tx_data_hex: stringIn(signed, 'tx_data_hex') })
  expect(submitted).toEqual({ tx_hash_list: signed['tx_hash_list'] })
  return { proposal, txids: stringsIn(submitted, 'tx_hash_list') }
}

/** Expects that all participants show the same; returns the balance, and the transactions whose destinations each of them knows. */
const shownByAll = async ({ engines }: MultisigStage) => {
  const shown = await Promise.all(engines.map(shownHistory))
  for (const { view } of shown) expect(view).toEqual(shown[0]?.view)
  return { balance: shown[0]?.balance ?? 0, known: shown.map(({ known }) => known) }
}

describe.each([
  ['oxen', oxenChain, 'V1'],
  ['monero', moneroChain, 'V2'],
] as const)('a multisig wallet of the %s family', (family, chain, version) => {
  let stage: Awaited<ReturnType<typeof stageWithAccounts>>
  let payee: Engine
  let to: { readonly main: string; readonly subaddress: string; readonly integrated: string }
  /** to several recipients from a subaddress, and to an integrated address from another account */
  let several: { readonly proposal: JsonObject; readonly txid: string }
  let integrated: { readonly proposal: JsonObject; readonly txid: string }
  let before: number

  const one = async (params: JsonWritable) => {
    const { proposal, txids } = await sent(stage, 'transfer', params)
    expect(txids).toHaveLength(1)
    return { proposal, txid: txids[0] ?? '' }
  }

  beforeAll(async () => {
    stage = await stageWithAccounts(chain)
    payee = await restored(
      testHost(stage.client()),
      stage.network.id,
      await encodeSeed(payeeKeys.spendSecret, 'English'),
    )
    to = {
      main: await addressOf(payee, 0),
      subaddress: stringIn(await call(payee, 'create_address'), 'address'),
      integrated: stringIn(
        await call(payee, 'make_integrated_address', { payment_id: '00112233445566aa' }),
        'integrated_address',
      ),
    }
    before = (await shownByAll(stage)).balance
    several = await one({
      destinations: [
        { address: to.main, amount: COINS },
        { address: to.subaddress, amount: 1_000_000_000 },
        { address: stage.account, amount: 500_000_000 },
      ],
      subaddr_indices: [1],
      get_tx_key: true,
    })
    integrated = await one({
      destinations: [{ address: to.integrated, amount: 2_000_000_000 }],
      account_index: 1,
      get_tx_key: true,
    })
    await stage.mine(12)
    await payee.refresh()
  }, 120_000)

  afterAll(() => payee.closeWallet())

  it('pays addresses of every kind, from chosen addresses and from another account', async () => {
    const { in: received = [] } = await call(payee, 'get_transfers', { in: true })
    const seen = objectsIn({ received }, 'received').map(({ txid, amount, address, payment_id }) => [
      ...[txid, amount, address, payment_id],
    ])
    const none = '0000000000000000'
    expect(new Set(seen.map((entry) => JSON.stringify(entry)))).toEqual(
      new Set(
        [
          [several.txid, COINS, to.main, none],
          [several.txid, 1_000_000_000, to.subaddress, none],
          [integrated.txid, 2_000_000_000, to.main, '00112233445566aa'],
        ].map((entry) => JSON.stringify(entry)),
      ),
    )
    const spent = async (account_index: number): Promise<unknown[]> => {
      const { transfers = [] } = await call(engineAt(stage, 1), 'incoming_transfers', {
        ...{ transfer_type: 'unavailable', account_index, verbose: true },
      })
      return objectsIn({ transfers }, 'transfers').map(({ subaddr_index }) => subaddr_index)
    }
    expect(await spent(0)).toEqual([{ major: 0, minor: 1 }])
    expect(await spent(1)).toEqual([{ major: 1, minor: 0 }])
  })

  it('shows the same to every participant, but for the destinations, which the one that submitted knows', async () => {
    const { balance, known } = await shownByAll(stage)
    const fees = sum([several, integrated].map(({ proposal }) => numberIn(proposal, 'fee')))
    expect(balance).toBe(before - COINS - 3_000_000_000 - fees)
    expect(known.map((txids) => new Set(txids))).toEqual([
      new Set(),
      new Set(),
      new Set([several.txid, integrated.txid]),
    ])
    await exchangeInfos(stage)
    expect((await shownByAll(stage)).known).toEqual(known)
  })

  it('has the transaction keys where the payment was proposed, in the answer, and where it was submitted', async () => {
    for (const [{ proposal, txid }, address, received] of [
      [several, to.subaddress, 1_000_000_000],
      [integrated, to.main, 2_000_000_000],
    ] as const) {
      const tx_key = stringIn(proposal, 'tx_key')
      expect(await call(engineAt(stage, 2), 'get_tx_key', { txid })).toEqual({ tx_key })
      for (const i of [0, 1])
        expect(await failure(engineAt(stage, i), 'get_tx_key', { txid })).toEqual({
          code: -24,
          message: 'No tx secret key is stored for this tx',
        })
      expect(await call(payee, 'check_tx_key', { txid, tx_key, address })).toMatchObject({ received, in_pool: false })
    }
  })

  it('proves payments as their receiver and, where it was submitted, as their sender', async () => {
    const { txid } = several
    const proof = (i: number, address: string) =>
      call(engineAt(stage, i), 'get_tx_proof', { txid, address, message: 'm' }).then((answer) =>
        stringIn(answer, 'signature'),
      )
    const received = async (address: string, signature: string, message = 'm') => {
      const answer = await call(payee, 'check_tx_proof', { txid, address, message, signature })
      return [answer['good'], answer['received']]
    }
    for (const [address, amount] of [
      [to.main, COINS],
      [to.subaddress, 1_000_000_000],
    ] as const) {
      const signature = await proof(2, address)
      expect(signature).toMatch(new RegExp(`^OutProof${version}`))
      expect(await received(address, signature)).toEqual([true, amount])
      expect(await received(address, signature, 'other')).toEqual([false, 0])
      for (const i of [0, 1])
        expect(await failure(engineAt(stage, i), 'get_tx_proof', { txid, address })).toEqual({
          code: -1,
          message: "Tx secret key wasn't found in the wallet file.",
        })
    }
    for (const i of [0, 1, 2]) {
      const signature = await proof(i, stage.account)
      expect(signature).toMatch(new RegExp(`^InProof${version}`))
      expect(await received(stage.account, signature)).toEqual([true, 500_000_000])
    }
  })

  it('proves neither what it spent nor what it has, and signs no text', async () => {
    for (const engine of stage.engines) {
      expect(await failure(engine, 'get_spend_proof', { txid: several.txid })).toEqual({
        code: -1,
        message: 'key image mismatch',
      })
      expect(await failure(engine, 'get_spend_proof', { txid: 'ab'.repeat(32) })).toEqual({
        code: -1,
        message:
          family === 'monero'
            ? 'daemon returned wrong response for gettransactions, wrong txs count = 0, expected 1'
            : 'Failed to get transaction(s) from daemon: expected 1 txes, got 0',
      })
      for (const request of [{ all: true }, { account_index: 0, amount: 1 }])
        expect(await failure(engine, 'get_reserve_proof', request)).toEqual({
          code: -1,
          message: 'Reserve proof can only be generated by a full wallet',
        })
      expect(await failure(engine, 'sign', { data: 'x' })).toEqual({
        code: -29,
        message: 'No participant of a multisig wallet has its spend key.',
      })
    }
  })

  it('sweeps outputs and accounts, and pays in several transactions', { timeout: 120_000 }, async () => {
    const [first] = stage.engines
    if (first === undefined) throw new TypeError('no participants')
    await stage.pay([stage.address, stage.address], 10 * COINS)
    await exchangeInfos(stage)
    const { balance } = await shownByAll(stage)
    const split = await sent(stage, 'transfer_split', {
      destinations: Array.from({ length: 17 }, () => ({ address: to.main, amount: 10_000_000 })),
      ...{ get_tx_keys: true, get_tx_hex: true, get_tx_metadata: true },
    })
    expect(split.txids).toHaveLength(2)
    for (const list of ['tx_key_list', 'fee_list', 'amount_list']) expect(split.proposal[list], list).toHaveLength(2)
    expect(Object.keys(split.proposal)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^tx_(?:hash|blob|metadata)_list$/)]),
    )
    expect(sum(numbersIn(split.proposal, 'amount_list'))).toBe(170_000_000)
    await stage.mine(12)
    await exchangeInfos(stage)
    const { transfers = [] } = await call(first, 'incoming_transfers', { transfer_type: 'available', account_index: 1 })
    const [coin] = objectsIn({ transfers }, 'transfers')
    const request = { address: to.subaddress, key_image: stringIn(coin, 'key_image'), get_tx_key: true }
    const single = await sent(stage, 'sweep_single', request)
    expect(numberIn(single.proposal, 'amount') + numberIn(single.proposal, 'fee')).toBe(coin?.['amount'])
    expect(await call(first, 'sweep_dust')).toEqual({ multisig_txset: '', unsigned_txset: '' })
    const all = { address: to.main, account_index: 0, subaddr_indices_all: true, get_tx_keys: true }
    const swept = await sent(stage, 'sweep_all', all)
    await stage.mine(12)
    await payee.refresh()
    const left = await shownByAll(stage)
    const spent = [
      ...['amount_list', 'fee_list'].flatMap((list) =>
        [split, swept].flatMap(({ proposal }) => numbersIn(proposal, list)),
      ),
      ...[numberIn(single.proposal, 'amount'), numberIn(single.proposal, 'fee')],
    ]
    expect(left.balance).toBe(balance - sum(spent))
    expect(await call(first, 'get_balance', { account_index: 0 })).toMatchObject({ balance: 0 })
    const { amount_list } = swept.proposal
    const txid = swept.txids[0] ?? ''
    expect(await call(payee, 'get_transfer_by_txid', { txid })).toMatchObject({
      transfer: { amount: numbersIn({ amount_list }, 'amount_list')[0] },
    })
    expect(await failure(first, 'sweep_single', request)).toEqual({ code: -1, message: 'No outputs found' })
  })
})
