// Proofs and signatures of the oxen family: those of oxen-wallet-rpc are verified through the wallet RPC with its recorded responses; our
// own pass the same verification, altered ones fail.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress, parseAddress, subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parsePaymentProof } from '../../../../src/coin/proofs/paymentProof.ts'
import { parseReserveProof } from '../../../../src/coin/proofs/reserveProof.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { addPoints, decodePoint, encodePoint } from '../../../../src/crypto/curve/point.ts'
import { derivationToScalar, generateKeys, keyDerivation } from '../../../../src/crypto/keys/keys.ts'
import { verifyKeyImage } from '../../../../src/crypto/signatures/ringSignature.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { parseJson } from '../../../../src/jsonrpc/json.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { amountOf } from '../../../../src/wallet/proofs/provenTransaction.ts'
import { proveReserve } from '../../../../src/wallet/proofs/reserveProof.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { changedOutput } from '../../../../src/wallet/state/packedOutput.ts'
import type { WalletName } from '../../../support/data/schemas.ts'
import { answerOf, vector } from '../../../support/data/vectors.ts'
import { callWallet, type RpcAnswer, type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { changeCharacter } from '../../../support/wallet/change-character.ts'
import { BEGINNING, newWallet, openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { proofNode, proofRecording } from '../../../support/wallet/proof-chain.ts'

type Call = {
  readonly label: string
  readonly wallet: WalletName
  readonly request: { readonly method: string; readonly params: RpcParams }
  readonly answer: RpcAnswer
}

const calls: readonly Call[] = proofRecording.calls.map((call) => ({ ...call, answer: answerOf(call.answer) }))

/** Height of the chain when the proofs were recorded. */
const HEIGHT = 340

const hostAt = ({ fetch }: ReturnType<typeof proofNode>) => testHost(createNodeClient({ url: 'http://node', fetch }))

const walletAt = (node: ReturnType<typeof proofNode>, name: WalletName): Promise<Engine> =>
  restored(hostAt(node), 'oxen-regtest', proofRecording.keys[name].mnemonic)

/** Adds the secret keys of the recorded payments, which only the wallet that made them has. */
const addTransactionKeys = async (engine: Engine): Promise<void> => {
  const { state } = openedIn(engine)
  await state.update('strict', (draft) => {
    for (const { tx_hash, tx_key } of proofRecording.sent) {
      const payment = draft.payment(tx_hash)
      if (payment === undefined) throw new Error(`payment ${tx_hash} was not found`)
      const [main, ...additional] = (tx_key.match(/.{64}/g) ?? []).map((key) => fromHex(key))
      if (main === undefined) throw new Error(`payment ${tx_hash} has no key`)
      draft.putPayment({ ...payment, keys: { main, additional } })
    }
    return undefined
  })
}

const engines = new Map<string, Engine>()

const engineOf = (name: string): Engine => {
  const engine = engines.get(name)
  if (engine === undefined) throw new Error(`no wallet ${name}`)
  return engine
}

beforeAll(async () => {
  const node = proofNode(HEIGHT)
  for (const name of ['A', 'B', 'C'] as const) engines.set(name, await walletAt(node, name))
  await addTransactionKeys(engineOf('A'))
})
afterAll(async () => {
  for (const engine of engines.values()) await engine.closeWallet()
})

const isElsewhen = ({ label }: Call): boolean => /in pool|after a mined spend|after reserve proof/.test(label)

const of = (...methods: readonly string[]): Call[] =>
  calls.filter((call) => methods.includes(call.request.method) && !isElsewhen(call))

const OWN_HEADER = 'ReserveProofV1'
const OTHER_HEADER = '~'.repeat(OWN_HEADER.length)

/** Restores the header of a reserve proof: oxen-wallet-rpc rejects the header that it writes itself and accepts any other of its length. */
const mended = (call: Call): Call => {
  const { signature } = call.request.params
  if (typeof signature !== 'string' || !signature.startsWith(OTHER_HEADER)) return call
  const params = { ...call.request.params, signature: OWN_HEADER + signature.slice(OWN_HEADER.length) }
  return { ...call, request: { ...call.request, params } }
}

const isReserveHeaderBug = ({ request: { method, params }, answer }: Call): boolean =>
  method === 'check_reserve_proof' &&
  'error' in answer &&
  /header check|replace_aux/.test(answer.error.message) &&
  String(params['signature']).length >= OWN_HEADER.length

describe('recorded responses of oxen-wallet-rpc', () => {
  const methods = ['get_tx_key', 'check_tx_key', 'check_tx_proof', 'check_spend_proof', 'check_reserve_proof', 'verify']
  const rows = of(...methods)
    .filter((call) => !isReserveHeaderBug(call))
    .filter(({ label }) => label !== 'check_reserve_proof malformed 2')
    .map(mended)

  it.each(rows)('are reproduced by $request.method: $label', async ({ wallet, request, answer }) => {
    expect(await callWallet(engineOf(wallet), request.method, request.params)).toEqual(answer)
  })

  it('are more than 240', () => expect(rows.length).toBeGreaterThan(240))
})

describe('impossible proofs', () => {
  const refused = of('get_tx_proof', 'get_spend_proof', 'get_reserve_proof').filter(({ answer }) => 'error' in answer)

  it.each(refused)('are rejected by $request.method: $label', async ({ wallet, request, answer }) => {
    expect(await callWallet(engineOf(wallet), request.method, request.params)).toEqual(answer)
  })

  it('are more than 8', () => expect(refused.length).toBeGreaterThan(8))
})

const recordedSignature = ({ answer }: Call): string => {
  if ('error' in answer || typeof answer.result['signature'] !== 'string') throw new Error('no signature was recorded')
  return answer.result['signature']
}

const proved = (method: string): Call[] => of(method).filter(({ answer }) => 'result' in answer)

describe('our own proofs', () => {
  it.each(proved('get_tx_proof'))('verify as payment proofs: $label', async (call) => {
    const { wallet, request } = call
    const { signature } = await resultOf(engineOf(wallet), 'get_tx_proof', request.params)
    const [ours, theirs] = [String(signature), recordedSignature(call)].map((text) =>
      parsePaymentProof(oxenRegtest, text),
    )
    expect(ours?.direction).toBe(theirs?.direction)
    expect(ours?.secrets.map(({ sharedSecret }) => toHex(sharedSecret))).toEqual(
      theirs?.secrets.map(({ sharedSecret }) => toHex(sharedSecret)),
    )
    const check = (given: RpcParams) => resultOf(engineOf('C'), 'check_tx_proof', { ...request.params, ...given })
    const good = await check({ signature })
    expect(good).toEqual(await check({ signature: recordedSignature(call) }))
    expect(good['good']).toBe(true)
    const none = { good: false, received: 0, in_pool: false, confirmations: 0 }
    expect(await check({ signature, message: `${request.params['message'] ?? ''}.` })).toEqual(none)
    const { address } = proofRecording.keys.A
    if (address !== request.params['address']) expect(await check({ signature, address })).toEqual(none)
    if (ours?.secrets.length === 1) expect(await check({ signature: changeCharacter(String(signature)) })).toEqual(none)
  })

  /** oxen-wallet-rpc returns an empty spend proof for a coinbase. */
  const ofSpends = proved('get_spend_proof').filter(({ label }) => !label.includes('coinbase'))

  it.each(ofSpends)('verify as spend proofs: $label', async ({ wallet, request }) => {
    const { signature } = await resultOf(engineOf(wallet), 'get_spend_proof', request.params)
    const check = (given: RpcParams) => resultOf(engineOf('B'), 'check_spend_proof', { ...request.params, ...given })
    expect(await check({ signature })).toEqual({ good: true })
    for (const position of [1, 89, 500])
      expect(await check({ signature: changeCharacter(String(signature), position) })).toEqual({ good: false })
    expect(await check({ signature: String(signature).slice(0, -88) })).toEqual({ good: false })
    expect(await check({ signature, message: 'another' })).toEqual({ good: false })
  })

  it.each(proved('get_reserve_proof'))('verify as reserve proofs of $wallet: $request.params', async (call) => {
    const { wallet, request } = call
    const { signature } = await resultOf(engineOf(wallet), 'get_reserve_proof', request.params)
    const { address } = proofRecording.keys[wallet]
    const { message } = request.params
    const check = (given: RpcParams) =>
      resultOf(engineOf('A'), 'check_reserve_proof', { address, message, signature, ...given })
    const good = await check({})
    expect(good['good']).toBe(true)
    expect(good).toEqual(await check({ signature: recordedSignature(call) }))
    const [ours, theirs] = [String(signature), recordedSignature(call)].map(
      (text) => parseReserveProof(oxenRegtest, text).entries,
    )
    expect(ours?.length).toBe(theirs?.length)
    if (request.params['all'] === true)
      expect(ours?.map(({ keyImage, sharedSecret }) => [toHex(keyImage), toHex(sharedSecret)])).toEqual(
        theirs?.map(({ keyImage, sharedSecret }) => [toHex(keyImage), toHex(sharedSecret)]),
      )
    expect(await check({ message: 'another' })).toEqual({ good: false, total: 0, spent: 0 })
  })

  it.each(of('sign'))('verify as message signatures: $label', async ({ wallet, request }) => {
    const { data, account_index: account, address_index: minor } = request.params
    const { signature } = await resultOf(engineOf(wallet), 'sign', request.params)
    const address = openedIn(engineOf(wallet)).addressText({ major: Number(account ?? 0), minor: Number(minor ?? 0) })
    const check = (given: RpcParams) =>
      resultOf(engineOf('A'), 'verify', { data: data ?? '', address, signature, ...given })
    expect(await check({})).toEqual({ good: true })
    expect(await check({ data: `${data}.` })).toEqual({ good: false })
    expect(await check({ signature: changeCharacter(String(signature)) })).toEqual({ good: false })
  })
})

describe('a forged reserve proof', () => {
  /** Creates a reserve proof of wallet C for other outputs than it has. */
  const forged = (change: (outputs: readonly OwnedOutput[]) => readonly OwnedOutput[]): Promise<string> => {
    const wallet = openedIn(engineOf('C'))
    const outputs = [...wallet.state.ledger.countedOutputs()].filter(({ spent }) => spent === undefined).slice(0, 2)
    const forger: Wallet = Object.defineProperties(Object.create(wallet), {
      state: { value: { ledger: { countedOutputs: () => change(outputs) } } },
      random: { value: wallet.random },
      inSlices: { value: wallet.inSlices.bind(wallet) },
    })
    return proveReserve(forger, 'all', '')
  }
  const { address } = proofRecording.keys.C
  const check = (signature: string) => resultOf(engineOf('A'), 'check_reserve_proof', { address, signature })

  it('is valid if nothing is changed', async () => {
    expect((await check(await forged((outputs) => outputs)))['good']).toBe(true)
  })

  it('is invalid if it lists an output twice', async () => {
    const once = await check(await forged((outputs) => outputs))
    const twice = await check(await forged((outputs) => [...outputs, ...outputs]))
    expect(twice).toEqual({ ...once, good: false })
  })

  it('is invalid if a key image has a torsion component, which hides its spends from the node', async () => {
    const minusOne = fromHex(`ec${'ff'.repeat(30)}7f`)
    const twisted = (keyImage: Uint8Array | undefined): Uint8Array =>
      encodePoint(addPoints(decodePoint(keyImage ?? new Uint8Array()), decodePoint(minusOne)))
    let signature: string
    let passes: boolean
    do {
      // Half of the signatures are valid for such a key image by chance.
      signature = await forged(([output]) =>
        output === undefined ? [] : [changedOutput(output, { keyImage: twisted(output.keyImage) })],
      )
      const [entry] = parseReserveProof(oxenRegtest, signature).entries
      const [output] = [...openedIn(engineOf('C')).state.ledger.outputs.values()].filter(
        ({ txid, indexInTx }) => entry?.indexInTx === indexInTx && toHex(entry.txid) === toHex(txid),
      )
      if (entry === undefined || output === undefined) throw new Error('the proof names no output')
      passes = verifyKeyImage(entry.keyImage, output.key, entry.keyImageProof)
    } while (!passes)
    expect(await check(signature)).toEqual({ good: false, total: 0, spent: 0 })
  })
})

describe('proofs of unmined transactions and spent outputs', () => {
  const blobOf = (label: string): Uint8Array => {
    const call = calls.find((candidate) => candidate.request.method === 'transfer' && candidate.label === label)
    if (call === undefined || 'error' in call.answer) throw new Error(`${label} was not recorded`)
    return fromHex(String(call.answer.result['tx_blob']))
  }

  it.each([
    { label: 'while in pool', height: 336, waiting: ['tx: primary'] },
    { label: 'after a spend in pool', height: HEIGHT, waiting: ['tx: spend after reserve proof'] },
    { label: 'after a mined spend', height: HEIGHT + 1, waiting: [] },
  ])('verify as recorded $label', async ({ label, height, waiting }) => {
    const node = proofNode(height)
    const client = createNodeClient({ url: 'http://node', fetch: node.fetch })
    for (const name of waiting) expect(await client.submit(blobOf(name))).toEqual({ accepted: true })
    const engine = await walletAt(node, 'A')
    const checks = calls.filter((call) => call.label.includes(label) && call.request.method.startsWith('check'))
    expect(checks.length).toBeGreaterThan(0)
    for (const { request, answer } of checks.map(mended))
      expect(await callWallet(engine, request.method, request.params)).toEqual(answer)
    await engine.closeWallet()
  })
})

describe('recorded errors of oxen-wallet-rpc', () => {
  const methods = [...new Set(calls.map(({ request }) => request.method)), 'query_key'].filter(
    (method) => method !== 'transfer',
  )
  type Case = {
    readonly section: string
    readonly label: string
    readonly method: string
    readonly params: unknown
    readonly answer: RpcAnswer
  }
  /** Parses a recorded request; empty if it was recorded as malformed JSON. */
  const readCall = (text: string): { readonly method?: string; readonly params?: unknown } => {
    try {
      // Bodies are requests: objects, whose amounts may exceed 2^53.
      return (parseJson(text) ?? {}) as { readonly method?: string; readonly params?: unknown }
    } catch {
      return {}
    }
  }
  type Exchange = {
    readonly section: string
    readonly label: string
    readonly http_request?: { readonly body: string }
    readonly response_body?: string
  }
  const exchanges: readonly Exchange[] = vector('oxen/rpc-errors.json').cases
  const recorded = exchanges.flatMap(({ section, label, http_request, response_body }): Case[] => {
    const { method = '', params } = readCall(http_request?.body ?? '')
    if (!methods.includes(method)) return []
    const { error } = JSON.parse(response_body ?? '{}')
    return error === undefined ? [] : [{ section, label, method, params, answer: { error } }]
  })
  const among = (...sections: readonly string[]): Case[] => recorded.filter(({ section }) => sections.includes(section))
  const open = among('wallet open, empty params', 'wallet open, no params', 'wrong types', 'accounts and addresses')
  const viewOnly = among('view-only wallet')

  it.each([...open, ...among('proofs, notes, book, uri')])(
    'are reproduced in $section: $label $method',
    async (row) => {
      expect(await callWallet(engineOf('A'), row.method, row.params)).toEqual(row.answer)
    },
  )

  it.each(among('no wallet open, empty params'))(
    'are reproduced in $section: $method',
    async ({ method, params, answer }) => {
      expect(await callWallet({ wallet: undefined }, method, params)).toEqual(answer)
    },
  )

  it('are reproduced by a watch-only wallet', async () => {
    const engine = createEngine(hostAt(proofNode(HEIGHT)))
    const { address, view_key } = proofRecording.keys.B
    await engine.restoreFromKeys(
      newWallet('oxen-regtest'),
      { address, viewSecret: view_key, spendSecret: '' },
      BEGINNING,
    )
    expect(viewOnly.length).toBeGreaterThan(4)
    for (const { method, params, answer } of viewOnly) expect(await callWallet(engine, method, params)).toEqual(answer)
    expect(await resultOf(engine, 'query_key', { key_type: 'view_key' })).toEqual({ key: view_key })
    await engine.closeWallet()
  })

  it('are more than 60', () => {
    expect(recorded.length).toBeGreaterThan(60)
  })
})

it.each(['A', 'B', 'C'] as const)('returns the keys and the seed words of wallet %s', async (name) => {
  const { mnemonic, view_key, spend_key } = proofRecording.keys[name]
  const key = async (key_type: string) => (await resultOf(engineOf(name), 'query_key', { key_type }))['key']
  expect(await key('mnemonic')).toBe(mnemonic)
  expect(await key('view_key')).toBe(view_key)
  expect(await key('spend_key')).toBe(spend_key)
})

it('returns no seed words for a non-deterministic wallet', async () => {
  const engine = createEngine(hostAt(proofNode(HEIGHT)))
  const { spendSecret, spendPublic } = generateKeys(fromHex('11'.repeat(32)))
  const { viewSecret, viewPublic } = generateKeys(fromHex('22'.repeat(32)))
  const address = formatAddress(oxenRegtest, subaddressAt({ spendPublic, viewSecret, viewPublic }, 0, 0))
  const secrets = { viewSecret: toHex(viewSecret), spendSecret: toHex(spendSecret) }
  await engine.restoreFromKeys(newWallet('oxen-regtest'), { address, ...secrets }, BEGINNING)
  expect(await callWallet(engine, 'query_key', { key_type: 'mnemonic' })).toEqual({
    error: { code: -43, message: 'The wallet is non-deterministic. Cannot display seed.' },
  })
  expect(await resultOf(engine, 'query_key', { key_type: 'spend_key' })).toEqual({ key: toHex(spendSecret) })
  await engine.closeWallet()
})

it.each(['view', 'foo'])('rejects the signature type "%s"', async (signature_type) => {
  expect(await callWallet(engineOf('A'), 'sign', { data: 'x', signature_type })).toEqual({
    error: { code: -47, message: 'Invalid signature type requested' },
  })
})

it('counts 0 for an amount that does not match its commitment', () => {
  const [sent] = proofRecording.sent
  if (sent === undefined) throw new Error('nothing sent is recorded')
  const { tx_hash, tx_key, destinations } = sent
  const blob = calls.flatMap(({ answer }) =>
    'result' in answer && answer.result['tx_hash'] === tx_hash ? [String(answer.result['tx_blob'])] : [],
  )[0]
  const transaction = parseTransaction(oxenRegtest, fromHex(blob ?? ''))
  const [destination] = destinations
  if (destination === undefined) throw new Error('no destination is recorded')
  const { address, amount } = destination
  const derivation = keyDerivation(parseAddress(oxenRegtest, address).viewKey, fromHex(tx_key))
  const amounts = (of: Transaction) =>
    of.outputs.map((_, index) => amountOf(of, index, derivationToScalar(derivation, index)))
  expect(amounts(transaction)).toContain(BigInt(amount))
  const { rct } = transaction
  if (rct === undefined) throw new Error('the transaction has no RingCT data')
  const commitments = rct.commitments.toReversed()
  expect(amounts({ ...transaction, rct: { ...rct, commitments } })).toEqual([0n, 0n])
})

it('rejects a spend proof of a coinbase', async () => {
  const coinbase = calls.find(({ label }) => label === 'get_spend_proof of a coinbase')
  if (coinbase === undefined) throw new Error('no spend proof of a coinbase is recorded')
  const { params } = coinbase.request
  expect(await callWallet(engineOf(coinbase.wallet), 'get_spend_proof', params)).toEqual({
    error: { code: -1, message: "This tx wasn't generated by this wallet!" },
  })
  const nothing = { ...params, signature: recordedSignature(coinbase) }
  expect(await resultOf(engineOf('A'), 'check_spend_proof', nothing)).toEqual({ good: false })
})
