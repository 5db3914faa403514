// Spares tests the hashes that are slow by design. Argon2id runs with little memory where it derives a key from a password: nothing depends
// on its cost but the time of an attack. CryptoNight, and the keys of names, are computed once for each input. Not where these functions are
// the subject, nor where recorded keys are opened. Programs that tests start have the full cost.
import { expect } from 'vitest'
import { DEFAULT_PASSWORD_PARAMETERS } from '../../src/crypto/ciphers/passwordKey.ts'
import { type Argon2Input, type SlowHashes, slowHashesHere, useSlowHashes } from '../../src/crypto/hash/slowHashes.ts'
import { computedOnce } from './run-cache.ts'

const FULL_COST =
  /\/tests\/unit\/(?:crypto\/|examples|store\/(?:stored-data|vault\.))|\/tests\/interop\/files\/stored-data/

/** The key of an encrypted name has one cost, which is that of all wallets; a password key has that of its wallet. */
const isPasswordKey = ({ memoryKiB }: Argon2Input): boolean => memoryKiB <= DEFAULT_PASSWORD_PARAMETERS.memoryKiB

const quickHashes: SlowHashes = {
  argon2id: async (input) => {
    if (isPasswordKey(input)) return await slowHashesHere.argon2id({ ...input, memoryKiB: 64, iterations: 1 })
    const { password, salt, memoryKiB, iterations } = input
    return await computedOnce(['argon2id', memoryKiB, iterations, salt, password], () => slowHashesHere.argon2id(input))
  },
  cryptonight: async (data) => await computedOnce(['cryptonight', data], () => slowHashesHere.cryptonight(data)),
}

if (!FULL_COST.test(expect.getState().testPath ?? '')) useSlowHashes(quickHashes)
