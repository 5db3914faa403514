// Transactions put beside a chain of which no more is known than what checks look up: recorded chains whose blocks are not all there whole.

import { FormatError } from '../../src/bytes/cursor.ts'
import type { TransactionChecker } from '../../src/devnet/checker.ts'
import type { ChainView } from '../../src/devnet/context.ts'
import { type ParsedTransaction, parseWhole } from '../../src/devnet/records.ts'
import { refusal } from '../../src/devnet/refusal.ts'
import type { Finding } from './changed-transactions.ts'

/** Most that a block may weigh, on chains that are never full. */
const WEIGHT_LIMIT = 600_000

/**
 * What the checks of a pool say of a transaction, but for its fee.
 * @param inputsOf checks the inputs; as a pool does where left out
 */
export const putBeside = (
  checker: TransactionChecker,
  view: ChainView,
  blob: Uint8Array,
  inputsOf = (parsed: ParsedTransaction) => checker.inputs(view, parsed),
): Finding => {
  try {
    const parsed = parseWhole(view.rules.network, blob)
    const fault = checker.semantics(parsed, WEIGHT_LIMIT) ?? checker.outputs(view, parsed)
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
