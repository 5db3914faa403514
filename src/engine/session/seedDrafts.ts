// Drafts of new seeds: generated, shown to the user, and confirmed by some of their words before the wallet is created.

import type { UnixSeconds } from '../../async/time.ts'
import { wipe } from '../../bytes/bytes.ts'
import { encodeText } from '../../bytes/text.ts'
import { formatAddress, subaddressAt } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { bareWord } from '../../coin/seeds/languages.ts'
import { createPolyseed, encodePolyseed, POLYSEED_SECRET_BYTES } from '../../coin/seeds/polyseed.ts'
import { encodeSeed } from '../../coin/seeds/seed.ts'
import { seedWordsOf } from '../../coin/seeds/seedText.ts'
import { generateKeys, type WalletKeys } from '../../crypto/keys/keys.ts'
import { type Random, randomBytes } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { type Keyring, wipeKeyring } from '../../wallet/open/keyring.ts'
import { polyseedKeyring } from './polyseedKeyring.ts'

/** There is no draft, or the confirmation words differ from it. */
export class DraftWordsError extends FabaError<{
  /** position of the wrong word, from 1; undefined without a draft */
  readonly position?: number
}> {
  override readonly name = 'DraftWordsError'
  readonly code = 'draft-words'
}

/** Seed words without a wallet, and their keys. `coin`: of a polyseed. */
type SeedDraft = { readonly words: readonly string[]; readonly keyring: Keyring; readonly coin?: number }

/** What the user confirms of a draft. */
type Confirmation = {
  readonly words: ConfirmationWords
  /** protects a polyseed; empty for none */
  readonly passphrase: string
  /** number of the coin of the wallet in polyseeds; undefined if it has none */
  readonly coin: number | undefined
}

/** What a polyseed is drafted for. */
export type PolyseedRequest = {
  /** number of the coin */
  readonly coin: number
  /** English name */
  readonly language: string
  readonly created: UnixSeconds
}

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

const drawPolyseed = async (random: Random, { coin, language, created }: PolyseedRequest): Promise<SeedDraft> => {
  const entropy = randomBytes(random, POLYSEED_SECRET_BYTES)
  const seed = createPolyseed(entropy, created, language)
  try {
    const words = (await encodePolyseed(seed, coin)).split(/\s+/u)
    const keyring = await polyseedKeyring({ seed, coin }, { seed, needsPassphrase: false }, new Uint8Array())
    return { words, keyring, coin }
  } finally {
    wipe(entropy, seed.secret)
  }
}

/** Returns the keys of the words of a drafted polyseed with a passphrase; undefined without one. */
const withPassphrase = async (draft: SeedDraft | undefined, passphrase: string): Promise<Keyring | undefined> => {
  const seed = draft?.keyring.polyseed?.seed
  if (passphrase === '' || draft?.coin === undefined || seed === undefined) return undefined
  return await polyseedKeyring(
    { seed, coin: draft.coin },
    { seed, needsPassphrase: true },
    encodeText(passphrase, 'utf-8'),
  )
}

const confirmDraft = (draft: SeedDraft | undefined, { words, coin }: Confirmation): SeedDraft => {
  // Words of a polyseed restore nothing on a network without them.
  if (draft?.coin !== undefined && draft.coin !== coin)
    throw new DraftWordsError('the new seed words are not for this network; create others')
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
    return this.#replace(await drawSeed(this.#random, language))
  }

  /**
   * Generates a polyseed, which replaces the previous draft; returns its words.
   * @throws RandomnessError, PolyseedError for an unknown language
   */
  async drawPolyseed(request: PolyseedRequest): Promise<readonly string[]> {
    return this.#replace(await drawPolyseed(this.#random, request))
  }

  /**
   * Returns the main address of the drafted words with a passphrase.
   * @throws DraftWordsError without a draft, or if another one has replaced it meanwhile
   */
  async address(network: Network, passphrase: string): Promise<string> {
    const draft = this.#draft
    const protectedKeys = await withPassphrase(draft, passphrase)
    try {
      if (draft === undefined || draft !== this.#draft) throw new DraftWordsError('there are no such new seed words')
      return formatAddress(network, subaddressAt((protectedKeys ?? draft.keyring).keys, 0, 0))
    } finally {
      if (protectedKeys !== undefined) wipeKeyring(protectedKeys)
    }
  }

  #replace(draft: SeedDraft): readonly string[] {
    if (this.#draft !== undefined) wipeKeyring(this.#draft.keyring)
    this.#draft = draft
    return draft.words
  }

  /**
   * Creates a wallet from the draft. `create` takes the keyring with its argument, which checks the words; the draft remains if
   * `create` fails.
   * @throws DraftWordsError, and what `create` throws
   */
  async use(confirmation: Confirmation, create: (takeKeyring: () => Keyring) => Promise<void>): Promise<void> {
    let taken: SeedDraft | undefined
    const protectedKeys = await withPassphrase(this.#draft, confirmation.passphrase)
    try {
      await create(() => {
        taken = confirmDraft(this.#draft, confirmation)
        // The wallet owns the keys from here on: a new draft does not wipe them.
        this.#draft = undefined
        return protectedKeys ?? taken.keyring
      })
      if (protectedKeys !== undefined && taken !== undefined) wipeKeyring(taken.keyring)
    } catch (error) {
      if (protectedKeys !== undefined) wipeKeyring(protectedKeys)
      // The words can be confirmed again, unless a new seed was drafted in the meantime.
      if (this.#draft === undefined) this.#draft = taken
      else if (taken !== undefined && taken !== this.#draft) wipeKeyring(taken.keyring)
      throw error
    }
  }
}
