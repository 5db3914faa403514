// The set-up of tests of the pool: a node, a funded wallet and a payment that is not submitted.

import type { RunningNode } from '../../../src/devnet/startNode.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { fundedWallet, type Prepared, prepare, quietNode } from '../wallet/payer.ts'

/** Starts the node; `payment` pays the wallet itself. */
export const startPoolTest = async (): Promise<{
  readonly running: RunningNode
  readonly payer: Engine
  readonly payment: Prepared
}> => {
  const running = quietNode()
  const payer = await fundedWallet(running)
  return { running, payer, payment: await prepare(payer, payer) }
}
