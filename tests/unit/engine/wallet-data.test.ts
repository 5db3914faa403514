// Stored data of wallets: accounts, labels, notes, contacts, history; encrypted in the store.
import { expect, it } from 'vitest'
import { contactsCsv } from '../../../src/app/format/contactsCsv.ts'
import { nextTurn } from '../../../src/async/nextTurn.ts'
import { utf8 } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { formatShortAmount, sumAmounts } from '../../../src/coin/amount.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { createSubaddresses } from '../../../src/wallet/accounts/addresses.ts'
import { ContactError } from '../../../src/wallet/accounts/contacts.ts'
import type { CoinQuery } from '../../../src/wallet/funds/fundsViews.ts'
import { WalletClosedError } from '../../../src/wallet/state/walletState.ts'
import { vector } from '../../support/data/vectors.ts'
import {
  BEGINNING,
  newWallet,
  openedIn,
  PASSWORD,
  restored,
  testHost,
  viewOf,
} from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const short = chain.slice(0, 210)
const NETWORK = 'oxen-regtest'
const B = wallets.B.keys

const nodeOf = (blocks = short) => new FakeNode(oxenRegtest, blocks)

it('stores several wallets, of which one is open', async () => {
  const host = testHost(nodeOf())
  const engine = await restored(host, NETWORK, B.mnemonic)
  await engine.restoreFromWords(
    newWallet(NETWORK, 'Another'),
    { words: wallets.C.keys.mnemonic, offset: '' },
    BEGINNING,
  )
  const view = await viewOf(engine)
  expect(view.wallets.map(({ name }) => name)).toEqual(['Another', 'Test'])
  expect(view.wallet?.address).toBe(wallets.C.keys.address)
  const [, test] = view.wallets
  await engine.openWallet(test?.id ?? '', PASSWORD)
  expect((await viewOf(engine)).wallet?.address).toBe(B.address)
  await engine.renameWallet('Renamed')
  expect((await viewOf(engine)).wallets.map(({ name }) => name)).toEqual(['Another', 'Renamed'])
  await expect(engine.removeWallet(view.wallets[0]?.id ?? '', 'wrong')).rejects.toThrow('the password is wrong')
  await engine.removeWallet(view.wallets[0]?.id ?? '', PASSWORD)
  await engine.removeWallet(test?.id ?? '', PASSWORD)
  expect(await viewOf(engine)).toMatchObject({ phase: 'closed', wallets: [] })
  expect(await host.store.list(`wallet.${test?.id}`)).toEqual([])
  await expect(engine.openWallet(test?.id ?? '', PASSWORD)).rejects.toThrow('there is no wallet')
})

it('stores neither keys nor outputs in clear', async () => {
  const store = openMemoryStore()
  const engine = await restored(testHost(nodeOf(), store), NETWORK, B.mnemonic)
  const id = (await viewOf(engine)).wallet?.id ?? ''
  const [output] = openedIn(engine).state.ledger.outputs.values()
  const secrets = [
    Buffer.from(B.view_key, 'hex'),
    Buffer.from(B.spend_key, 'hex'),
    output?.key,
    output?.txid,
    output?.keyImage,
  ]
  await engine.closeWallet()
  for (const table of [`wallet.${id}`, 'vaults', 'wallets'])
    for (const [key, value] of await store.list(table))
      for (const secret of secrets) {
        expect(Buffer.from(value).includes(Buffer.from(secret ?? ''))).toBe(false)
        expect(key).not.toContain(Buffer.from(secret ?? '').toString('hex'))
      }
})

it('restores accounts, addresses, labels and notes after a restart', async () => {
  const store = openMemoryStore()
  const engine = await restored(testHost(nodeOf(), store), NETWORK, B.mnemonic)
  const before = (await engine.addresses(0)).length
  const fresh = await engine.createSubaddress(0, 'Rent')
  expect(fresh).toMatchObject({ account: 0, index: before, label: 'Rent', used: false, balance: 0n })
  const account = await engine.createAccount('Business')
  await engine.setLabel(account.index, 0, 'Firm')
  await expect(engine.setLabel(0, 5000, 'nothing')).rejects.toThrow('create it first')
  await expect(engine.createSubaddress(77, '')).rejects.toThrow('there is no account 77')
  const [newest] = await engine.transfers({ limit: 1 })
  await engine.setNote(newest?.txid ?? '', 'for the roof')
  await engine.closeWallet()
  const again = createEngine(testHost(nodeOf(), store, 2))
  await again.openWallet((await viewOf(again)).wallets[0]?.id ?? '', PASSWORD)
  expect((await again.addresses(0)).at(-1)).toMatchObject({ address: fresh.address, label: 'Rent' })
  expect((await viewOf(again)).wallet?.accounts.at(-1)).toMatchObject({ label: 'Firm', address: account.address })
  expect((await again.transfers({ limit: 1 }))[0]?.note).toBe('for the roof')
  await again.closeWallet()
})

