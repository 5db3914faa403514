// Creating and restoring wallets.

import { networkById } from '../../../coin/networks/networks.ts'
import { seedLanguages } from '../../../coin/seeds/languages.ts'
import { findUnknownWord } from '../../../coin/seeds/seed.ts'
import type { CreationApi } from '../api/creationApi.ts'
import type { EngineCore } from '../engineCore.ts'
import type { RestoreFrom } from '../engineViews.ts'
import { keyringFromKeys, keyringFromWords } from '../keyring.ts'
import { readWalletFiles } from '../keysFiles.ts'

const LANGUAGES = seedLanguages.map(({ name, ownName }) => ({ name, ownName }))

/** Returns the part of the engine that `CreationApi` declares. */
export const creationActions = (core: EngineCore): CreationApi => ({
  async seedLanguages() {
    return LANGUAGES
  },

  draftSeed(language) {
    return core.drafts.draw(language)
  },

  async createWallet(wallet, words) {
    // A new wallet has no payments before today; a date needs no node, which a height would.
    const today: RestoreFrom = { from: 'date', timestamp: Math.floor(core.environment.clock() / 1000) }
    await core.drafts.use(words, (takeKeyring) => core.manager.create(wallet, today, takeKeyring))
  },

  findUnknownWord(words) {
    return findUnknownWord(words)
  },

  restoreFromWords(wallet, seed, from) {
    return core.manager.restore(wallet, from, () => keyringFromWords(seed.words, seed.offset))
  },

  restoreFromKeys(wallet, keys, from) {
    return core.manager.restore(wallet, from, async () => keyringFromKeys(networkById(wallet.networkId), keys))
  },

  async restoreFromKeysFile(wallet, files, filePassword) {
    const { keyring, from, importInto } = await readWalletFiles(networkById(wallet.networkId), files, filePassword)
    await core.manager.restore(wallet, from, async () => keyring, importInto)
  },
})
