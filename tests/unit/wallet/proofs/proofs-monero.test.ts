// Proofs and signatures of the monero family: what monero-wallet-rpc made is checked through the wallet RPC and gives its answers;
// ours pass the same check, altered ones do not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { parsePaymentProof } from '../../../../src/coin/proofs/paymentProof.ts'
import { parseReserveProof } from '../../../../src/coin/proofs/reserveProof.ts'
import type { NodeTransaction, SpentStatus } from '../../../../src/daemon/nodeClient.ts'
import { createAccount, createSubaddress } from '../../../../src/wallet/accounts/addresses.ts'
import { Engine } from '../../../../src/wallet/engine/engine.ts'
import { vector } from '../../../support/data/vectors.ts'
import { askWallet, misspelt, type RpcParams, resultOf } from '../../../support/rpc/ask.ts'
import { type ChainBlock, ChainNode, moneroBenchChain } from '../../../support/wallet/chain-node.ts'
import { BEGINNING, newWallet, openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'

const recording = vector('monero/scan_chain.json')

const recordedTransactions = new Map(
  recording.blocks.flatMap(({ height, txs }) => txs.map((tx) => [tx.hash, { ...tx, height }] as const)),
)

/** The recorded chain, with what nodes say of single transactions. */
class ProofNode extends ChainNode {
  /** what is answered in place of one transaction, by ids */
  readonly lies = new Map<string, string>()
  readonly distrusted: string[] = []

  distrust(reason: string): void {
    this.distrusted.push(reason)
  }

  override transactions(ids: readonly Uint8Array[]): Promise<readonly NodeTransaction[]> {
    const found = ids.flatMap((id): NodeTransaction[] => {
      const tx = recordedTransactions.get(this.lies.get(toHex(id)) ?? toHex(id))
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
    // The base class has no answer at all, which its type says.
    return Promise.resolve(keyImages.map((): SpentStatus => 'unspent') as never[])
  }
}

let whole: readonly ChainBlock[]
let node: ProofNode
let engine: Engine

/** Lets a transaction have so many confirmations at the node. */
const deepen = (txid: unknown, confirmations: unknown): void => {
  const height = recordedTransactions.get(String(txid))?.height
  if (height === undefined) throw new Error(`${txid} is not recorded`)
  node.setChain(whole.slice(0, height + Number(confirmations)))
}

beforeAll(async () => {
  whole = moneroBenchChain().slice(0, recording.tip_count)
  node = new ProofNode(moneroRegtest, whole)
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

const ask = (method: string, params: RpcParams) => resultOf(engine, method, params)

type Recorded = { readonly params: RpcParams; readonly result: RpcParams }
type Case = {
  readonly kind: string
  readonly get: Recorded
  readonly check: Recorded
  readonly check_wrong_message: { readonly result: RpcParams }
}

const cases: readonly Case[] = vector('monero/proofs.json').cases
const of = (kind: string): Case[] => cases.filter((row) => row.kind.includes(kind))

/** Signatures of a proof of payment that are altered one after the other, from the last to the first. */
const ruined = (signature: string, count: number): string => {
  let text = signature
  for (let i = 0; i < count; i++) text = misspelt(text, 1 + 132 * i)
  return text
}

const NOTHING = { good: false, received: 0, in_pool: false, confirmations: 0 }

describe('proofs of payment', () => {
  test.each([...of('OutProof'), ...of('InProof')])('$kind, "$get.params.message"', async ({ get, check, ...row }) => {
    const { signature } = get.result
    deepen(check.params['txid'], check.result['confirmations'])
    expect(await ask('check_tx_proof', { ...check.params, signature })).toEqual(check.result)
    const other = { ...check.params, signature, message: `${check.params['message']}.` }
    expect(await ask('check_tx_proof', other)).toEqual(row.check_wrong_message.result)
    const { secrets } = parsePaymentProof(moneroRegtest, String(signature))
    const altered = ruined(String(signature), secrets.length)
    expect(await ask('check_tx_proof', { ...check.params, signature: altered })).toEqual(NOTHING)
  })

  test('ours, as the receiver and as the sender', async () => {
    let made = 0
    for (const { get, check } of [...of('OutProof'), ...of('InProof')]) {
      const answer = await askWallet(engine, 'get_tx_proof', get.params)
      if ('error' in answer) {
        // Another wallet sent it.
        expect(answer.error.message).toBe("Tx secret key wasn't found in the wallet file.")
        continue
      }
      made++
      const { signature } = answer.result
      deepen(check.params['txid'], check.result['confirmations'])
      expect(await ask('check_tx_proof', { ...check.params, signature })).toEqual(check.result)
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

describe('proofs of spends', () => {
  test.each(of('SpendProof'))('$kind', async ({ get, check }) => {
    const { signature } = get.result
    expect(await ask('check_spend_proof', { ...check.params, signature })).toEqual({ good: true })
    const altered = { ...check.params, signature: misspelt(String(signature)) }
    expect(await ask('check_spend_proof', altered)).toEqual({ good: false })
    expect(await ask('check_spend_proof', { ...check.params, signature, message: 'another' })).toEqual({ good: false })
  })

  test('ours', async () => {
    const [row] = of('SpendProof spend_1')
    if (row === undefined) throw new Error('no proof is recorded')
    const { signature } = await ask('get_spend_proof', row.get.params)
    expect(await ask('check_spend_proof', { ...row.check.params, signature })).toEqual({ good: true })
    const altered = { ...row.check.params, signature: misspelt(String(signature), 200) }
    expect(await ask('check_spend_proof', altered)).toEqual({ good: false })
  })
})

describe('proofs of reserves', () => {
  test.each(of('ReserveProof'))('$kind', async ({ get, check }) => {
    const { signature } = get.result
    expect(await ask('check_reserve_proof', { ...check.params, signature })).toEqual(check.result)
    const wrong = { ...check.params, signature, message: 'another' }
    expect(await ask('check_reserve_proof', wrong)).toEqual({ good: false, total: 0, spent: 0 })
    const ours = await ask('get_reserve_proof', get.params)
    expect(await ask('check_reserve_proof', { ...check.params, ...ours })).toEqual(check.result)
    const [a, b] = [ours['signature'], signature].map((text) => parseReserveProof(moneroRegtest, String(text)))
    expect(a?.entries.length).toBe(b?.entries.length)
  })
})

test('a node that answers another transaction is not believed', async () => {
  const [first, second] = of('OutProof').filter(
    ({ check }, i, all) => check.params['txid'] !== all[i - 1]?.check.params['txid'],
  )
  if (first === undefined || second === undefined) throw new Error('no two transactions are recorded')
  node.lies.set(String(first.check.params['txid']), String(second.check.params['txid']))
  const answer = await askWallet(engine, 'check_tx_proof', { ...first.check.params, ...first.get.result })
  node.lies.clear()
  expect('error' in answer && answer.error.message).toMatch(/answered another transaction/)
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

test.each(keyCases)('the transaction key of $tx for $sent_amount', async ({ hash, tx_key, address, check_tx_key }) => {
  deepen(hash, check_tx_key['confirmations'])
  expect(await ask('check_tx_key', { txid: hash, tx_key, address })).toEqual(check_tx_key)
  const wrong = `01${'00'.repeat(31)}`
  expect(await ask('check_tx_key', { txid: hash, tx_key: wrong, address })).toEqual({ ...check_tx_key, received: 0 })
})

type SignedCase = {
  readonly params: RpcParams
  readonly address: string
  readonly signature: string
  readonly verify: RpcParams
}

describe('messages', () => {
  const { bad } = vector('monero/message_signatures.json')
  const rows: readonly SignedCase[] = vector('monero/message_signatures.json').cases
  const BAD = { good: false, old: false, signature_type: 'spend', version: 0 }

  beforeAll(async () => {
    const wallet = openedIn(engine)
    for (const { params } of rows) {
      const [account, address] = [Number(params['account_index']), Number(params['address_index'])]
      while (wallet.state.labels.length <= account) await createAccount(wallet, '')
      while ((wallet.state.labels[account]?.length ?? 0) <= address) await createSubaddress(wallet, account, '')
    }
  })

  test.each(rows)('$params', async ({ params, address, signature, verify }) => {
    const { data } = params
    expect(await ask('verify', { data, address, signature })).toEqual(verify)
    expect(await ask('verify', { data: `${data} `, address, signature })).toEqual(BAD)
    const ours = await ask('sign', params)
    expect(await ask('verify', { data, address, ...ours })).toEqual(verify)
    const altered = misspelt(String(ours['signature']))
    expect(await ask('verify', { data, address, signature: altered })).toEqual(BAD)
  })

  test('what is no signature', async () => {
    for (const answer of bad) expect(answer).toEqual(BAD)
    const address = openedIn(engine).addressText({ major: 0, minor: 0 })
    for (const signature of ['', 'SigV2', 'SigV3x', 'z', `SigV2${'1'.repeat(88)}`])
      expect(await ask('verify', { data: '', address, signature })).toEqual(BAD)
  })

  test('a watch-only wallet signs with its view key only', async () => {
    const watching = new Engine(testHost(node))
    const address = openedIn(engine).addressText({ major: 0, minor: 0 })
    const keys = { address, viewSecret: recording.wallet.view_key, spendSecret: '' }
    await watching.restoreFromKeys(newWallet('monero-regtest'), keys, BEGINNING)
    const signed = await resultOf(watching, 'sign', { data: 'x', signature_type: 'view' })
    const good = { good: true, old: false, signature_type: 'view', version: 2 }
    expect(await ask('verify', { data: 'x', address, ...signed })).toEqual(good)
    const refused = await askWallet(watching, 'sign', { data: 'x', signature_type: 'spend' })
    expect('error' in refused && refused.error.code).toBe(-29)
    await watching.closeWallet()
  })
})
