import type { Equivalent } from '../equivalent.ts'

const FILE = 'src/cli/http/httpLogin.ts'

const FORGETS = 'Forgetting expired nonces bounds the memory; an expired nonce is rejected before its counts are read.'

export const loginEquivalents: readonly Equivalent[] = [
  { file: FILE, original: 'now - entry.issuedAt > NONCE_LIFETIME_MS', replacement: 'false', why: FORGETS },
  {
    file: FILE,
    original: 'now - entry.issuedAt > NONCE_LIFETIME_MS',
    replacement: 'now - entry.issuedAt >= NONCE_LIFETIME_MS',
    why: FORGETS,
  },
  { file: FILE, original: 'this.#used.delete(old)', replacement: ';', why: FORGETS },
  {
    file: FILE,
    original: "'invalid'",
    replacement: '""',
    why: 'A request is rejected as invalid unless its verification is one of the two other words.',
  },
  {
    file: FILE,
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'What stands for a missing header or parameter: both texts are rejected.',
  },
  {
    file: 'src/daemon/loginSession.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    why: 'What stands for a missing header of challenges: neither text names a supported scheme.',
  },
]
