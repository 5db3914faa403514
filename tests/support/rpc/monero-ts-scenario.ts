// The steps of the monero-ts scenario that move no coins, and the order of all steps.

import moneroTs from 'monero-ts'
import { COIN, payments, type ScenarioContext, sweeps } from './monero-ts-payments.ts'

const { MoneroMessageSignatureType, MoneroTxConfig } = moneroTs

/** Creates, closes, opens and restores wallets. */
const files = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step, words } = world
  await step('is closed', () => wallet.isClosed())
  await step('balance without a wallet', () => wallet.getBalance())
  await step('languages', () => wallet.getSeedLanguages())
  await step('version', async () => (await wallet.getVersion()) !== undefined)
  await step('open a missing one', () => wallet.openWallet('missing', ''))
  await step('create', async () => (await wallet.createWallet({ path: 'born', password: 'one' })).getPath())
  await step('create again', async () => (await wallet.createWallet({ path: 'born', password: 'one' })).getPath())
  await step('create in an unknown language', async () =>
    (await wallet.createWallet({ path: 'odd', password: '', language: 'Unheard' })).getPath(),
  )
  await step('primary address', () => wallet.getPrimaryAddress())
  const seed = await step('seed', () => wallet.getSeed())
  await step('view key', () => wallet.getPrivateViewKey())
  await step('spend key', () => wallet.getPrivateSpendKey())
  await step('save', () => wallet.save())
  await step('wrong old password', () => wallet.changePassword('wrong', 'two'))
  await step('change password', () => wallet.changePassword('one', 'two'))
  await step('close', () => wallet.close(true))
  await step('is closed now', () => wallet.isClosed())
  await step('open with the old password', () => wallet.openWallet('born', 'one'))
  await step('open', async () => (await wallet.openWallet('born', 'two')).getPath())
  await step('the same seed', () => wallet.getSeed())
  await step('is view-only', () => wallet.isViewOnly())
  await step('restore over another', async () =>
    (await wallet.createWallet({ path: 'born', password: '', seed: words })).getPath(),
  )
  await step('restore from nonsense', async () =>
    (await wallet.createWallet({ path: 'nonsense', password: '', seed: 'abbey abbey abbey' })).getPath(),
  )
  await step('restore with a passphrase', async () =>
    (await wallet.createWallet({ path: 'offset', password: '', seed: words, seedOffset: 'salt' })).getPath(),
  )
  await step('its address', () => wallet.getPrimaryAddress())
  await step('its seed', () => wallet.getSeed())
  await step('restore again', async () =>
    (await wallet.createWallet({ path: 'again', password: '', seed: seed ?? '', restoreHeight: 3 })).getPath(),
  )
  await step('the first address', () => wallet.getPrimaryAddress())
  await step('multisig', () => wallet.getMultisigInfo())
  await step('default priority', () => wallet.getDefaultFeePriority())
  // From here on both services see blocks on request only.
  await step('stop following', () => wallet.stopSyncing())
}

/** Accounts, addresses, labels and tags of a wallet with a balance. */
const accounts = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step, words } = world
  await step('restore from words', async () =>
    (await wallet.createWallet({ path: 'life', password: 'x', seed: words, restoreHeight: 0 })).getPath(),
  )
  // The wallet here may already have begun to sync, so that the number of new blocks is random.
  await wallet.sync()
  await step('sync', () => wallet.sync())
  await step('height', () => wallet.getHeight())
  await step('is connected', () => wallet.isConnectedToDaemon())
  await step('balances', () => wallet.getBalances())
  await step('blocks to unlock', () => wallet.getNumBlocksToUnlock())
  await step('accounts', () => wallet.getAccounts(true))
  await step('create account', () => wallet.createAccount('savings'))
  await step('create account without a label', () => wallet.createAccount())
  await step('create address', () => wallet.createSubaddress(0, 'shop'))
  await step('create address without a label', () => wallet.createSubaddress(0))
  await step('create address of another account', () => wallet.createSubaddress(1, 'rent'))
  await step('create another', () => wallet.createSubaddress(1, 'food'))
  await step('create address of no account', () => wallet.createSubaddress(7, 'nowhere'))
  await step('label', () => wallet.setSubaddressLabel(0, 1, 'market'))
  await step('label the account', () => wallet.setSubaddressLabel(2, 0, 'spare'))
  await step('label what is not there', () => wallet.setSubaddressLabel(0, 9, 'x'))
  await step('addresses', () => wallet.getSubaddresses(0))
  await step('requested addresses', () => wallet.getSubaddresses(1, [0, 2]))
  await step('addresses that are not there', () => wallet.getSubaddresses(1, [8]))
  await step('index of an address', async () => wallet.getAddressIndex(await wallet.getAddress(1, 2)))
  await step('index of a stranger', () => wallet.getAddressIndex(world.stranger))
  await step('index of nonsense', () => wallet.getAddressIndex('nonsense'))
  await step('no tags', () => wallet.getAccountTags())
  await step('tag', () => wallet.tagAccounts('home', [0, 2]))
  await step('tag another', () => wallet.tagAccounts('work', [1]))
  await step('describe a tag', () => wallet.setAccountTagLabel('home', 'what is ours'))
  await step('describe no tag', () => wallet.setAccountTagLabel('nothing', 'x'))
  await step('tags', () => wallet.getAccountTags())
  await step('accounts of a tag', () => wallet.getAccounts(false, 'home'))
  await step('accounts of no tag', () => wallet.getAccounts(false, 'nothing'))
  await step('untag', () => wallet.untagAccounts([2]))
  await step('tags at last', () => wallet.getAccountTags())
  await step('tag what is not there', () => wallet.tagAccounts('x', [9]))
  await step('all accounts', () => wallet.getAccounts(true))
}

