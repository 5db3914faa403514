// Proofs and signatures of the monero family: those of monero-wallet-rpc are verified through the wallet RPC with its recorded responses;
// our own pass the same verification, altered ones fail.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { parsePaymentProof } from '../../../../src/coin/proofs/paymentProof.ts'
import { parseReserveProof } from '../../../../src/coin/proofs/reserveProof.ts'
import type { NodeTransaction, SpentStatus } from '../../../../src/daemon/nodeClient.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { createAccount, createSubaddress } from '../../../../src/wallet/accounts/addresses.ts'
import { vector } from '../../../support/data/vectors.ts'
import { callWallet, type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { changeCharacter } from '../../../support/wallet/change-character.ts'
import { BEGINNING, newWallet, openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { type ChainBlock, moneroBenchChain } from '../../../support/wallet/recorded-chains.ts'

const recording = vector('monero/scan_chain.json')

const recordedTransactions = new Map(
  recording.blocks.flatMap(({ height, txs }) => txs.map((tx) => [tx.hash, { ...tx, height }] as const)),
)

/** A node with the recorded chain that returns single transactions. */
class ProofNode extends FakeNode {
  /** id of the transaction that is returned instead, by requested id */
  readonly substitutes = new Map<string, string>()
  readonly distrusted: string[] = []

  distrust(reason: string): void {
    this.distrusted.push(reason)
  }

  override transactions(ids: readonly Uint8Array[]): Promise<readonly NodeTransaction[]> {
    const found = ids.flatMap((id): NodeTransaction[] => {
      const tx = recordedTransactions.get(this.substitutes.get(toHex(id)) ?? toHex(id))
      if (tx === undefined) return []
      return [
        {
          id,
          blob: fromHex(tx.pruned_hex),
          pruned: true,
          prunableHash: fromHex(tx.prunable_hash),
          inPool: false,
          doubleSpendSeen: false,
          blockHeight: tx.height,
          blockTimestamp: 0,
          outputIndices: [],
          blink: false,
          receivedTimestamp: undefined,
        },
      ]
    })
    return Promise.resolve(found)
  }

  override keyImageStatus(keyImages: readonly Uint8Array[] = []): Promise<never[]> {
    // The base class always rejects, so its type is never[].
    return Promise.resolve(keyImages.map((): SpentStatus => 'unspent') as never[])
  }
}

let whole: readonly ChainBlock[]
let node: ProofNode
let engine: Engine

/** Sets the height of the node so that a transaction has a number of confirmations. */
const setConfirmations = (txid: unknown, confirmations: unknown): void => {
  const height = recordedTransactions.get(String(txid))?.height
  if (height === undefined) throw new Error(`${txid} is not recorded`)
  node.setChain(whole.slice(0, height + Number(confirmations)))
}

beforeAll(async () => {
  whole = moneroBenchChain().slice(0, recording.tip_count)
  node = new ProofNode(moneroRegtest, whole)
  // The recorded chain has pruned transactions without proofs.
  node.trusted = true
  engine = await restored(testHost(node), 'monero-regtest', recording.wallet.mnemonic)
  const sent: { readonly hash: string; readonly tx_key: string }[] = vector('monero/tx_keys.json').cases
  await openedIn(engine).state.update('strict', (draft) => {
    for (const { hash, tx_key } of sent) {
      const payment = draft.payment(hash)
      if (payment === undefined) continue
      const [main, ...additional] = (tx_key.match(/.{64}/g) ?? []).map((key) => fromHex(key))
      if (main !== undefined) draft.putPayment({ ...payment, keys: { main, additional } })
    }
    return undefined
  })
})
afterAll(() => engine.closeWallet())

const call = (method: string, params: RpcParams) => resultOf(engine, method, params)

type Recorded = { readonly params: RpcParams; readonly result: RpcParams }
type Case = {
  readonly kind: string
  readonly get: Recorded
  readonly check: Recorded
  readonly check_wrong_message: { readonly result: RpcParams }
}

const cases: readonly Case[] = vector('monero/proofs.json').cases
const of = (kind: string): Case[] => cases.filter((row) => row.kind.includes(kind))

/** Alters `count` signatures of a payment proof, from the last to the first. */
const withAlteredSignatures = (signature: string, count: number): string => {
  let text = signature
  for (let i = 0; i < count; i++) text = changeCharacter(text, 1 + 132 * i)
  return text
}

const INVALID = { good: false, received: 0, in_pool: false, confirmations: 0 }

describe('payment proofs', () => {
  it.each([...of('OutProof'), ...of('InProof')])(
    'verify as recorded: $kind, "$get.params.message"',
    async ({ get, check, ...row }) => {
      const { signature } = get.result
      setConfirmations(check.params['txid'], check.result['confirmations'])
      expect(await call('check_tx_proof', { ...check.params, signature })).toEqual(check.result)
      const other = { ...check.params, signature, message: `${check.params['message']}.` }
      expect(await call('check_tx_proof', other)).toEqual(row.check_wrong_message.result)
      const { secrets } = parsePaymentProof(moneroRegtest, String(signature))
      const altered = withAlteredSignatures(String(signature), secrets.length)
      expect(await call('check_tx_proof', { ...check.params, signature: altered })).toEqual(INVALID)
    },
  )

  it('of our own verify, as the receiver and as the sender', async () => {
    let made = 0
    for (const { get, check } of [...of('OutProof'), ...of('InProof')]) {
      const answer = await callWallet(engine, 'get_tx_proof', get.params)
      if ('error' in answer) {
        // Another wallet made the transaction.
        expect(answer.error.message).toBe("Tx secret key wasn't found in the wallet file.")
        continue
      }
      made++
      const { signature } = answer.result
      setConfirmations(check.params['txid'], check.result['confirmations'])
      expect(await call('check_tx_proof', { ...check.params, signature })).toEqual(check.result)
      const [ours, theirs] = [signature, get.result['signature']].map((text) =>
        parsePaymentProof(moneroRegtest, String(text)),
      )
      if (ours?.direction === theirs?.direction)
        expect(ours?.secrets.map(({ sharedSecret }) => toHex(sharedSecret))).toEqual(
          theirs?.secrets.map(({ sharedSecret }) => toHex(sharedSecret)),
        )
    }
    expect(made).toBeGreaterThan(10)
  })
})

describe('spend proofs', () => {
  it.each(of('SpendProof'))('verify as recorded: $kind', async ({ get, check }) => {
    const { signature } = get.result
    expect(await call('check_spend_proof', { ...check.params, signature })).toEqual({ good: true })
    const altered = { ...check.params, signature: changeCharacter(String(signature)) }
    expect(await call('check_spend_proof', altered)).toEqual({ good: false })
    expect(await call('check_spend_proof', { ...check.params, signature, message: 'another' })).toEqual({ good: false })
  })

  it('of our own verify', async () => {
    const [row] = of('SpendProof spend_1')
    if (row === undefined) throw new Error('no proof is recorded')
    const { signature } = await call('get_spend_proof', row.get.params)
    expect(await call('check_spend_proof', { ...row.check.params, signature })).toEqual({ good: true })
    const altered = { ...row.check.params, signature: changeCharacter(String(signature), 200) }
    expect(await call('check_spend_proof', altered)).toEqual({ good: false })
  })
})

describe('reserve proofs', () => {
  it.each(of('ReserveProof'))('verify as recorded, like our own: $kind', async ({ get, check }) => {
    const { signature } = get.result
    expect(await call('check_reserve_proof', { ...check.params, signature })).toEqual(check.result)
    const wrong = { ...check.params, signature, message: 'another' }
    expect(await call('check_reserve_proof', wrong)).toEqual({ good: false, total: 0, spent: 0 })
    const ours = await call('get_reserve_proof', get.params)
    expect(await call('check_reserve_proof', { ...check.params, ...ours })).toEqual(check.result)
    const [a, b] = [ours['signature'], signature].map((text) => parseReserveProof(moneroRegtest, String(text)))
    expect(a?.entries.length).toBe(b?.entries.length)
  })
})

it('rejects another transaction than requested and distrusts the node', async () => {
  const [first, second] = of('OutProof').filter(
    ({ check }, i, all) => check.params['txid'] !== all[i - 1]?.check.params['txid'],
  )
  if (first === undefined || second === undefined) throw new Error('no two transactions are recorded')
  node.substitutes.set(String(first.check.params['txid']), String(second.check.params['txid']))
  const answer = await callWallet(engine, 'check_tx_proof', { ...first.check.params, ...first.get.result })
  node.substitutes.clear()
  expect('error' in answer && answer.error.message).toMatch(/returned a transaction other than/)
  expect(node.distrusted).toHaveLength(1)
})

type KeyCase = {
  readonly tx: string
  readonly hash: string
  readonly tx_key: string
  readonly address: string
  readonly sent_amount: number
  readonly check_tx_key: RpcParams
}

const keyCases: readonly KeyCase[] = vector('monero/tx_keys.json').cases

it.each(keyCases)(
  'verifies the transaction key of $tx for $sent_amount',
  async ({ hash, tx_key, address, check_tx_key }) => {
    setConfirmations(hash, check_tx_key['confirmations'])
    expect(await call('check_tx_key', { txid: hash, tx_key, address })).toEqual(check_tx_key)
    const wrong = `01${'00'.repeat(31)}`
    expect(await call('check_tx_key', { txid: hash, tx_key: wrong, address })).toEqual({ ...check_tx_key, received: 0 })
  },
)

type SignedCase = {
  readonly params: RpcParams
  readonly address: string
  readonly signature: string
  readonly verify: RpcParams
}

describe('signed messages', () => {
  const { bad } = vector('monero/message_signatures.json')
  const rows: readonly SignedCase[] = vector('monero/message_signatures.json').cases
  const BAD = { good: false, old: false, signature_type: 'invalid', version: 0 }
  // 0.18.0, whose answers are recorded, called no signature one of the spend key.
  const RECORDED_BAD = { ...BAD, signature_type: 'spend' }

  beforeAll(async () => {
    const wallet = openedIn(engine)
    for (const { params } of rows) {
      const [account, address] = [Number(params['account_index']), Number(params['address_index'])]
      while (wallet.state.labels.length <= account) await createAccount(wallet, '')
      while ((wallet.state.labels[account]?.length ?? 0) <= address) await createSubaddress(wallet, account, '')
    }
  })

  it.each(rows)('verify as recorded, like our own: $params', async ({ params, address, signature, verify }) => {
    const { data } = params
    expect(await call('verify', { data, address, signature })).toEqual(verify)
    expect(await call('verify', { data: `${data} `, address, signature })).toEqual(BAD)
    const ours = await call('sign', params)
    expect(await call('verify', { data, address, ...ours })).toEqual(verify)
    const altered = changeCharacter(String(ours['signature']))
    expect(await call('verify', { data, address, signature: altered })).toEqual(BAD)
  })

  it('are rejected if the signature is malformed', async () => {
    for (const answer of bad) expect(answer).toEqual(RECORDED_BAD)
    const address = openedIn(engine).addressText({ major: 0, minor: 0 })
    for (const signature of ['', 'SigV2', 'SigV3x', 'z', `SigV2${'1'.repeat(88)}`])
      expect(await call('verify', { data: '', address, signature })).toEqual(BAD)
  })

  it('are signed only with the view key by a watch-only wallet', async () => {
    const watching = createEngine(testHost(node))
    const address = openedIn(engine).addressText({ major: 0, minor: 0 })
    const keys = { address, viewSecret: recording.wallet.view_key, spendSecret: '' }
    await watching.restoreFromKeys(newWallet('monero-regtest'), keys, BEGINNING)
    const signed = await resultOf(watching, 'sign', { data: 'x', signature_type: 'view' })
    const good = { good: true, old: false, signature_type: 'view', version: 2 }
    expect(await call('verify', { data: 'x', address, ...signed })).toEqual(good)
    const refused = await callWallet(watching, 'sign', { data: 'x', signature_type: 'spend' })
    expect('error' in refused && refused.error.code).toBe(-29)
    await watching.closeWallet()
  })
})
