// What the user adds to addresses and contacts: addresses that are pinned or hidden, and notes of contacts.
import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { vector } from '../../support/data/vectors.ts'
import { resultOf } from '../../support/rpc/wallet-calls.ts'
import { openedIn, PASSWORD, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const B = wallets.B.keys
const NETWORK = 'oxen-regtest'
const nodeOf = () => new FakeNode(oxenRegtest, smallChain().slice(0, 210))

it('pins and hides addresses, and shows hidden ones again once they receive something', async () => {
  const host = testHost(nodeOf())
  const engine = await restored(host, NETWORK, B.mnemonic)
  const at = async (index: number) => (await engine.addresses(0))[index]?.place
  const { index: fresh } = await engine.createSubaddress(0, 'Fresh')
  const used = (await engine.addresses(0)).find(({ received, index }) => received > 0n && index > 0)?.index ?? 0
  expect(used).toBeGreaterThan(0)
  await engine.setAddressPlace(0, fresh, 'pinned')
  await engine.setAddressPlace(0, used, 'hidden')
  expect([await at(fresh), await at(used), await at(0)]).toEqual(['pinned', 'hidden', 'listed'])
  await expect(engine.setAddressPlace(0, 0, 'hidden')).rejects.toMatchObject({ code: 'unknown-address' })
  await expect(engine.setAddressPlace(0, 99, 'pinned')).rejects.toMatchObject({ code: 'unknown-address' })
  const { total } = openedIn(engine).balance()

  // What it received before does not show it again, in a rescan neither.
  await engine.rescan({ from: 'beginning' })
  await engine.refresh()
  expect([await at(fresh), await at(used), openedIn(engine).balance().total]).toEqual(['pinned', 'hidden', total])
  await engine.lock()
  await engine.openWallet(engine.wallets[0]?.id ?? '', PASSWORD)
  expect([await at(fresh), await at(used)]).toEqual(['pinned', 'hidden'])

  // It was hidden before its last payment was scanned.
  const { state } = openedIn(engine)
  const newest = Math.max(
    ...state
      .shownOutputs()
      .flatMap(({ subaddress, change, height }) =>
        subaddress.major === 0 && subaddress.minor === used && !change ? [height] : [],
      ),
  )
  const hide = (height: number) =>
    state.update('strict', () => ({ addressMarks: [{ major: 0, minor: used, kind: 'hidden', height }] }))
  await hide(newest + 1)
  expect(await at(used)).toBe('hidden')
  await hide(newest)
  expect(await at(used)).toBe('returned')
  await engine.setAddressPlace(0, used, 'hidden')
  expect(await at(used)).toBe('hidden')
  await engine.setAddressPlace(0, used, 'listed')
  expect([await at(used), state.addressMarks]).toEqual(['listed', []])
  await engine.closeWallet()
})

it('keeps a note with a contact, however the wallet RPC changes its entry', async () => {
  const host = testHost(nodeOf())
  const engine = await restored(host, NETWORK, B.mnemonic)
  await engine.addContact({ name: 'Ben', address: B.address, note: ' Plumber ' })
  await engine.addContact({ name: 'Cy', address: wallets.C.keys.address })
  expect((await engine.contacts()).map(({ note }) => note)).toEqual(['Plumber', ''])
  expect((await resultOf(engine, 'get_address_book', {}))['entries']).toEqual([
    expect.not.objectContaining({ note: expect.anything() }),
    expect.not.objectContaining({ note: expect.anything() }),
  ])
  await resultOf(engine, 'edit_address_book', { index: 0, set_description: true, description: 'Benjamin' })
  await resultOf(engine, 'add_address_book', { address: B.address, description: 'Ben again' })
  await engine.lock()
  await engine.openWallet(engine.wallets[0]?.id ?? '', PASSWORD)
  const [ben, cy, again] = await engine.contacts()
  expect([ben, cy, again].map((each) => [each?.name, each?.note])).toEqual([
    ['Benjamin', 'Plumber'],
    ['Cy', ''],
    ['Ben again', ''],
  ])
  if (ben === undefined || cy === undefined) throw new Error('no contacts')
  await engine.removeContact(ben)
  await engine.restoreContact(ben)
  expect((await engine.contacts())[0]?.note).toBe('Plumber')
  await engine.changeContact(ben, { name: 'Ben', address: ben.address, note: '' })
  expect(await openedIn(engine).state.addressBook[0]?.note).toBe('')
  await engine.closeWallet()
})
