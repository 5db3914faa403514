// zxcvbn with its list of common passwords and the page's keyboards: loads with the first password.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { dictionary } from '@zxcvbn-ts/language-common'
import { createKeyboards } from './keyboards.ts'

/**
 * Returns the estimator of passwords.
 * @param words English words, the usual ones of passphrases
 * @param maxLength of passwords, in characters; the rest of a longer one is ignored
 */
export const createPasswordEstimator = (words: readonly string[], maxLength: number): ZxcvbnFactory =>
  new ZxcvbnFactory({
    dictionary: { ...dictionary, 'words-english': [...words] },
    graphs: createKeyboards(),
    maxLength,
  })
