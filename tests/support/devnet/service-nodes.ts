// Service node records as plain values, without a chain.

import type { ServiceNode } from '../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { UNASSIGNED_SWARM_ID } from '../../../src/devnet/oxen/service-nodes/swarms.ts'

/** Returns a funded and active service node with one contributor. */
export const serviceNode = (key: Uint8Array, change: Partial<ServiceNode> = {}): ServiceNode => {
  const operator = { spendKey: key, viewKey: key }
  return {
    key,
    operator,
    operatorPortions: 0n,
    requirement: 100n,
    contributors: [{ address: operator, amount: 100n, reserved: 100n, locked: [] }],
    registrationHeight: 1,
    registrationFork: 17,
    requestedUnlockHeight: 0,
    lastReward: { height: 1, index: 0 },
    lastValidation: { height: 0, index: 0 },
    activeSince: 1,
    lastDecommissionHeight: 0,
    decommissionCount: 0,
    recommissionCredit: 60,
    lastAddressChangeHeight: 1,
    pulseTurns: [],
    swarm: UNASSIGNED_SWARM_ID,
    ...change,
  }
}
