// Drafts of new seeds: generated, shown to the user, and confirmed by some of their words before the wallet is created.

import { wipe } from '../../bytes/bytes.ts'
import { encodeSeed } from '../../coin/seeds/seed.ts'
import { generateKeys } from '../../crypto/keys/keys.ts'
import type { Random } from '../../crypto/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Keyring } from './keyring.ts'

/** There is no draft, or the confirmation words differ from it. */
export class DraftWordsError extends FabaError {
  override readonly name = 'DraftWordsError'
  readonly code = 'draft-words'
}

/** Seed words without a wallet, and their keys. */
export type SeedDraft = { readonly words: readonly string[]; readonly keyring: Keyring }

/** Generates a new seed. `language` is the English name. */
export const drawSeed = async (random: Random, language: string): Promise<SeedDraft> => {
  const seed = random(32)
  const keys = generateKeys(seed)
  wipe(seed)
  const words = (await encodeSeed(keys.spendSecret, language)).split(' ')
  return { words, keyring: { keys, language } }
}

/**
 * Returns the draft after checking the confirmation words against it.
 * @param words some words of the draft; `position` is 1-based
 * @throws DraftWordsError
 */
export const confirmDraft = (
  draft: SeedDraft | undefined,
  words: readonly { readonly position: number; readonly word: string }[],
): SeedDraft => {
  if (draft === undefined) throw new DraftWordsError('there are no new words; draw some first')
  for (const { position, word } of words)
    if (draft.words[position - 1]?.toLowerCase() !== word.trim().toLowerCase())
      throw new DraftWordsError(`word ${position} is another one; look at your words again`)
  return draft
}
