// Which addresses are the wallet's own.
import { expect, it } from 'vitest'
import { formatAddress, parseAddress } from '../../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { ownAddressOf } from '../../../../src/wallet/accounts/ownAddress.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain, NETWORK, wallets } from '../../../support/wallet/small-chain.ts'

it('finds the place and the label of an own address, also of an integrated one', async () => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, 10))
  const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
  const { address } = await engine.createSubaddress(0, 'Shop')
  const integrated = await engine.integratedAddress('')
  const [main] = await engine.addresses(0)
  const found = await engine.ownAddresses([address, integrated.address, main?.address ?? ''])
  expect(found).toEqual([
    { account: 0, index: expect.any(Number), label: 'Shop' },
    { account: 0, index: 0, label: expect.any(String) },
    { account: 0, index: 0, label: expect.any(String) },
  ])
  await engine.closeWallet()
})

it('takes no address of others, none with a foreign view key, and no other text for its own', async () => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, 10))
  const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
  const wallet = openedIn(engine)
  const [main] = await engine.addresses(0)
  const own = parseAddress(oxenRegtest, main?.address ?? '')
  const foreign = parseAddress(oxenRegtest, wallets.A.keys.address)
  expect(ownAddressOf(wallet, wallets.A.keys.address)).toBeUndefined()
  expect(ownAddressOf(wallet, formatAddress(oxenRegtest, { ...own, viewKey: foreign.viewKey }))).toBeUndefined()
  expect(ownAddressOf(wallet, 'Landlord')).toBeUndefined()
  await engine.closeWallet()
})
