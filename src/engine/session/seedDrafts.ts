// Drafts of new seeds: generated, shown to the user, and confirmed by some of their words before the wallet is created.

import { wipe } from '../../bytes/bytes.ts'
import { bareWord } from '../../coin/seeds/languages.ts'
import { encodeSeed } from '../../coin/seeds/seed.ts'
import { seedWordsOf } from '../../coin/seeds/seedText.ts'
import { generateKeys, type WalletKeys } from '../../crypto/keys/keys.ts'
import { type Random, randomBytes } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { type Keyring, wipeKeyring } from '../../wallet/open/keyring.ts'

/** There is no draft, or the confirmation words differ from it. */
export class DraftWordsError extends FabaError<{
  /** position of the wrong word, from 1; undefined without a draft */
  readonly position?: number
}> {
  override readonly name = 'DraftWordsError'
  readonly code = 'draft-words'
}

/** Seed words without a wallet, and their keys. */
type SeedDraft = { readonly words: readonly string[]; readonly keyring: Keyring }

/** Some words of a draft; `position` is 1-based. */
type ConfirmationWords = readonly { readonly position: number; readonly word: string }[]

const drawSeed = async (random: Random, language: string): Promise<SeedDraft> => {
  const seed = randomBytes(random, 32)
  let keys: WalletKeys
  try {
    keys = generateKeys(seed)
  } finally {
    wipe(seed)
  }
  const keyring = { keys, language }
  try {
    return { words: (await encodeSeed(keys.spendSecret, language)).split(' '), keyring }
  } catch (error) {
    wipeKeyring(keyring)
    throw error
  }
}

const confirmDraft = (draft: SeedDraft | undefined, words: ConfirmationWords): SeedDraft => {
  if (draft === undefined) throw new DraftWordsError('there are no new seed words; create some first')
  for (const { position, word } of words)
    if (bareWord(draft.words[position - 1] ?? '') !== bareWord(seedWordsOf(word).join(' ')))
      throw new DraftWordsError(`word ${position} is wrong; check your seed words`, { details: { position } })
  return draft
}

/** Holds the draft of one seed until a wallet is created from it. */
export class SeedDrafts {
  readonly #random: Random
  #draft: SeedDraft | undefined

  constructor(random: Random) {
    this.#random = random
  }

  /**
   * Generates a seed, which replaces the previous draft; returns its words. `language` is the English name.
   * @throws RandomnessError, UnknownLanguageError
   */
  async draw(language: string): Promise<readonly string[]> {
    const draft = await drawSeed(this.#random, language)
    if (this.#draft !== undefined) wipeKeyring(this.#draft.keyring)
    this.#draft = draft
    return draft.words
  }

  /**
   * Creates a wallet from the draft. `create` takes the keyring with its argument, which checks the words; the draft remains if
   * `create` fails.
   * @throws DraftWordsError, and what `create` throws
   */
  async use(words: ConfirmationWords, create: (takeKeyring: () => Keyring) => Promise<void>): Promise<void> {
    let taken: SeedDraft | undefined
    try {
      await create(() => {
        taken = confirmDraft(this.#draft, words)
        // The wallet owns the keys from here on: a new draft does not wipe them.
        this.#draft = undefined
        return taken.keyring
      })
    } catch (error) {
      // The words can be confirmed again, unless a new seed was drafted in the meantime.
      if (this.#draft === undefined) this.#draft = taken
      else if (taken !== undefined && taken !== this.#draft) wipeKeyring(taken.keyring)
      throw error
    }
  }
}