/** Transfers and outputs, with filters. */
const queries = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step } = world
  await step('all transactions', () => wallet.getTxs())
  await step('with outputs', () => wallet.getTxs({ includeOutputs: true, isOutgoing: true }))
  await step('incoming', () => wallet.getIncomingTransfers({ accountIndex: 1 }))
  await step('outgoing', () => wallet.getOutgoingTransfers({}))
  await step('of an address', () => wallet.getTransfers({ accountIndex: 1, subaddressIndices: [1, 2] }))
  await step('of heights', () => wallet.getTransfers({ txQuery: { minHeight: 100, maxHeight: 125 } }))
  await step('unmined', () => wallet.getTxs({ isConfirmed: false }))
  await step('failed', () => wallet.getTxs({ isFailed: true }))
  await step('with destinations', () => wallet.getOutgoingTransfers({ hasDestinations: true }))
  await step('an unknown one', () => wallet.getTx(`${'00'.repeat(31)}01`))
  await step('outputs', () => wallet.getOutputs())
  await step('outputs of an account', () => wallet.getOutputs({ accountIndex: 1 }))
  await step('unspent outputs', () => wallet.getOutputs({ isSpent: false, accountIndex: 1 }))
  await step('spent outputs', () => wallet.getOutputs({ isSpent: true }))
  await step('locked ones', () => wallet.getOutputs({ txQuery: { isLocked: true } }))
  await step('as a table', () => world.call('get_transfers_csv'))
  await step('incoming transfers of no type', () => world.call('incoming_transfers', { transfer_type: 'odd' }))
}

/** Payment, spend and reserve proofs. */
const proofs = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step, stranger } = world
  const [sent] = await wallet.getOutgoingTransfers({ accountIndex: 1, hasDestinations: true })
  const txid = sent?.getTx().getHash() ?? ''
  const own = await wallet.getPrimaryAddress()
  const key = await step('transaction key', () => wallet.getTxKey(txid))
  await step('check it', () => wallet.checkTxKey(txid, key ?? '', stranger))
  await step('check another key', () => wallet.checkTxKey(txid, '01'.padEnd(64, '0'), stranger))
  await step('check nonsense', () => wallet.checkTxKey(txid, 'nonsense', stranger))
  await step('key of nothing', () => wallet.getTxKey('nonsense'))
  await step('key of an unknown one', () => wallet.getTxKey('11'.repeat(32)))
  const proof = await step('payment proof', () => wallet.getTxProof(txid, stranger, 'paid'))
  await step('check the payment', () => wallet.checkTxProof(txid, stranger, 'paid', proof ?? ''))
  await step('with another message', () => wallet.checkTxProof(txid, stranger, 'another message', proof ?? ''))
  await step('with another address', () => wallet.checkTxProof(txid, own, 'paid', proof ?? ''))
  await step('with a broken proof', () => wallet.checkTxProof(txid, stranger, 'paid', 'OutProofV2x'))
  const spend = await step('spend proof', () => wallet.getSpendProof(txid, 'mine'))
  await step('check the spending', () => wallet.checkSpendProof(txid, 'mine', spend ?? ''))
  await step('with another text', () => wallet.checkSpendProof(txid, 'yours', spend ?? ''))
  const reserve = await step('reserve of the wallet', () => wallet.getReserveProofWallet('all'))
  await step('check the reserve', () => wallet.checkReserveProof(own, 'all', reserve ?? ''))
  await step('check it for another', () => wallet.checkReserveProof(stranger, 'all', reserve ?? ''))
  const part = await step('reserve of an account', () => wallet.getReserveProofAccount(0, COIN, 'part'))
  await step('check a part of the reserve', () => wallet.checkReserveProof(own, 'part', part ?? ''))
  await step('reserve beyond what there is', () => wallet.getReserveProofAccount(0, 10n ** 18n, 'part'))
}

