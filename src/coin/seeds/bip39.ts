// Words of BIP39, which other wallets use: they are named, not restored, as each program derives its keys in its own way.

const COUNTS: readonly number[] = [12, 15, 18, 21, 24]

/**
 * Returns whether words are a seed of BIP39, in English, with the right checksum.
 *
 * @example
 * await isBip39Seed([...Array(11).fill('abandon'), 'about']) // true
 * await isBip39Seed(Array(12).fill('abandon')) // false
 */
export const isBip39Seed = async (words: readonly string[]): Promise<boolean> => {
  if (!COUNTS.includes(words.length)) return false
  const [{ validateMnemonic }, { wordlist }] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english.js'),
  ])
  return validateMnemonic(words.join(' ').toLowerCase(), wordlist)
}
