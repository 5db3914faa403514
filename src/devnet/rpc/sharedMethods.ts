// The methods of the node RPC that both families have, by subject. Where the families differ, these are oxen-core's form; a dialect
// adapts them.

import type { NodeMethodGroup } from './calls/nodeContext.ts'
import { blockMethods } from './methods/blocks.ts'
import { blockTemplateMethods } from './methods/blockTemplates.ts'
import { chainMethods } from './methods/chain.ts'
import { controlMethods } from './methods/control.ts'
import { developmentMethods } from './methods/development.ts'
import { developmentStateMethods } from './methods/developmentState.ts'
import { walletMethods } from './methods/developmentWallets.ts'
import { miningMethods } from './methods/mining.ts'
import { outputMethods } from './methods/outputs.ts'
import { peerMethods } from './methods/peers.ts'
import { transactionMethods } from './methods/transactions.ts'
import { poolMethods } from './methods/txpool.ts'

export const sharedGroups: readonly NodeMethodGroup[] = [
  { name: 'Chain', methods: chainMethods },
  { name: 'Blocks', methods: blockMethods },
  { name: 'Transactions', methods: transactionMethods },
  { name: 'Outputs', methods: outputMethods },
  { name: 'Pool', methods: poolMethods },
  { name: 'Mining', methods: [...blockTemplateMethods, ...miningMethods] },
  { name: 'Other nodes, bans and limits', methods: peerMethods },
  { name: 'Running the node', methods: controlMethods },
  { name: 'Development', methods: [...developmentMethods, ...developmentStateMethods, ...walletMethods] },
]
