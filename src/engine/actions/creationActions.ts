// Creating and restoring wallets.

import { wipe } from '../../bytes/bytes.ts'
import { POLYSEED_MONERO } from '../../coin/networks/monero.ts'
import { networkById } from '../../coin/networks/networks.ts'
import { seedLanguages } from '../../coin/seeds/languages.ts'
import { PolyseedError } from '../../coin/seeds/polyseed.ts'
import { polyseedLanguages } from '../../coin/seeds/polyseedLanguages.ts'
import { inspectSeed } from '../../coin/seeds/seedInspection.ts'
import { keyringFromKeys, keyringFromSpendKey } from '../../wallet/open/keyring.ts'
import type { RestoreFrom } from '../../wallet/sync/syncViews.ts'
import type { CreationApi } from '../api/creationApi.ts'
import { estimatePassword } from '../api/passwordStrength.ts'
import { readWalletFiles } from '../files/keysFiles.ts'
import type { EngineCore } from '../session/engineCore.ts'
import { keyringFromSeed } from '../session/restoredSeed.ts'
import { checkBackup, parseBackup } from '../vault/backupFile.ts'

const LANGUAGES = seedLanguages.map(({ name, ownName }) => ({ name, ownName }))
const POLYSEED_LANGUAGES = polyseedLanguages.map(({ name, ownName }) => ({ name, ownName }))

/** Returns the part of the engine that `CreationApi` declares. */
export const creationActions = (core: EngineCore): CreationApi => ({
  estimatePassword(password, words) {
    return estimatePassword(password, words)
  },

  async seedLanguages() {
    return LANGUAGES
  },

  draftSeed(language) {
    return core.drafts.draw(language)
  },

  async polyseedLanguages(networkId) {
    return networkById(networkId).polyseedCoin === undefined ? [] : POLYSEED_LANGUAGES
  },

  async draftPolyseed(networkId, language) {
    const { polyseedCoin: coin, familyName } = networkById(networkId)
    if (coin === undefined) throw new PolyseedError(`${familyName} has no polyseeds`, { details: { fault: 'coin' } })
    const created = Math.floor(core.environment.clock() / 1000)
    return core.drafts.drawPolyseed({ coin, language, created })
  },

  async draftAddress(networkId, passphrase) {
    return await core.drafts.address(networkById(networkId), passphrase)
  },

  async createWallet(wallet, words, passphrase = '') {
    const { polyseedCoin: coin } = networkById(wallet.networkId)
    // A new wallet has no payments before today; a date needs no node, which a height would.
    const createdAt = Math.floor(core.environment.clock() / 1000)
    const today: RestoreFrom = { from: 'date', timestamp: createdAt }
    const backup = { createdAt, isBackedUp: words.length > 0, quietUntil: 0 }
    await core.drafts.use({ words, passphrase, coin }, (takeKeyring) =>
      core.manager.create(wallet, { from: today, backup }, takeKeyring),
    )
  },

  async chainClock(networkId) {
    const { heightAnchor, blockTarget } = networkById(networkId)
    return { heightAnchor, blockTarget }
  },

  inspectSeed(words) {
    // Words are typed before the network is chosen; no other coin has polyseeds.
    return inspectSeed(words, POLYSEED_MONERO)
  },

  async restoreFromWords(wallet, seed, from) {
    const { words, offset, encoding } = seed
    const { keyring, created } = await keyringFromSeed(networkById(wallet.networkId), words, offset, encoding)
    const start: RestoreFrom =
      from.from === 'beginning' && created !== undefined ? { from: 'date', timestamp: created } : from
    await core.manager.restore(wallet, start, async () => keyring)
  },

  restoreFromKeys(wallet, keys, from) {
    return core.manager.restore(wallet, from, async () => keyringFromKeys(networkById(wallet.networkId), keys))
  },

  restoreFromSpendKey(wallet, spendSecret, from) {
    return core.manager.restore(wallet, from, async () => keyringFromSpendKey(spendSecret))
  },

  async checkBackup(file) {
    checkBackup(file)
  },

  async restoreBackup(file, password, name) {
    const backup = await parseBackup(file, password)
    try {
      await core.manager.restoreBackup(name.trim() === '' ? backup : { ...backup, name }, password)
    } finally {
      wipe(...backup.records.map(({ value }) => value))
    }
  },

  async restoreFromKeysFile(wallet, files, filePassword) {
    const { keyring, from, importInto } = await readWalletFiles(networkById(wallet.networkId), files, filePassword)
    await core.manager.restore(wallet, from, async () => keyring, importInto)
  },
})
