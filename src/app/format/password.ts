// A hint how hard a password is to guess. It only advises; Argon2id in the engine does the real work.

export const MINIMUM_PASSWORD_LENGTH = 8

/** Bits of one character by the kinds of characters a password uses. */
const bitsPerCharacter = (password: string): number => {
  let alphabet = 0
  if (/[a-z]/.test(password)) alphabet += 26
  if (/[A-Z]/.test(password)) alphabet += 26
  if (/\d/.test(password)) alphabet += 10
  if (/[^a-zA-Z0-9]/.test(password)) alphabet += 30
  return alphabet === 0 ? 0 : Math.log2(alphabet)
}

/** 0 (guessed at once) to 3 (good). Repeated and neighbouring characters count little: people choose them first. */
export const passwordStrength = (password: string): 0 | 1 | 2 | 3 => {
  let surprising = 0
  const seen = new Set<string>()
  for (let i = 0; i < password.length; i++) {
    const step = Math.abs(password.charCodeAt(i) - password.charCodeAt(i - 1))
    const pair = password.slice(i - 1, i + 1)
    surprising += step <= 1 || seen.has(pair) ? 0.25 : 1
    seen.add(pair)
  }
  // People's words carry roughly half of what random characters would.
  const bits = (surprising * bitsPerCharacter(password)) / 2
  if (password.length < MINIMUM_PASSWORD_LENGTH || bits < 20) return 0
  if (bits < 30) return 1
  if (bits < 40) return 2
  return 3
}
