// The engine with the browser's clock, randomness, scanner workers, and nodes over the network or in the page.

import { scheduleTimer } from '../src/async/time.ts'
import { systemRandom } from '../src/crypto/random/random.ts'
import { createScannerPool, scannerCount } from '../src/crypto/scan/scannerPool.ts'
import { createNodeClient } from '../src/daemon/calls/httpNodeClient.ts'
import type { NodeClient } from '../src/daemon/nodeClient.ts'
import { createNodePool } from '../src/daemon/nodeFailover.ts'
import { createEngine, type Engine } from '../src/engine/engine.ts'
import type { StartWorker } from '../src/rpc/hosts/workerProtocol.ts'
import { openDeviceKeys } from '../src/store/indexedDbDeviceKeys.ts'
import type { RetainingStore } from '../src/store/retainingStore.ts'
import { createCompactHosts } from './compactHosts.ts'
import { createDevnetFetch, DEVNET_URL } from './devnetClient.ts'
import { startScanner } from './scannerClient.ts'

/** The URL of the in-page development node in the settings. */
const IN_PAGE_NODE = 'devnet:'

/** The folder of the page; the build puts the workers into the folder assets. */
const PAGE = new URL('../', self.location.href)

/** Creates the engine of this worker on a store. `report` receives internal errors. */
export const createBrowserEngine = (
  store: RetainingStore,
  startWorker: StartWorker,
  report: (error: unknown) => void,
): Engine => {
  const fetchFromDevnet = createDevnetFetch(startWorker)
  const createClient = (url: string, trusted: boolean): NodeClient =>
    url === IN_PAGE_NODE
      ? createNodeClient({ url: DEVNET_URL, fetch: fetchFromDevnet, trusted })
      : createNodeClient({ url, fetch: (request) => fetch(request), trusted })
  return createEngine({
    store,
    retaining: store,
    createNode: ({ urls, choice, trusted }, relayTo) =>
      createNodePool(
        urls.map((url) => createClient(url, trusted.includes(url))),
        { choice, relayTo },
      ),
    createScanner: async () =>
      createScannerPool({
        size: scannerCount(navigator.hardwareConcurrency),
        start: () => startScanner(startWorker),
        now: () => performance.now(),
        schedule: scheduleTimer,
      }),
    clock: () => Date.now(),
    monotonic: () => performance.now(),
    schedule: scheduleTimer,
    random: systemRandom,
    deviceKeys: openDeviceKeys(),
    compact: createCompactHosts(PAGE),
    asksBeforeNewChain: true,
    report,
  })
}