it('lists thousands of addresses while other calls are answered, until the wallet closes', async () => {
  const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
  const wallet = openedIn(engine)
  const [first] = await createSubaddresses(wallet, 0, '', 4000)
  const ended: string[] = []
  const listing = engine.addresses(0).finally(() => ended.push('list'))
  const other = nextTurn().then(() => ended.push('other call'))
  const [listed] = await Promise.all([listing, other])
  expect(ended).toEqual(['other call', 'list'])
  expect(listed).toHaveLength(first + 4000)
  for (const minor of [0, 1, 64, first, first + 3999])
    expect(listed[minor]?.address).toBe(formatAddress(oxenRegtest, subaddressAt(wallet.keys, 0, minor)))
  const again = createEngine(testHost(nodeOf()))
  await again.restoreFromWords(newWallet(NETWORK), { words: B.mnemonic, offset: '' }, BEGINNING)
  await createSubaddresses(openedIn(again), 0, '', 4000)
  const interrupted = again.addresses(0)
  await Promise.all([expect(interrupted).rejects.toThrow(WalletClosedError), again.closeWallet()])
  await engine.closeWallet()
})

it('stores contacts, and changes one only as it was shown', async () => {
  const store = openMemoryStore()
  const engine = await restored(testHost(nodeOf(), store), NETWORK, B.mnemonic)
  const { address } = await engine.createSubaddress(0, '')
  expect(await engine.contacts()).toEqual([])
  await expect(engine.addContact({ name: ' ', address })).rejects.toThrow('give the contact a name')
  await expect(engine.addContact({ name: 'Ann', address: `${address}1` })).rejects.toThrow(ContactError)
  const before = (await viewOf(engine)).wallet?.revision ?? 0
  await engine.addContact({ name: ' Ann ', address })
  await engine.addContact({ name: 'Ben', address: B.address })
  expect((await viewOf(engine)).wallet?.revision).toBe(before + 2)
  const [ann, ben] = await engine.contacts()
  if (ann === undefined || ben === undefined) throw new Error('a contact is missing')
  expect(ann).toEqual({ index: 0, name: 'Ann', address, paymentId: '', note: '' })
  await engine.changeContact(ann, { name: 'Anna', address })
  await expect(engine.changeContact(ann, { name: 'Anne', address })).rejects.toThrow('changed meanwhile')
  await engine.removeContact({ ...ann, name: 'Anna' })
  // Ben moved up: his former position does not remove another contact.
  await expect(engine.removeContact(ben)).rejects.toThrow('changed meanwhile')
  await engine.closeWallet()
  const again = createEngine(testHost(nodeOf(), store, 2))
  await again.openWallet((await viewOf(again)).wallets[0]?.id ?? '', PASSWORD)
  expect(await again.contacts()).toEqual([{ ...ben, index: 0 }])
  // A payment id stored by another client remains with its address only.
  const { wallet } = again
  if (wallet === undefined) throw new Error('no wallet is open')
  await wallet.state.update('strict', () => ({
    addressBook: [{ address: B.address, description: '', paymentId: new Uint8Array(32).fill(7) }],
  }))
  const [old] = await again.contacts()
  if (old === undefined) throw new Error('the entry is missing')
  expect(old).toEqual({ index: 0, name: '', address: B.address, paymentId: '07'.repeat(32), note: '' })
  await again.changeContact(old, { name: 'Ben', address: B.address })
  expect((await again.contacts())[0]?.paymentId).toBe(old.paymentId)
  await again.changeContact({ ...old, name: 'Ben' }, { name: 'Ben', address })
  expect(await again.contacts()).toEqual([{ index: 0, name: 'Ben', address, paymentId: '', note: '' }])
  // A removed contact comes back as it was, in its place.
  const outdated = { ...old, name: 'Old' }
  await again.restoreContact(outdated)
  expect(await again.contacts()).toEqual([outdated, { index: 1, name: 'Ben', address, paymentId: '', note: '' }])
  await again.removeContact(outdated)
  await again.restoreContact({ ...outdated, index: 7 })
  expect((await again.contacts()).map(({ name }) => name)).toEqual(['Ben', 'Old'])
  await again.closeWallet()
})

