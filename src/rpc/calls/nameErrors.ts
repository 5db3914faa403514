// What methods about names share: type words, and errors in the words of wallet2, which begin with the step
// that failed.

import { NameOwnerError } from '../../coin/names/nameOwner.ts'
import { NameTextError } from '../../coin/names/nameText.ts'
import { NameTypeError, type NameUse, parseNameType } from '../../coin/names/nameType.ts'
import { NameValueError } from '../../coin/names/nameValue.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { NameOrderError } from '../../wallet/names/nameOrders.ts'
import { ForeignNameError } from '../../wallet/names/nameSignature.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { MultisigUnsupportedError } from '../../wallet/spend/paymentContext.ts'

/** Type words of records; a purchase and a renewal take terms too. */
export const RECORD_TYPES: readonly string[] = ['session', 'lokinet']

export const WRONG_LNS_TYPE = -1002
export const BAD_LNS_NAME = -1003

/**
 * Parses a type word at the height of the wallet.
 * @throws NameTypeError
 */
export const nameTypeIn = ({ network, state }: Wallet, word: string, use: NameUse): number =>
  parseNameType(network, word, use, state.height)

const NAME_ERRORS = [
  ...[NameTypeError, NameTextError, NameValueError, NameOwnerError, NameOrderError, ForeignNameError],
  MultisigUnsupportedError,
]

/**
 * Runs a step. Its errors about names get a code and a prefix.
 * @throws JsonRpcError, and other errors of the step
 */
export const withNameErrors = async <T>(code: number, prefix: string, step: () => T | Promise<T>): Promise<T> => {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Error && NAME_ERRORS.some((kind) => error instanceof kind))
      throw new JsonRpcError(code, `${prefix}${error.message}`)
    throw error
  }
}
