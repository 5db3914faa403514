// A transaction checker for tests about other subjects, whose transactions are fabricated or stand in for others.

import { keyImagesOf } from '../../../src/coin/transactions/transaction.ts'
import type { ParsedTransaction } from '../../../src/devnet/records/chainRecords.ts'
import type { ChainView, VerifiedInputs } from '../../../src/devnet/rules/chainChecks.ts'
import { TransactionChecker } from '../../../src/devnet/rules/checker.ts'
import { type Refusal, refusal } from '../../../src/devnet/rules/refusal.ts'

/** Accepts every transaction that spends no key image already spent on the chain. */
export class LenientChecker extends TransactionChecker {
  override checkSemantics(): undefined {
    return undefined
  }
  override checkOutputs(): undefined {
    return undefined
  }
  override checkInputs(view: ChainView, { transaction }: ParsedTransaction): Refusal | VerifiedInputs {
    const isSpent = keyImagesOf(transaction).some((image) => view.isSpent(image))
    return isSpent ? refusal('it is spent', 'doubleSpend') : { highestMember: 0 }
  }
  override checkInBlock(view: ChainView, transactions: readonly ParsedTransaction[]) {
    return transactions.flatMap((parsed) => {
      const found = this.checkInputs(view, parsed)
      return 'flags' in found ? [{ id: parsed.id, refusal: found }] : []
    })
  }
}