it('lists the history newest first, by account and limit', async () => {
  const engine = await restored(testHost(nodeOf(chain)), NETWORK, B.mnemonic)
  const all = await engine.transfers({})
  expect(all.map(({ height }) => height)).toEqual(all.map(({ height }) => height).toSorted((a, b) => b - a))
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(await engine.transfers({ limit: 3 })).toEqual(all.slice(0, 3))
  expect(await engine.transfers({ account: 1 })).toEqual(all.filter(({ account }) => account === 1))
  await engine.closeWallet()
})

it('imports contacts, and returns those that are not valid with the reason', async () => {
  const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
  const { address } = await engine.createSubaddress(0, '')
  const contacts = [
    { name: 'Ann', address: `oxen:${address}?tx_amount=1` },
    { name: '=1+1', address: B.address },
    { name: 'Again', address },
    { name: ' ', address },
    { name: 'Ben', address: 'L9nothing' },
  ]
  const reports: (readonly [number, number])[] = []
  const table = utf8(contactsCsv(contacts))
  const proceed = (done: number, total: number) => reports.push([done, total]) > 0
  expect(await engine.importContacts(table, proceed)).toEqual({
    added: 2,
    known: 1,
    refused: [
      { name: '', address, invalid: undefined },
      { name: 'Ben', address: 'L9nothing', invalid: expect.objectContaining({ valid: false, fault: 'address' }) },
    ],
  })
  expect((await engine.contacts()).map((contact) => [contact.name, contact.address])).toEqual([
    ['Ann', address],
    ['=1+1', B.address],
  ])
  expect(reports).toEqual([
    [0, 5],
    [5, 5],
  ])
  await engine.closeWallet()
})

it('imports no contact of a table once the import is cancelled, at whichever report', async () => {
  const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
  const table = utf8(`name,address\nAnn,${B.address}\n${'Ben,L9nothing\n'.repeat(600)}`)
  for (let cancelled = 0; cancelled < 4; cancelled++) {
    let reports = 0
    expect(await engine.importContacts(table, () => reports++ < cancelled)).toBeUndefined()
    expect(reports).toBe(cancelled + 1)
    expect(await engine.contacts()).toEqual([])
  }
  expect(await engine.importContacts(table, () => true)).toMatchObject({ added: 1, known: 0 })
  await engine.closeWallet()
})

it('parses destinations, or reports why they are not valid', async () => {
  const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
  const uri = await engine.paymentUri({
    address: B.address,
    amount: 1_500_000_000n,
    recipientName: 'Ann',
    description: 'Lunch & tea',
  })
  expect(await engine.parseDestination(` ${uri} `)).toEqual({
    valid: true,
    address: B.address,
    kind: 'standard',
    amount: 1_500_000_000n,
    recipientName: 'Ann',
    description: 'Lunch & tea',
    unknownParameters: [],
  })
  expect(await engine.parseDestination(B.address)).toMatchObject({ valid: true, amount: undefined })
  expect(await engine.parseDestination(`${B.address}x`)).toMatchObject({ valid: false })
  const withId = await engine.parseDestination(`oxen:${B.address}?tx_payment_id=420fa29b2d9a49f5&tx_amount=1`)
  expect(withId).toMatchObject({ valid: false, reason: expect.stringContaining('420fa29b2d9a49f5') })
  expect(await engine.priorities()).toEqual([{ value: 1, name: 'unimportant', isDefault: true }])
  await engine.closeWallet()
})

const ALL = { offset: 0, limit: 1000 }
const LARGEST_FIRST: CoinQuery = { account: 0, show: 'all', order: { by: 'amount', isDescending: true }, search: '' }