/** Messages, notes, the address book, attributes, URIs. */
const records = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step, stranger } = world
  const own = await wallet.getPrimaryAddress()
  const other = await wallet.getAddress(1, 1)
  const { SIGN_WITH_SPEND_KEY, SIGN_WITH_VIEW_KEY } = MoneroMessageSignatureType
  for (const [name, kind] of [
    ['spend', SIGN_WITH_SPEND_KEY],
    ['view', SIGN_WITH_VIEW_KEY],
  ] as const) {
    const signature = await step(`sign with the ${name} key`, () => wallet.signMessage('message', kind, 0, 0))
    await step('verify', () => wallet.verifyMessage('message', own, signature ?? ''))
    await step('verify another text', () => wallet.verifyMessage('meant', own, signature ?? ''))
    await step('verify another signer', () => wallet.verifyMessage('message', stranger, signature ?? ''))
  }
  const signature = await step('sign with an address', () => wallet.signMessage('message', SIGN_WITH_SPEND_KEY, 1, 1))
  await step('verify that', () => wallet.verifyMessage('message', other, signature ?? ''))
  await step('verify by nonsense', () => wallet.verifyMessage('message', 'nonsense', signature ?? ''))

  const [transfer] = await wallet.getTransfers({ accountIndex: 0 })
  const txid = transfer?.getTx().getHash() ?? ''
  await step('no note', () => wallet.getTxNote(txid))
  await step('note', () => wallet.setTxNote(txid, 'for the roof'))
  await step('the note', () => wallet.getTxNote(txid))
  await step('notes', () => wallet.setTxNotes([txid, '11'.repeat(32)], ['one', 'two']))
  await step('the notes', () => wallet.getTxNotes([txid, '11'.repeat(32)]))
  await step('notes without texts', () => world.call('set_tx_notes', { txids: [txid], notes: [] }))
  await step('note of nonsense', () => wallet.getTxNote('nonsense'))

  await step('no entries', () => wallet.getAddressBookEntries())
  await step('add an entry', () => wallet.addAddressBookEntry(stranger, 'stranger'))
  await step('add another', () => wallet.addAddressBookEntry(other, 'ourselves'))
  await step('add nonsense', () => wallet.addAddressBookEntry('nonsense', 'x'))
  await step('entries', () => wallet.getAddressBookEntries())
  await step('one entry', () => wallet.getAddressBookEntries([1]))
  await step('no such entry', () => wallet.getAddressBookEntries([5]))
  await step('edit', () => wallet.editAddressBookEntry(1, false, '', true, 'rent'))
  await step('edit an address', () => wallet.editAddressBookEntry(1, true, own, false, ''))
  await step('edit nothing', () => wallet.editAddressBookEntry(6, false, '', true, 'x'))
  await step('edited', () => wallet.getAddressBookEntries())
  await step('delete', () => wallet.deleteAddressBookEntry(0))
  await step('delete nothing', () => wallet.deleteAddressBookEntry(4))
  await step('what is left', () => wallet.getAddressBookEntries([0]))

  await step('no attribute', () => wallet.getAttribute('colour'))
  await step('attribute', () => wallet.setAttribute('colour', 'green'))
  await step('the attribute', () => wallet.getAttribute('colour'))
  await step('empty attribute', () => wallet.setAttribute('colour', ''))
  await step('the empty attribute', () => wallet.getAttribute('colour'))

  await step('integrated address', () => wallet.getIntegratedAddress(undefined, '03284e41c342f036'))
  await step('of a stranger', () => wallet.getIntegratedAddress(stranger, '03284e41c342f036'))
  await step('with a bad payment id', () => wallet.getIntegratedAddress(undefined, 'nonsense'))
  await step('of an address of an account', () => wallet.getIntegratedAddress(other, '03284e41c342f036'))
  await step('split nonsense', () => wallet.decodeIntegratedAddress('nonsense'))
  await step('split a plain address', () => wallet.decodeIntegratedAddress(stranger))
  const uri = await step('uri', () =>
    wallet.getPaymentUri(
      new MoneroTxConfig({ address: stranger, amount: 250000000000n, recipientName: 'A B', note: 'for & to' }),
    ),
  )
  await step('parse it', () => wallet.parsePaymentUri(uri ?? ''))
  await step('parse a bare one', () => wallet.parsePaymentUri(`monero:${stranger}`))
  await step('parse nonsense', () => wallet.parsePaymentUri('nonsense'))
  await step('validate', () => world.call('validate_address', { address: stranger }))
  await step('validate nonsense', () => world.call('validate_address', { address: 'nonsense' }))
}

