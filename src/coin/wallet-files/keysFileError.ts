// Errors of keys files of wallet2.

import { FabaError } from '../../errors/fabaError.ts'

/** Why a keys file cannot be read. `password`: it is wrong, or the file is damaged; the two look alike. */
export type KeysFileFault = 'password' | 'keys' | 'network' | 'unsupported'

/** A keys file that cannot be read. */
export class KeysFileError extends FabaError<{ readonly fault: KeysFileFault }> {
  override readonly name = 'KeysFileError'
  readonly code = 'keys-file'

  constructor(fault: KeysFileFault, message: string, options?: { readonly cause?: unknown }) {
    super(message, { ...options, details: { fault } })
  }
}

/**
 * Returns the error of a file whose keys are wrong.
 *
 * @example
 * invalidKeys('m_keys is missing').details.fault // 'keys'
 */
export const invalidKeys = (what: string): KeysFileError =>
  new KeysFileError('keys', `the keys in this file are invalid: ${what}`)
