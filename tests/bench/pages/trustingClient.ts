// Takes the place of `src/daemon/httpNodeClient.ts` in the engine of a page (trustedNodes.ts).

import { createNodeClient as createVerifyingClient } from '../../../src/daemon/httpNodeClient.ts'
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'

/** Returns a client of a node that need not prove transactions. */
export const createNodeClient = (options: Parameters<typeof createVerifyingClient>[0]): NodeClient =>
  createVerifyingClient({ ...options, trusted: true })
