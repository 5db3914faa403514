// Wallets of the owners of a synthetic chain.

import { scheduleTimer } from '../../../src/async/time.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { directFetch } from '../../../src/cli/http/nodeRoute.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { type CompactHost, createCompactHost } from '../../../src/daemon/compactHost.ts'
import { createNodePool } from '../../../src/daemon/nodeFailover.ts'
import type { EngineEnvironment } from '../../../src/engine/api/engineHost.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import type { Store } from '../../../src/store/store.ts'
import { ownerOf } from './owners.ts'
import type { ChainProfile } from './profile.ts'

export const PASSWORD = 'bench'

/** How many bytes a wallet has received. */
export type Wire = { bytes: number }

/** Connects to nodes as `faba rpc` does. */
const countingFetch =
  (wire: Wire) =>
  async (request: Request): Promise<Response> => {
    const response = await directFetch(request)
    wire.bytes += Number(response.headers.get('content-length') ?? 0)
    return response
  }

export type EngineOptions = {
  readonly createScanner: EngineEnvironment['createScanner']
  /** whether transactions of blocks are not verified */
  readonly trusted: boolean
  /** address of a compact chain; omitted: all blocks come from the node */
  readonly compactUrl?: string
}

/** Returns an engine; by default its scanner shares its thread, and it trusts no node. */
export const engineOn = (
  store: Store,
  wire: Wire,
  { createScanner: createScannerOf, trusted, compactUrl: url }: EngineOptions = { createScanner, trusted: false },
): Engine => {
  const hosts = new Map<string, CompactHost>()
  const compactOf = (network: Network, url: string): CompactHost => {
    const host = hosts.get(network.id) ?? createCompactHost({ network, url, fetch: countingFetch(wire) })
    hosts.set(network.id, host)
    return host
  }
  return createEngine({
    store,
    ...(url === undefined ? {} : { compact: (network) => compactOf(network, url) }),
    createNode: ({ urls, choice }) =>
      createNodePool(
        urls.map((url) => createNodeClient({ url, fetch: countingFetch(wire), trusted })),
        { choice },
      ),
    createScanner: createScannerOf,
    clock: Date.now,
    schedule: scheduleTimer,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    report: (error) => console.error(error),
  })
}

/** Returns the address of the owner of a number of outputs. */
export const addressOf = ({ network }: ChainProfile, outputs: number): string => {
  const { spendPublic, viewPublic } = ownerOf(outputs).keys
  return formatAddress(network, { kind: 'standard', spendKey: spendPublic, viewKey: viewPublic, paymentId: undefined })
}

/** Restores the owner of a number of outputs, or a stranger (0), from the first served block. */
export const restoreOwner = async (
  engine: Engine,
  profile: ChainProfile,
  urls: readonly string[],
  outputs: number,
): Promise<void> => {
  const { viewSecret, spendSecret } = ownerOf(outputs).keys
  await engine.restoreFromKeys(
    {
      ...{ name: `Owner of ${outputs}`, password: PASSWORD, networkId: profile.network.id },
      nodes: { urls, choice: 'order', trusted: [] },
    },
    { address: addressOf(profile, outputs), viewSecret: toHex(viewSecret), spendSecret: toHex(spendSecret) },
    { from: 'height', height: profile.firstBlock + 1 },
  )
}
