// Errors of operations on the stored wallets.

import { FabaError } from '../../errors/fabaError.ts'

/** The operation requires an open wallet, and none is open. */
export class NoWalletError extends FabaError {
  override readonly name = 'NoWalletError'
  readonly code = 'no-wallet'

  constructor() {
    super('no wallet is open')
  }
}

/** No wallet has the id. */
export class UnknownWalletError extends FabaError {
  override readonly name = 'UnknownWalletError'
  readonly code = 'unknown-wallet'
}
