// What the oxen family keeps of a chain beside outputs and key images, block by block: names.

import type { Network } from '../../coin/network.ts'
import { TransactionType } from '../../coin/transaction.ts'
import type { FamilyState } from '../consensus.ts'
import type { BlockRecord, ParsedTransaction } from '../records.ts'
import { type Refusal, refusal } from '../refusal.ts'
import { NameRegistry } from './names.ts'

/** State of one chain of the family. */
export class OxenState implements FamilyState {
  readonly names: NameRegistry

  constructor(network: Network) {
    this.names = new NameRegistry(network)
  }

  fault({ transaction }: ParsedTransaction, height: number): Refusal | undefined {
    if (transaction.type !== TransactionType.nameSystem) return undefined
    const fault = this.names.fault(transaction, height)
    return fault === undefined ? undefined : { ...refusal(fault), verbose: fault }
  }

  append(record: BlockRecord): void {
    this.names.append(record)
  }

  pop({ height }: BlockRecord): void {
    this.names.pop(height)
  }
}