it('lists the unspent coins of an account, largest first, and freezes and thaws them', async () => {
  const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
  const { coins, coinCount, sum, counts } = await engine.coins(LARGEST_FIRST, ALL)
  expect([coinCount, counts.all]).toEqual([coins.length, coins.length])
  const { total } = openedIn(engine).balance(0)
  expect([sumAmounts(coins), sum]).toEqual([total, total])
  expect(coins.map(({ amount }) => amount)).toEqual(coins.map(({ amount }) => amount).sort((a, b) => (a > b ? -1 : 1)))
  const [largest, second] = coins
  if (largest === undefined || second === undefined) throw new Error('too few coins')
  expect(largest).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{64}$/), account: 0, label: expect.any(String) })
  const unknown = 'ab'.repeat(32)
  expect(await engine.coinsWithIds(coins.map(({ id }) => id))).toEqual(coins)
  expect(await engine.coinsWithIds([unknown, coins.at(-1)?.id ?? '', largest.id])).toEqual([coins.at(-1), largest])
  const spent = [...openedIn(engine).state.ledger.outputs.values()].find((output) => output.spent !== undefined)
  expect(await engine.coinsWithIds([toHex(spent?.key ?? new Uint8Array())])).toEqual([])
  // Several at once, and none of them if one is unknown.
  const images = [largest.keyImage, second.keyImage]
  await expect(engine.setFrozen([...images, unknown], true)).rejects.toMatchObject({ code: 'unknown-key-image' })
  expect((await engine.coins(LARGEST_FIRST, ALL)).coins).toEqual(coins)
  await engine.setFrozen(images, true)
  expect(openedIn(engine).balance(0).total).toBe(total - largest.amount - second.amount)
  const frozen = await engine.coins({ ...LARGEST_FIRST, show: 'frozen' }, ALL)
  expect(frozen.coins).toEqual([largest, second].map((coin) => ({ ...coin, state: 'frozen' })))
  expect(frozen.counts).toEqual({ ...counts, frozen: 2, available: counts.available - 2 })
  await engine.setFrozen(images, false)
  expect((await engine.coins(LARGEST_FIRST, ALL)).coins).toEqual(coins)
})

it('lists coins in parts, in any order, and those that a search finds', async () => {
  const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
  const coinsIn = async (change: Partial<CoinQuery>, range = ALL) =>
    await engine.coins({ ...LARGEST_FIRST, ...change }, range)
  const orderedBy = async (by: CoinQuery['order']['by'], isDescending: boolean) =>
    (await coinsIn({ order: { by, isDescending } })).coins
  const { coins, counts } = await coinsIn({})
  expect(coins.length).toBeGreaterThan(5)
  expect(await coinsIn({}, { offset: 2, limit: 3 })).toEqual({
    coins: coins.slice(2, 5),
    coinCount: coins.length,
    sum: sumAmounts(coins),
    counts,
  })
  expect((await coinsIn({}, { offset: coins.length - 1, limit: 9 })).coins).toEqual(coins.slice(-1))
  const heights = coins.map(({ height }) => height).sort((a, b) => a - b)
  expect((await orderedBy('date', false)).map(({ height }) => height)).toEqual(heights)
  expect((await orderedBy('date', true)).map(({ height }) => height)).toEqual(heights.toReversed())
  const [first] = coins
  if (first === undefined) throw new Error('no coins')
  const byId = coins.filter(({ txid }) => txid === first.txid)
  expect(await coinsIn({ search: ` ${first.txid.slice(3, 40).toUpperCase()} ` })).toEqual({
    coins: byId,
    coinCount: byId.length,
    sum: sumAmounts(byId),
    counts,
  })
  expect((await coinsIn({ search: first.keyImage })).coins).toEqual([first])
  const amount = formatShortAmount(first.amount, 9).replace('.', ',')
  expect((await coinsIn({ search: amount })).coins).toContainEqual(first)
  // A label and a note given since are found too, and sorted before the coins without one, in both directions.
  await engine.setLabel(0, first.subaddress, 'Corner shop')
  const labelled = (await coinsIn({ search: 'corner' })).coins
  expect(labelled.map(({ id }) => id)).toEqual(
    coins.filter(({ subaddress }) => subaddress === first.subaddress).map(({ id }) => id),
  )
  expect(labelled[0]?.label).toBe('Corner shop')
  await engine.setNote(first.txid, 'Piano')
  expect((await coinsIn({ search: 'piano' })).coins.map(({ note }) => note)).toEqual(byId.map(() => 'Piano'))
  for (const isDescending of [false, true])
    expect((await orderedBy('name', isDescending)).slice(0, byId.length).map(({ note }) => note)).toEqual(
      byId.map(() => 'Piano'),
    )
  // A coin has a label of its own, which comes before the note of its payment.
  const [named] = byId
  await engine.setCoinLabel(named?.id ?? '', 'Quiet')
  expect((await coinsIn({ search: 'quiet' })).coins.map(({ id, name }) => [id, name])).toEqual([[named?.id, 'Quiet']])
  expect(await engine.coinDetails(named?.id ?? '')).toMatchObject({ name: 'Quiet', note: 'Piano' })
  await engine.setCoinLabel(named?.id ?? '', '')
  expect((await coinsIn({ search: 'quiet' })).coins).toEqual([])
  await expect(engine.setCoinLabel('00'.repeat(32), 'Quiet')).rejects.toMatchObject({ code: 'unknown-coin' })
  expect((await coinsIn({ search: 'nowhere' })).coins).toEqual([])
  const none = { all: 0, available: 0, waiting: 0, frozen: 0, spent: 0 }
  expect(await coinsIn({ account: 77 })).toEqual({ coins: [], coinCount: 0, sum: 0n, counts: none })
})

