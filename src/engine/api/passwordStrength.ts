// Estimates how hard a password is to guess (zxcvbn), as advice only: the vault protects the password with Argon2id. It runs in the engine,
// because its word lists take a while to be prepared.

import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** 0: easy to guess, 1: weak, 2: fair, 3: good. */
export type PasswordStrength = 0 | 1 | 2 | 3

/** Words that guessers of wallet passwords try first. */
const OWN_WORDS = ['faba', 'wallet', 'monero', 'oxen', 'loki', 'crypto', 'bitcoin', 'seed', 'coins']

/** More characters cost much time, and a password that is good has fewer. */
const MAX_LENGTH = 64

/** Has a pattern of each kind, so that every matcher works with it. */
const FORGETTABLE = 'aaa abcd qwer 1.1.2000 p4ss tset'

/** Scores of zxcvbn: below 10^6 guesses everything counts as easy. */
const STRENGTHS = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 3 } as const satisfies Record<number, PasswordStrength>

const load = async (): Promise<ZxcvbnFactory> => {
  const [{ createPasswordEstimator }, { wordlist }] = await Promise.all([
    import('./passwordEstimator.ts'),
    // English words that seeds use too: the page has no other list of words (release/commonPasswords.ts).
    import('@scure/bip39/wordlists/english.js'),
  ])
  return createPasswordEstimator(wordlist, MAX_LENGTH)
}

let loaded: Promise<ZxcvbnFactory> | undefined

/** Returns the strength of a password. Words such as the name of the wallet make it weaker. */
export const estimatePassword = async (password: string, words: readonly string[]): Promise<PasswordStrength> => {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  const estimator = await loaded
  try {
    return STRENGTHS[estimator.check(password.slice(0, MAX_LENGTH), [...OWN_WORDS, ...words]).score]
  } finally {
    // The estimator and the regular expressions of the engine of JavaScript keep the text of the last check.
    estimator.check(FORGETTABLE)
  }
}