/** Rescans and automatic refresh. */
const rescans = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step, stranger, daemon } = world
  await step('rescan spent', () => wallet.rescanSpent())
  await step('balances', () => wallet.getBalances())
  await step('rescan', () => wallet.rescanBlockchain())
  await step('balances again', () => wallet.getAccounts(true))
  await step('notes are kept', () => world.call('get_transfers', { in: true, max_height: 3, filter_by_height: true }))
  await daemon.call('generateblocks', { amount_of_blocks: 1, wallet_address: stranger })
  await step('sync one block', () => wallet.sync())
  await step('sync none', () => wallet.sync())
  await step('follow', () => wallet.startSyncing(60_000))
  await step('another node', () => wallet.setDaemonConnection(daemon.url, true))
  await step('a transaction to scan', () => wallet.scanTxs(['11'.repeat(32)]))
}

/** The same wallet as watch-only. */
const watching = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step, words, stranger } = world
  const primaryAddress = await wallet.getPrimaryAddress()
  const privateViewKey = await wallet.getPrivateViewKey()
  const privateSpendKey = await wallet.getPrivateSpendKey()
  await step('export outputs', () => wallet.exportOutputs(true))
  const images = await step('export key images', () => wallet.exportKeyImages(true))
  await step('import our own', () => wallet.importKeyImages(images?.getKeyImages() ?? []))
  await step('from keys', async () =>
    (
      await wallet.createWallet({ path: 'keys', password: '', primaryAddress, privateViewKey, privateSpendKey })
    ).getPath(),
  )
  await step('the same words', async () => (await wallet.getSeed()) === words)
  await step('with another view key', async () =>
    (
      await wallet.createWallet({ path: 'bad', password: '', primaryAddress, privateViewKey: privateSpendKey })
    ).getPath(),
  )
  await step('watch', async () =>
    (await wallet.createWallet({ path: 'watch', password: '', primaryAddress, privateViewKey })).getPath(),
  )
  await step('is view-only now', () => wallet.isViewOnly())
  await wallet.sync()
  await step('sync', () => wallet.sync())
  await step('balances', () => wallet.getAccounts(true))
  await step('its outputs', () => wallet.getOutputs())
  await step('its transfers', () => wallet.getTransfers())
  await step('import key images', () => wallet.importKeyImages(images?.getKeyImages() ?? []))
  await step('balances with key images', () => wallet.getAccounts(true))
  await step('spent outputs', () => wallet.getOutputs({ isSpent: true }))
  await step('what went', () => wallet.getOutgoingTransfers({}))
  await step('import nonsense', () =>
    world.call('import_key_images', { signed_key_images: [{ key_image: '00', signature: '00' }] }),
  )
  await step('its spend key', () => wallet.getPrivateSpendKey())
  await step('it cannot prove a reserve', () => wallet.getReserveProofWallet('all'))
  await step('it cannot sweep', () => wallet.sweepDust(false))
  await step('stranger', () => wallet.checkReserveProof(stranger, '', ''))
}

/** Stops the service. */
const end = async ({ wallet, step }: ScenarioContext): Promise<void> => {
  await step('stop', () => wallet.stop())
}

/** Restores the same wallet on a finished chain. */
const again = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step, words } = world
  await step('restore', async () =>
    (await wallet.createWallet({ path: 'again', password: '', seed: words, restoreHeight: 0 })).getPath(),
  )
  await step('stop following', () => wallet.stopSyncing())
  await wallet.sync()
  await step('sync', () => wallet.sync())
  await step('accounts', () => wallet.getAccounts(true))
}

/** Steps for a restored wallet on a finished chain, where nothing is random. */
export const RESTORED_SCENARIO = { again, queries, end }

/** The parts of the scenario, in their order. */
export const SCENARIO = { files, accounts, payments, queries, records, proofs, sweeps, rescans, watching, end }