it('says what addresses received, when they received last, and what was paid to contacts', async () => {
  const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
  const outputs = [...openedIn(engine).state.ledger.outputs.values()]
  const addresses = await engine.addresses(0)
  for (const { index, received, lastUsed, used } of addresses) {
    const own = outputs.filter(({ subaddress }) => subaddress.major === 0 && subaddress.minor === index)
    const incoming = own.filter(({ change }) => !change)
    expect([received, lastUsed]).toEqual([
      sumAmounts(incoming),
      Math.max(0, ...incoming.map(({ timestamp }) => timestamp)),
    ])
    expect(used).toBe(own.length > 0)
  }
  expect(addresses.some(({ received }) => received > 0n)).toBe(true)
  expect((await engine.createSubaddress(0, '')).received).toBe(0n)

  // Payments to anyone else do not count, and a contact that was never paid is not listed.
  const paid = (await engine.transfers({})).flatMap(({ destinations }) => destinations)
  await engine.addContact({ name: 'Ben', address: B.address })
  const toBen = paid.filter(({ address }) => address === B.address)
  expect((await engine.contactPayments()).map(({ paid: sum }) => sum)).toEqual(
    toBen.length === 0 ? [] : [sumAmounts(toBen)],
  )
  await engine.closeWallet()
})

it('keeps the tags of accounts, and the balance over time', async () => {
  const host = testHost(nodeOf())
  const engine = await restored(host, NETWORK, B.mnemonic)
  const { index } = await engine.createAccount('Rent')
  await engine.setAccountTag(index, 'household')
  await expect(engine.setAccountTag(index + 1, 'household')).rejects.toMatchObject({ code: 'unknown-address' })
  await engine.lock()
  await engine.openWallet(engine.wallets[0]?.id ?? '', PASSWORD)
  const view = (await viewOf(engine)).wallet
  expect(view?.accounts[0]).toMatchObject({ tag: '' })
  expect(view?.accounts[index]).toMatchObject({ label: 'Rent', tag: 'household' })
  expect(view?.tags).toEqual([{ tag: 'household', description: '', accounts: [index] }])
  await engine.describeTag('household', 'shared with Ben')
  expect((await viewOf(engine)).wallet?.tags[0]?.description).toBe('shared with Ben')
  await expect(engine.describeTag('unknown', 'x')).rejects.toMatchObject({ code: 'unknown-tag' })
  await engine.setAccountTag(index, '')
  expect((await viewOf(engine)).wallet?.tags).toEqual([])

  const balances = await engine.balanceHistory(1000)
  expect(balances.at(-1)?.balance).toBe(openedIn(engine).balance().total)
  const few = await engine.balanceHistory(3)
  expect(few.length).toBeLessThanOrEqual(3)
  expect(few.at(-1)).toEqual(balances.at(-1))
  await engine.closeWallet()
})
