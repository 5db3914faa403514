// New seed words on their way to a wallet: drawn, shown to a person, and asked for again.

import { wipe } from '../../bytes/bytes.ts'
import { encodeSeed } from '../../coin/seeds/seed.ts'
import { generateKeys } from '../../crypto/keys/keys.ts'
import type { Random } from '../../crypto/random.ts'
import type { Keyring } from './keyring.ts'

/** The words given back are not those of the draft. */
export class DraftWordsError extends Error {
  override readonly name = 'DraftWordsError'
}

/** Words that nobody has a wallet of yet, and the keys they stand for. */
export type SeedDraft = { readonly words: readonly string[]; readonly keyring: Keyring }

/** Draws new words. `language` is the English name. */
export const drawSeed = async (random: Random, language: string): Promise<SeedDraft> => {
  const seed = random(32)
  const keys = generateKeys(seed)
  wipe(seed)
  const words = (await encodeSeed(keys.spendSecret, language)).split(' ')
  return { words, keyring: { keys, language } }
}

/**
 * The draft whose words are known to who was shown them.
 * @param words some of them, by position, beginning at 1
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
