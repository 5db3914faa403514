// Keys from passwords: Argon2id (RFC 9106). The parameters travel with what the key protects, so weaker ones than a floor are
// refused, and so are ones that no device should be asked for.

import { argon2id } from 'hash-wasm'
import { concat, utf8, wipe } from '../../bytes/bytes.ts'

/** Argon2id parameters below the floor, or beyond what a device should be asked to do. */
export class PasswordParametersError extends Error {
  override readonly name = 'PasswordParametersError'
}

/** What Argon2id costs. */
export type PasswordParameters = {
  readonly memoryKiB: number
  readonly iterations: number
  readonly parallelism: number
}

/** What new passwords get: the second recommendation of RFC 9106, 64 MiB and three passes, in one lane. */
export const DEFAULT_PASSWORD_PARAMETERS: PasswordParameters = { memoryKiB: 65536, iterations: 3, parallelism: 1 }

/** Anything below is refused. */
export const MIN_PASSWORD_PARAMETERS: PasswordParameters = { memoryKiB: 19456, iterations: 2, parallelism: 1 }

/** Anything above is refused. */
export const MAX_PASSWORD_PARAMETERS: PasswordParameters = { memoryKiB: 1048576, iterations: 64, parallelism: 16 }

/** Least length of a salt. */
export const MIN_SALT_LENGTH = 16

const PARAMETER_NAMES = ['memoryKiB', 'iterations', 'parallelism'] as const

const checkParameters = (parameters: PasswordParameters, salt: Uint8Array): void => {
  for (const name of PARAMETER_NAMES) {
    const value = parameters[name]
    const [least, most] = [MIN_PASSWORD_PARAMETERS[name], MAX_PASSWORD_PARAMETERS[name]]
    if (!Number.isSafeInteger(value) || value < least || value > most)
      throw new PasswordParametersError(`Argon2id's ${name} must be ${least} .. ${most}, not ${value}`)
  }
  if (salt.length < MIN_SALT_LENGTH)
    throw new PasswordParametersError(`a salt has at least ${MIN_SALT_LENGTH} bytes, not ${salt.length}`)
}

/**
 * A key of 32 bytes from a password. The password counts in Unicode's NFKC form, so that one typed on another keyboard is the same;
 * a zero byte ends it, so that it may be empty.
 * @throws PasswordParametersError for parameters outside the bounds or a short salt
 */
export const passwordKey = async (
  password: string,
  salt: Uint8Array,
  parameters: PasswordParameters,
): Promise<Uint8Array> => {
  checkParameters(parameters, salt)
  const text = utf8(password.normalize('NFKC'))
  const bytes = concat(text, Uint8Array.of(0))
  try {
    return await argon2id({
      password: bytes,
      salt,
      memorySize: parameters.memoryKiB,
      iterations: parameters.iterations,
      parallelism: parameters.parallelism,
      hashLength: 32,
      outputType: 'binary',
    })
  } finally {
    wipe(text, bytes)
  }
}
