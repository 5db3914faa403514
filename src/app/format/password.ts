// Estimates the strength of a password, as advice only. The engine protects the password with Argon2id.

export const MINIMUM_PASSWORD_LENGTH = 8

/** Returns the bits per character for the character classes of a password. */
const bitsPerCharacter = (password: string): number => {
  let alphabet = 0
  if (/[a-z]/.test(password)) alphabet += 26
  if (/[A-Z]/.test(password)) alphabet += 26
  if (/\d/.test(password)) alphabet += 10
  if (/[^a-zA-Z0-9]/.test(password)) alphabet += 30
  return alphabet === 0 ? 0 : Math.log2(alphabet)
}

/** Returns 0 (trivial to guess) to 3 (good). Repeated and adjacent characters count little. */
export const passwordStrength = (password: string): 0 | 1 | 2 | 3 => {
  let surprising = 0
  const seen = new Set<string>()
  for (let i = 0; i < password.length; i++) {
    const step = Math.abs(password.charCodeAt(i) - password.charCodeAt(i - 1))
    const pair = password.slice(i - 1, i + 1)
    surprising += step <= 1 || seen.has(pair) ? 0.25 : 1
    seen.add(pair)
  }
  // Words have roughly half the entropy of random characters.
  const bits = (surprising * bitsPerCharacter(password)) / 2
  if (password.length < MINIMUM_PASSWORD_LENGTH || bits < 20) return 0
  if (bits < 30) return 1
  if (bits < 40) return 2
  return 3
}
