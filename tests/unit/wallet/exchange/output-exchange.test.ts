// Export and import of outputs and key images between copies of an oxen wallet, compared with the recorded exchange of oxen-wallet-rpc.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { equalBytes } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import type { ExportedOutput, OutputExport } from '../../../../src/coin/exports/exportedOutput.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { formatOutputExport, parseOutputExport } from '../../../../src/coin/sealed-exports/outputExport.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import { Ledger } from '../../../../src/wallet/state/ledger.ts'
import { LedgerDraft } from '../../../../src/wallet/state/ledgerDraft.ts'
import { answerOf, vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { callWallet, type RpcAnswer, type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import {
  BEGINNING,
  mortalStore,
  newWallet,
  openedIn,
  PASSWORD,
  testHost,
  viewOf,
} from '../../../support/wallet/engine-host.ts'
import { proofNode } from '../../../support/wallet/proof-chain.ts'

type Call = {
  readonly label: string
  readonly wallet: string
  readonly request: { readonly method: string; readonly params: RpcParams }
  readonly answer: RpcAnswer
}

import { changedOutput } from '../../../../src/wallet/state/packedOutput.ts'

const recording = vector('oxen/cold-signing.json')
const calls: readonly Call[] = recording.calls.map((call) => ({ ...call, answer: answerOf(call.answer) }))
const { B, C } = recording.keys

/** Returns the first recorded call of a method with a label. */
const recorded = (label: string, method: string): { readonly params: RpcParams; readonly result: RpcParams } => {
  const call = calls.find((candidate) => candidate.label === label && candidate.request.method === method)
  if (call === undefined || 'error' in call.answer) throw new Error(`${label} has no recorded result of ${method}`)
  return { params: call.request.params, result: call.answer.result }
}

const { fetch: ask, node } = proofNode(341)

const online = (store?: Store) => testHost(createNodeClient({ url: 'http://node', fetch: ask }), store)
const nowhere = () =>
  testHost(
    createNodeClient({ url: 'http://node', fetch: () => Promise.reject(new TypeError('there is no network here')) }),
  )

const engines: Engine[] = []

const copyOf = async (host: ReturnType<typeof testHost>, keys: typeof B, spendSecret: string): Promise<Engine> => {
  const engine = createEngine(host)
  engines.push(engine)
  const { address, view_key: viewSecret } = keys
  await engine.restoreFromKeys(newWallet('oxen-regtest'), { address, viewSecret, spendSecret }, BEGINNING)
  await engine.refresh()
  return engine
}

const watching = (store?: Store): Promise<Engine> => copyOf(online(store), B, '')
const offline = (keys = B): Promise<Engine> => copyOf(nowhere(), keys, keys.spend_key)

afterAll(async () => {
  for (const engine of engines) await engine.closeWallet()
})

const exported = recorded('first export', 'export_outputs').result['outputs_data_hex']
const images = recorded('all key images', 'export_key_images').result

const listIn = async (engine: Engine, hex: unknown): Promise<OutputExport> =>
  await parseOutputExport(oxenRegtest, openedIn(engine).keys, fromHex(String(hex)))

/** The fields that both exports have in common; our transaction prefix contains only the data of this output. */
const essentials = ({ chain, txPublicKeys, additionalKeys, ...output }: ExportedOutput) => ({
  ...output,
  height: chain?.height,
  txid: chain?.txid,
  mask: chain?.mask,
})

const balancesOf = async (engine: Engine): Promise<RpcParams> =>
  await resultOf(engine, 'get_balance', { account_index: 0, all_accounts: true })

const snapshot = async (engine: Engine): Promise<unknown> => {
  const { ledger, imported } = openedIn(engine).state
  const outputs = new Map(Array.from(ledger.outputs, ([id, output]) => [id, changedOutput(output, {})]))
  return structuredClone({ outputs, payments: ledger.payments, imported })
}

describe('a watch-only wallet and one without a node', () => {
  let hot: Engine
  let cold: Engine

  beforeAll(async () => {
    hot = await watching()
    cold = await offline()
  })

  it('export the outputs of the recorded wallet', async () => {
    const { outputs_data_hex } = await resultOf(hot, 'export_outputs', { all: true })
    const [ours, theirs] = [await listIn(hot, outputs_data_hex), await listIn(hot, exported)]
    expect(ours.outputs.map(essentials)).toEqual(theirs.outputs.map(essentials))
    expect(
      ours.outputs.every(({ chain, indexInTx, key }) => equalBytes(chain?.prefix.outputs[indexInTx]?.key ?? key, key)),
    ).toBe(true)
    expect(await resultOf(hot, 'get_balance', { account_index: 0, all_accounts: true })).toMatchObject({
      balance: recorded('before key images are known', 'get_balance').result['balance'],
    })
  })

  it('import the recorded outputs and compute the recorded key images', async () => {
    expect(await resultOf(cold, 'export_key_images', {})).toEqual({ offset: 0, signed_key_images: [] })
    expect(await resultOf(cold, 'import_outputs', { outputs_data_hex: exported })).toEqual(
      recorded('first import', 'import_outputs').result,
    )
    const keyImages = (answer: RpcParams): unknown =>
      (answer['signed_key_images'] as { key_image: string }[]).map(({ key_image }) => key_image)
    for (const requested_only of [false, true]) {
      const answer = await resultOf(cold, 'export_key_images', { requested_only })
      expect(answer['offset']).toBe(0)
      expect(keyImages(answer)).toEqual(keyImages(images))
    }
  })

  it('show the imported outputs in balances and transfers if there is no chain', async () => {
    const theirs = recorded('cold balance after import', 'get_balance').result
    const { balance, unlocked_balance, per_subaddress } = await balancesOf(cold)
    expect({ balance, unlocked_balance }).toEqual({
      balance: theirs['balance'],
      unlocked_balance: theirs['unlocked_balance'],
    })
    type Held = { readonly account_index: number; readonly address_index: number; readonly balance: number }
    const held = (list: unknown): unknown =>
      (list as Held[]).map((one) => [one.account_index, one.address_index, one.balance])
    expect(held(per_subaddress)).toEqual(held(theirs['per_subaddress']))
    const { params, result } = recorded('cold transfers after import', 'incoming_transfers')
    type Incoming = { readonly amount: number; readonly key_image: string; readonly block_height: number }
    const incoming = (answer: RpcParams): unknown =>
      (answer['transfers'] as Incoming[]).map((one) => [one.amount, one.key_image, one.block_height])
    expect(incoming(await resultOf(cold, 'incoming_transfers', params))).toEqual(incoming(result))
    // Every address with an output is used.
    const { addresses } = await resultOf(cold, 'get_address', { account_index: 0 })
    const used = (addresses as { address_index: number; used: boolean }[]).filter((address) => address.used)
    const minors = (result['transfers'] as { subaddr_index: { minor: number } }[]).map((one) => one.subaddr_index.minor)
    expect(used.map(({ address_index }) => address_index)).toEqual([...new Set(minors)].toSorted((a, b) => a - b))
    const accounts = (answer: RpcParams): unknown =>
      (answer['subaddress_accounts'] as { balance: number }[]).map((account) => account.balance)
    expect(accounts(await resultOf(cold, 'get_accounts', {}))).toEqual(
      accounts(recorded('cold accounts', 'get_accounts').result),
    )
  })

  it('reject invalid key images with the recorded errors and change nothing', async () => {
    const before = await snapshot(hot)
    for (const label of ['bad signature', 'wrong order']) {
      const call = calls.find((one) => one.label === label && one.request.method === 'import_key_images')
      expect(await callWallet(hot, 'import_key_images', call?.request.params)).toEqual(call?.answer)
    }
    const [first] = images['signed_key_images'] as { key_image: string; signature: string }[]
    const refusals = [
      [{ offset: 145, signed_key_images: [] }, -1, 'Offset larger than known outputs'],
      [
        { offset: 144, signed_key_images: [first] },
        -1,
        'The blockchain is out of date compared to the signed key images',
      ],
      [{ signed_key_images: [{ key_image: 'zz', signature: 'yy' }] }, -10, 'failed to parse key image'],
      [{ signed_key_images: [{ ...first, signature: '22' }] }, -9, 'failed to parse signature'],
      [
        { signed_key_images: [{ ...first, key_image: '11'.repeat(32) }] },
        -1,
        `Key image out of validity domain: input 0/1, key image ${'11'.repeat(32)}`,
      ],
    ] as const
    for (const [params, code, message] of refusals)
      expect(await callWallet(hot, 'import_key_images', params)).toEqual({ error: { code, message } })
    expect(await snapshot(hot)).toEqual(before)
  })

  it('find the spent outputs of the recorded wallet after the import of key images', async () => {
    for (const label of ['at an offset', 'import key images', 'bad signature for a key image already known']) {
      const { params, result } = recorded(label, 'import_key_images')
      expect(await resultOf(hot, 'import_key_images', params)).toEqual(result)
    }
    const { balance, unlocked_balance } = recorded('after key images', 'get_balance').result
    expect(await balancesOf(hot)).toMatchObject({ balance, unlocked_balance })
    type Incoming = { readonly amount: number; readonly key_image: string; readonly spent: boolean }
    const spent = (answer: RpcParams): unknown =>
      (answer['transfers'] as Incoming[]).map(({ amount, key_image, spent: isSpent }) => [amount, key_image, isSpent])
    const { params, result } = recorded('after key images', 'incoming_transfers')
    expect(spent(await resultOf(hot, 'incoming_transfers', params))).toEqual(spent(result))
  })

  it('have the state of a wallet with the spend key after the import of key images', async () => {
    const full = await copyOf(online(), B, B.spend_key)
    expect(await snapshot(hot)).toEqual(await snapshot(full))
    for (const method of ['get_transfers', 'get_balance', 'get_accounts'])
      expect(await resultOf(hot, method, {})).toEqual(await resultOf(full, method, {}))
  })

  it('keep imported key images through a rescan', async () => {
    const before = await snapshot(hot)
    for (const hard of [false, true]) {
      await resultOf(hot, 'rescan_blockchain', { hard })
      await hot.refresh()
      expect(openedIn(hot).state.ledger.outputs).toEqual((before as { outputs: unknown }).outputs)
    }
  })

  it('export no outputs if no key image is requested', async () => {
    const { outputs_data_hex } = await resultOf(hot, 'export_outputs', {})
    expect(await listIn(hot, outputs_data_hex)).toMatchObject({ offset: 144, outputs: [] })
    expect(await resultOf(cold, 'import_outputs', { outputs_data_hex })).toEqual({ num_imported: 144 })
    // The other copy has all key images, so none is requested.
    expect(await resultOf(cold, 'export_key_images', { requested_only: true })).toEqual({
      offset: 144,
      signed_key_images: [],
    })
  })

  it('export all outputs again without a request for known key images', async () => {
    const { outputs_data_hex } = await resultOf(hot, 'export_outputs', { all: true })
    expect(await resultOf(cold, 'import_outputs', { outputs_data_hex })).toEqual({ num_imported: 144 })
    expect(await resultOf(cold, 'export_key_images', { requested_only: true })).toMatchObject({ offset: 144 })
    expect(await resultOf(cold, 'export_key_images', { requested_only: false })).toMatchObject({ offset: 0 })
  })
})

describe('an output export', () => {
  it('does not change outputs that the wallet has scanned', async () => {
    const full = await copyOf(online(), B, B.spend_key)
    const before = (await snapshot(full)) as { outputs: unknown; payments: unknown }
    const list = await listIn(full, exported)
    const altered = {
      ...list,
      outputs: list.outputs.map((output) => ({
        ...output,
        ...{ amount: 1n, globalIndex: 0, spent: true, frozen: true, keyImageKnown: true },
        chain: output.chain && { ...output.chain, height: 7, txid: new Uint8Array(32), spentHeight: 9 },
      })),
    }
    const { keys } = openedIn(full)
    const balance = await balancesOf(full)
    const bytes = await formatOutputExport(oxenRegtest, keys, altered, seededRandom(5))
    const outputs_data_hex = toHex(bytes)
    expect(await resultOf(full, 'import_outputs', { outputs_data_hex })).toEqual({ num_imported: 144 })
    expect(await snapshot(full)).toMatchObject({ outputs: before.outputs, payments: before.payments })
    expect(await balancesOf(full)).toEqual(balance)
    await resultOf(full, 'rescan_blockchain', { hard: true })
    expect(openedIn(full).state.imported).toEqual([])
  })

  it('is rejected by another wallet and if it does not match, and changes nothing', async () => {
    const stranger = await offline(C)
    const cold = await offline()
    const list = await listIn(cold, exported)
    const { keys } = openedIn(cold)
    const refusal = async (engine: Engine, outputs: unknown): Promise<unknown> => {
      const before = await snapshot(engine)
      const answer = await callWallet(engine, 'import_outputs', { outputs_data_hex: outputs })
      expect(await snapshot(engine)).toEqual(before)
      return 'error' in answer ? `${answer.error.code} ${answer.error.message}` : answer.result
    }
    const written = async (change: Partial<OutputExport>): Promise<string> =>
      toHex(await formatOutputExport(oxenRegtest, keys, { ...list, ...change }, seededRandom(6)))
    const theirs = calls.find(({ label }) => label === 'import by a stranger')?.answer ?? { result: {} }
    if (!('error' in theirs)) throw new Error('no refusal is recorded')
    expect(await refusal(stranger, exported)).toBe(`${theirs.error.code} ${theirs.error.message}`)
    expect(await refusal(cold, 'zz')).toBe('-26 Failed to parse hex.')
    expect(await refusal(cold, 'abcd')).toBe('-1 Bad magic from outputs')
    expect(await refusal(cold, await written({ offset: 1 }))).toMatch(/^-1 .*omit more outputs that we know of/)
    const [first, ...others] = list.outputs
    if (first === undefined) throw new Error('nothing is recorded')
    const elsewhere = { ...first, key: list.outputs[1]?.key ?? first.key }
    const prefix = first.chain && {
      ...first.chain.prefix,
      outputs: first.chain.prefix.outputs.map((output) => ({ ...output, key: elsewhere.key })),
    }
    const foreign = { ...elsewhere, chain: first.chain && prefix && { ...first.chain, prefix } }
    expect(await refusal(cold, await written({ outputs: [...others, foreign] }))).toMatch(
      /not matched with output_key at index 143$/,
    )
    expect(await refusal(cold, await written({ outputs: [] }))).toEqual({ num_imported: 0 })
  })
})

describe('an output export in a watch-only wallet', () => {
  it('is counted as by wallet2, and changes nothing that the wallet has scanned', async () => {
    const hot = await watching()
    const { keys } = openedIn(hot)
    const before = (await snapshot(hot)) as { outputs: unknown; payments: unknown }
    const balance = await balancesOf(hot)
    expect(await resultOf(hot, 'import_outputs', { outputs_data_hex: exported })).toEqual({ num_imported: 144 })
    expect(await snapshot(hot)).toMatchObject({ outputs: before.outputs, payments: before.payments })
    expect(await balancesOf(hot)).toEqual(balance)
    const [ours, theirs] = [
      await listIn(hot, (await resultOf(hot, 'export_outputs', { all: true }))['outputs_data_hex']),
      await listIn(hot, exported),
    ]
    expect(ours.outputs.map(essentials)).toEqual(theirs.outputs.map(essentials))
    // What it knows in addition is known without a key image, which only the spend key makes.
    const early = await copyOf(nowhere(), B, '')
    expect(await resultOf(early, 'import_outputs', { outputs_data_hex: exported })).toEqual({ num_imported: 144 })
    expect(openedIn(early).state.imported.filter(({ output }) => output.keyImage !== undefined)).toEqual([])
    const { outputs_data_hex } = await resultOf(early, 'export_outputs', {})
    expect(await listIn(early, outputs_data_hex)).toMatchObject({ offset: 0, outputs: { length: 144 } })
    // A foreign output is refused here too.
    const list = await listIn(hot, exported)
    const [first, second] = list.outputs
    const prefix = first?.chain?.prefix
    if (first?.chain === undefined || second === undefined || prefix === undefined)
      throw new Error('nothing is recorded')
    const outputs = prefix.outputs.map((output) => ({ ...output, key: second.key }))
    const foreign = { ...first, key: second.key, chain: { ...first.chain, prefix: { ...prefix, outputs } } }
    const bytes = await formatOutputExport(oxenRegtest, keys, { ...list, outputs: [foreign] }, seededRandom(6))
    expect(await callWallet(hot, 'import_outputs', { outputs_data_hex: toHex(bytes) })).toMatchObject({
      error: { code: -1, message: expect.stringMatching(/not matched with output_key at index 0$/) },
    })
  })
})

/** Opens the wallet of a store in a new engine and refreshes it. */
const reopened = async (store: Store): Promise<Engine> => {
  const engine = createEngine(online(store))
  engines.push(engine)
  const [wallet] = (await viewOf(engine)).wallets
  await engine.openWallet(wallet?.id ?? '', PASSWORD)
  await engine.refresh()
  return engine
}

describe('an import of key images', () => {
  it('is retained for an output that a reorganisation has removed', async () => {
    const hot = await watching()
    const [output] = openedIn(hot).state.ledger.outputs.values()
    if (output === undefined) throw new Error('the wallet has outputs')
    const ledger = new Ledger()
    const learning = new LedgerDraft(ledger)
    const keyImage = new Uint8Array(32).fill(7)
    learning.setKeyImage(output.key, keyImage)
    ledger.apply(learning.changes)
    expect(new LedgerDraft(ledger).withRetainedData(output)).toEqual(changedOutput(output, { keyImage }))
  })

  it('is restored when the wallet is opened again', async () => {
    const store = openMemoryStore()
    const hot = await watching(store)
    await resultOf(hot, 'import_key_images', images)
    const before = await snapshot(hot)
    await hot.closeWallet()
    expect(await snapshot(await reopened(store))).toEqual(before)
  })

  it('is stored whole or not at all if the process is killed, and completes after a restart', async () => {
    const whole = await snapshot(await copyOf(online(), B, B.spend_key))
    const counting = mortalStore(openMemoryStore(), Number.POSITIVE_INFINITY, 'after')
    const counted = await watching(counting)
    const first = counting.commits
    const untouched = await snapshot(counted)
    await resultOf(counted, 'import_key_images', images)
    const commits = counting.commits - first
    expect(commits).toBeGreaterThan(1)
    for (let deadly = 1; deadly <= commits; deadly++)
      for (const moment of ['before', 'after'] as const) {
        const store = openMemoryStore()
        const hot = await watching(store)
        await hot.closeWallet()
        const dying = await reopened(mortalStore(store, deadly, moment))
        await callWallet(dying, 'import_key_images', images)
        await dying.closeWallet().catch(() => undefined)
        const again = await reopened(store)
        const found = await snapshot(again)
        // Before the first write nothing is stored; the caller repeats the failed call below.
        if (deadly === 1 && moment === 'before') expect(found).toEqual(untouched)
        else expect(found).toEqual(whole)
        await resultOf(again, 'import_key_images', images)
        expect(await snapshot(again)).toEqual(whole)
      }
  })
})

describe('the recorded chain', () => {
  it('has the height of the recording', () => {
    expect(node.chain.height).toBe(341)
  })
})
