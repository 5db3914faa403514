// The node RPC of oxen-core: the form in which the shared methods are declared.

import { asBlob } from '../../../bytes/portableStorageWriter.ts'
import { OXEN_LIMITS } from '../../node/adminSettings.ts'
import { OXEN_BOOTSTRAP_REFUSALS } from '../../rpc/calls/bootstrapRefusals.ts'
import type { RpcDialect } from '../../rpc/calls/nodeContext.ts'
import { OwnNode } from '../local-nodes/ownNode.ts'
import { OxenServices } from '../local-nodes/oxenServices.ts'
import { plainNodeKeys } from '../service-nodes/nodeKeys.ts'
import { oxenChainMethods } from './chain.ts'
import { extraJson, stakeAmount } from './extraJson.ts'
import { localServiceNodeMethods } from './localServiceNodes.ts'
import { nameMethods } from './names.ts'
import { outputBlacklistMethods } from './outputBlacklist.ts'
import { ownNodeMethods } from './ownNode.ts'
import { quorumMethods } from './quorums.ts'
import { serviceNodeMethods } from './serviceNodes.ts'
import { submitBlink } from './submitBlink.ts'

export const oxenDialect: RpcDialect = {
  groups: [
    { name: 'Chain', methods: oxenChainMethods },
    { name: 'Outputs', methods: outputBlacklistMethods },
    { name: 'Names', methods: nameMethods },
    { name: 'Service nodes', methods: [...serviceNodeMethods, ...ownNodeMethods] },
    { name: 'Quorums', methods: quorumMethods },
    { name: 'Development', methods: localServiceNodeMethods },
  ],
  overrides: new Map(),
  hidesAdminMethods: false,
  paramAdapters: new Map(),
  restrictedChecks: new Map(),
  binaryLimits: new Map(),
  bootstrapRefusals: OXEN_BOOTSTRAP_REFUSALS,
  responseAdapters: new Map(),
  commonFields: () => ({}),
  commonBinaryFields: {},
  malformedRequestStatus: 500,
  defaultLimits: OXEN_LIMITS,
  acceptsTextForIntegers: true,
  createFamilyServices: ({ random }) => new OxenServices({ ownNode: new OwnNode(plainNodeKeys(random(32))) }),
  transactionFields: (rules, transaction, height, { extra, stake }) => ({
    extra: extra ? extraJson(rules, transaction) : undefined,
    stake_amount: stake ? stakeAmount(rules, transaction, height) : undefined,
  }),
  submitBlink,
  hasPrunedTxObjects: false,
  blockEntryFields: { checkpoint: asBlob(new Uint8Array()) },
}
