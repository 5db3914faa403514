// What an address of the wallet received, and its integrated addresses.
import { expect, it } from 'vitest'
import { parseAddress } from '../../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { addressPaymentsOf } from '../../../../src/wallet/accounts/addressPayments.ts'
import { PaymentIdFormatError } from '../../../../src/wallet/accounts/integratedAddress.ts'
import type { Entry } from '../../../../src/wallet/history/history.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { numberedOutput } from '../../../support/wallet/ledger-samples.ts'
import { chain, NETWORK, wallets, wholeTransaction } from '../../../support/wallet/small-chain.ts'

// A paid an integrated address of B in block 203.
const txid = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'

it('follows a payment to an address from the txpool to its confirmations', async () => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, 203))
  const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
  const find = async (index: number) => (await engine.addressPayments(0, index)).find((each) => each.txid === txid)
  expect(await find(0)).toBeUndefined()
  node.addToPool(wholeTransaction(txid), true)
  await engine.refresh()
  const common = { amount: 777000001n, account: 0, index: 0, paymentId: 'edb7f1d5cbf15150', isApproved: false }
  expect(await find(0)).toMatchObject({ ...common, state: 'pool', confirmations: 0, doubleSpendSeen: true })
  expect(await find(1)).toBeUndefined()
  node.setChain(chain.slice(0, 206))
  await engine.refresh()
  expect(await find(0)).toMatchObject({ ...common, state: 'confirmed', confirmations: 3 })
  await openedIn(engine).state.update('relaxed', () => ({ blinks: [txid] }))
  expect(await find(0)).toMatchObject({ isApproved: true })
  await engine.closeWallet()
})

it('counts what one address received of a transaction to several, and no rewards', () => {
  const outputs = [
    numberedOutput(1, { amount: 5n, subaddress: { major: 0, minor: 1 } }),
    numberedOutput(1, { amount: 7n, subaddress: { major: 0, minor: 2 } }),
  ]
  // The members that the function reads.
  const entry = {
    direction: 'in',
    kind: 'transfer',
    account: 0,
    minors: [1, 2],
    amount: 12n,
    height: 3,
    outputs,
  } as unknown as Entry
  const wallet = {
    history: {
      entries: [entry, { ...entry, kind: 'miner' }, { ...entry, account: 1 }],
    },
    state: { blinks: new Set() },
    transferView: () => ({}),
  } as unknown as Wallet
  const received = (minor: number) => addressPaymentsOf(wallet, { major: 0, minor }).map(({ amount }) => amount)
  expect([received(1), received(2), received(3)]).toEqual([[5n], [7n], []])
})

it('makes integrated addresses of given and random payment ids', async () => {
  const engine = await restored(
    testHost(new FakeNode(oxenRegtest, chain.slice(0, 3))),
    NETWORK,
    wallets.B.keys.mnemonic,
  )
  const given = await engine.integratedAddress(' 0123456789ABCDEF ')
  expect(given.paymentId).toBe('0123456789abcdef')
  expect(parseAddress(oxenRegtest, given.address)).toMatchObject({
    kind: 'integrated',
    spendKey: openedIn(engine).keys.spendPublic,
    paymentId: Uint8Array.from(Buffer.from(given.paymentId, 'hex')),
  })
  const random = await engine.integratedAddress('')
  expect(random.paymentId).toMatch(/^(?!0{16})[0-9a-f]{16}$/)
  for (const text of ['0123', '0123456789abcdeg', '0'.repeat(16), `${given.paymentId}00`])
    await expect(engine.integratedAddress(text)).rejects.toThrow(PaymentIdFormatError)
  await engine.closeWallet()
})
