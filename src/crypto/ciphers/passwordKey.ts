// Derives keys from passwords: Argon2id (RFC 9106). The parameters are stored beside the protected data, so an attacker may change
// them: parameters below a minimum are rejected, and so are excessive ones.

import { concat, utf8, wipe } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { currentSlowHashes } from '../hash/slowHashes.ts'

/** Argon2id parameters outside the allowed range, or a short salt. */
export class PasswordParametersError extends FabaError {
  override readonly name = 'PasswordParametersError'
  readonly code = 'password-parameters'
}

/** The cost parameters of Argon2id. */
export type PasswordParameters = {
  readonly memoryKiB: number
  readonly iterations: number
  readonly parallelism: number
}

/** The parameters for new passwords: the second recommendation of RFC 9106, 64 MiB and three passes, in one lane. */
export const DEFAULT_PASSWORD_PARAMETERS: PasswordParameters = { memoryKiB: 65536, iterations: 3, parallelism: 1 }

/** Lower parameters are rejected. */
export const MIN_PASSWORD_PARAMETERS: PasswordParameters = { memoryKiB: 19456, iterations: 2, parallelism: 1 }

/** Higher parameters are rejected. */
export const MAX_PASSWORD_PARAMETERS: PasswordParameters = { memoryKiB: 1048576, iterations: 64, parallelism: 16 }

/** A higher product of memory (KiB) and iterations is rejected: the time of a derivation grows with it. */
export const MAX_PASSWORD_WORK = 4 * MAX_PASSWORD_PARAMETERS.memoryKiB

/** Minimum length of a salt in bytes. */
export const MIN_SALT_LENGTH = 16

const PARAMETER_NAMES = ['memoryKiB', 'iterations', 'parallelism'] as const

/**
 * Checks parameters and a salt before a password is typed.
 * @throws PasswordParametersError if a parameter or the work is out of range, or the salt is too short
 *
 * @example
 * checkPasswordParameters(DEFAULT_PASSWORD_PARAMETERS, new Uint8Array(16)) // undefined
 * checkPasswordParameters(MAX_PASSWORD_PARAMETERS, new Uint8Array(16)) // throws PasswordParametersError
 */
export const checkPasswordParameters = (parameters: PasswordParameters, salt: Uint8Array): void => {
  for (const name of PARAMETER_NAMES) {
    const value = parameters[name]
    const [min, max] = [MIN_PASSWORD_PARAMETERS[name], MAX_PASSWORD_PARAMETERS[name]]
    if (!Number.isSafeInteger(value) || value < min || value > max)
      throw new PasswordParametersError(`Argon2id's ${name} must be ${min} .. ${max}, not ${value}`)
  }
  const work = parameters.memoryKiB * parameters.iterations
  if (work > MAX_PASSWORD_WORK)
    throw new PasswordParametersError(
      `Argon2id's memoryKiB times its iterations must be at most ${MAX_PASSWORD_WORK}, not ${work}`,
    )
  if (salt.length < MIN_SALT_LENGTH)
    throw new PasswordParametersError(`a salt has at least ${MIN_SALT_LENGTH} bytes, not ${salt.length}`)
}

/**
 * Derives a key of 32 bytes from a password. The password is normalized to Unicode NFKC, so it is independent of the keyboard; a zero
 * byte is appended, so it may be empty.
 * @throws PasswordParametersError if a parameter or the work is out of range, or the salt is too short
 *
 * @example
 * (await passwordKey('secret', new Uint8Array(16), MIN_PASSWORD_PARAMETERS)).length // 32
 * passwordKey('secret', new Uint8Array(15), DEFAULT_PASSWORD_PARAMETERS) // throws PasswordParametersError
 */
export const passwordKey = async (
  password: string,
  salt: Uint8Array,
  parameters: PasswordParameters,
): Promise<Uint8Array> => {
  checkPasswordParameters(parameters, salt)
  const text = utf8(password.normalize('NFKC'))
  const bytes = concat(text, Uint8Array.of(0))
  try {
    return await currentSlowHashes().argon2id({ password: bytes, salt, ...parameters })
  } finally {
    wipe(text, bytes)
  }
}
