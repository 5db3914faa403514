// The node RPC of oxen-core: the form in which the shared methods are declared.

import { asBlob } from '../../../bytes/portableStorageWriter.ts'
import type { RpcDialect } from '../../rpc/nodeContext.ts'
import { oxenChainMethods } from './chain.ts'
import { heldNodeMethods } from './localServiceNodes.ts'
import { nameMethods } from './names.ts'
import { outputBlacklistMethods } from './outputBlacklist.ts'
import { quorumMethods } from './quorums.ts'
import { serviceNodeMethods } from './serviceNodes.ts'

export const oxenDialect: RpcDialect = {
  groups: [
    { name: 'Chain', methods: oxenChainMethods },
    { name: 'Outputs', methods: outputBlacklistMethods },
    { name: 'Names', methods: nameMethods },
    { name: 'Service nodes', methods: serviceNodeMethods },
    { name: 'Quorums', methods: quorumMethods },
    { name: 'Development', methods: heldNodeMethods },
  ],
  overrides: new Map(),
  hidesAdminMethods: false,
  paramAdapters: new Map(),
  restrictedChecks: new Map(),
  binaryLimits: new Map(),
  responseAdapters: new Map(),
  commonFields: () => ({}),
  adaptBinaryResponse: (body) => body,
  hasPrunedTxObjects: false,
  blockEntryFields: { checkpoint: asBlob(new Uint8Array()) },
}
