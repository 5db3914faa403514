// Checks of transactions against a chain of which only the looked-up data is known: recorded chains without all their blocks.

import { FormatError } from '../../../src/bytes/cursor.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import {
  type OutputRecord,
  type ParsedTransaction,
  parseFullTransaction,
} from '../../../src/devnet/records/chainRecords.ts'
import { type ChainView, checkInputs } from '../../../src/devnet/rules/chainChecks.ts'
import type { TransactionChecker } from '../../../src/devnet/rules/checker.ts'
import { refusal } from '../../../src/devnet/rules/refusal.ts'
import type { Finding } from './changed-transactions.ts'

/** Maximum weight of a block on chains that are never full. */
const WEIGHT_LIMIT = 600_000

/** More than the number of outputs on any recorded chain. */
const OUTPUTS = 4000

const put = (
  checker: TransactionChecker,
  view: ChainView,
  blob: Uint8Array,
  inputsOf: (parsed: ParsedTransaction) => ReturnType<typeof checkInputs>,
): Finding => {
  try {
    const parsed = parseFullTransaction(view.rules.network, blob)
    const fault = checker.checkSemantics(parsed, WEIGHT_LIMIT) ?? checker.checkOutputs(view, parsed)
    if (fault !== undefined) return { accepted: false, ...fault }
    const inputs = inputsOf(parsed)
    return 'flags' in inputs
      ? { accepted: false, reason: inputs.reason, flags: [...new Set([...inputs.flags, 'invalidInput' as const])] }
      : { accepted: true }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { accepted: false, ...refusal('its bytes are not a transaction') }
  }
}

/** Returns the result of the pool's checks of a transaction, without the fee check. */
export const checkTransaction = (checker: TransactionChecker, view: ChainView, blob: Uint8Array): Finding =>
  put(checker, view, blob, (parsed) => checker.checkInputs(view, parsed))

/**
 * Returns the result of the pool's checks of a transaction with unknown rings, without the fee check: placeholder outputs stand in for
 * the ring members, and ring signatures are not verified.
 */
export const checkTransactionWithoutRings = (
  checker: TransactionChecker,
  view: Pick<ChainView, 'rules' | 'height' | 'state'>,
  blob: Uint8Array,
): Finding => {
  const point = publicKeyOf(new Uint8Array(32).fill(1))
  const member: OutputRecord = { key: point, commitment: point, unlockTime: 0n, height: 0, txid: new Uint8Array(32) }
  const outputs = Array.from({ length: OUTPUTS }, () => member)
  const whole: ChainView = { ...view, outputs, isSpent: () => false, isUnlocked: () => true }
  return put(checker, whole, blob, (parsed) => checkInputs(whole, parsed, () => true))
}
