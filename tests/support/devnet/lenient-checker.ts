// Checks of transactions for tests that are about all else: those whose transactions are made up, or stand for others.

import { keyImagesOf } from '../../../src/coin/transactions/transaction.ts'
import type { ParsedTransaction } from '../../../src/devnet/chain/chainRecords.ts'
import type { ChainView, VerifiedInputs } from '../../../src/devnet/rules/chainChecks.ts'
import { TransactionChecker } from '../../../src/devnet/rules/checker.ts'
import { type Refusal, refusal } from '../../../src/devnet/rules/refusal.ts'

/** Finds all of a transaction good, but not that it spends what the chain has spent. */
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
