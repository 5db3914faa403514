// Payments in the page: a wallet of the product's engine worker prepares them (from the request to verified signed bytes, with decoys
// fetched from the node) and discards them.

import { currentEngine, startBenchEngine, syncedView } from './engine.ts'

export const start = startBenchEngine

export type PaymentWallet = { readonly url: string; readonly networkId: string; readonly words: string }

/** Amounts are decimal text, in atomic units. */
export type PaymentRequest = {
  readonly account: number
  readonly destinations: readonly { readonly address: string; readonly amount: string }[]
}

/** `took`: milliseconds; `weight`: of the only transaction. */
export type PaymentMade = { readonly took: number; readonly weight: number; readonly txid: string }

/** Restores a wallet and creates accounts; returns their addresses. */
export const open = async ({ url, networkId, words }: PaymentWallet, accounts: number): Promise<readonly string[]> => {
  const engine = currentEngine()
  await engine.restoreFromWords(
    { name: 'Bench', password: 'bench', networkId, nodes: { urls: [url], choice: 'order', trusted: [] } },
    { words, offset: '' },
    { from: 'beginning' },
  )
  while ((await syncedView('Bench')).accounts.length < accounts) await engine.createAccount('Bench')
  return (await syncedView('Bench')).accounts.map(({ address }) => address)
}

/** Syncs new blocks. */
export const refresh = async (): Promise<void> => {
  await currentEngine().refresh()
}

const prepare = async ({ account, destinations }: PaymentRequest) => {
  const engine = currentEngine()
  const priority = (await engine.priorities()).find(({ isDefault }) => isDefault)?.value ?? 0
  const wanted = destinations.map(({ address, amount }) => ({ address, amount: BigInt(amount) }))
  const before = performance.now()
  const prepared = await engine.prepareTransfer({ account, destinations: wanted, priority })
  const took = performance.now() - before
  const [transaction, ...more] = prepared.transactions
  if (transaction === undefined || more.length > 0) throw new Error('a payment that is not one transaction')
  return { id: prepared.id, made: { took, weight: transaction.weight, txid: transaction.txid } }
}

/** Builds and signs a payment, and discards it. */
export const make = async (request: PaymentRequest): Promise<PaymentMade> => {
  const { id, made } = await prepare(request)
  await currentEngine().discardTransfer(id)
  return made
}

/** Builds and sends a payment. */
export const send = async (request: PaymentRequest): Promise<PaymentMade> => {
  const { id, made } = await prepare(request)
  await currentEngine().confirmTransfer(id)
  return made
}
