// --wallets: several wallets of a folder are open at a time, each at a path of its own: /wallets/NAME/json_rpc. They share the requests to
// the node and the threads that scan; files, keys, settings and calls are each wallet's own.

import { alignedSchedule } from '../../../async/alignedSchedule.ts'
import { type Milliseconds, scheduleTimer } from '../../../async/time.ts'
import type { Service } from '../../../jsonrpc/service.ts'
import type { WalletRpcContext } from '../../../rpc/calls/walletRpcContext.ts'
import { createSharedNode } from '../../../wallet/sync/sharedNode.ts'
import type { FetchHandler } from '../../http/httpServer.ts'
import { connectLogged } from '../connections/nodeConnection.ts'
import { ScannerThreads } from '../threads/scannerThreads.ts'
import { NamedWallet, OpenSlots } from './namedWallet.ts'
import type { WalletFilesOptions } from './walletFilesOptions.ts'

/** Wallets that poll the node within this time poll it together. */
const POLL_ALIGNMENT_MS: Milliseconds = 1000

/**
 * Returns the options of wallets that share the requests to the node of the service, and scanner threads. A wallet for which `set_daemon`
 * chose another node requests for itself.
 */
export const sharedOptions = (options: WalletFilesOptions): WalletFilesOptions => {
  const { network, node, log, createScanner = new ScannerThreads().createScanner } = options
  const shared = createSharedNode(network, connectLogged(node, log))
  return {
    ...options,
    createScanner,
    connect: (connection) => (connection === node ? shared : connectLogged(connection, log)),
    schedule: alignedSchedule(options.schedule ?? scheduleTimer, () => Date.now(), POLL_ALIGNMENT_MS),
  }
}

/** A wallet that is open, or that a call is for. */
type Entry = { readonly wallet: NamedWallet; readonly service: Service; calls: number }

export type WalletPathsOptions = {
  /** of each wallet, from `sharedOptions` */
  readonly files: WalletFilesOptions
  /** wallets that are open at a time */
  readonly maxOpen: number
  readonly createService: (context: WalletRpcContext) => Service
}

/** `/wallets/NAME/METHOD` */
const PATH = /^\/wallets\/([^/]+)(\/[^/]*)$/

const decodeName = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Returns a request to the same service at another path. */
const atPath = (request: Request, path: string): Request => {
  const { method, headers, signal, body } = request
  const content = body === null ? {} : { body, duplex: 'half' as const }
  return new Request(new URL(path, request.url), { method, headers, signal, ...content })
}

/** The wallets at paths of their own. `shutDown` must run before the process ends. */
export class WalletPaths {
  readonly #options: WalletPathsOptions
  readonly #slots: OpenSlots
  readonly #entries = new Map<string, Entry>()

  constructor(options: WalletPathsOptions) {
    this.#options = options
    this.#slots = new OpenSlots(options.maxOpen)
  }

  /** Wraps the handler of the other paths. */
  handler(other: Service): FetchHandler {
    return async (request) => {
      const [, encoded = '', path = ''] = PATH.exec(new URL(request.url).pathname) ?? []
      const name = decodeName(encoded)
      return name === undefined || name === '' ? await other(request) : await this.#call(name, atPath(request, path))
    }
  }

  async #call(name: string, request: Request): Promise<Response> {
    const entry = this.#entries.get(name) ?? this.#create(name)
    entry.calls++
    try {
      return await entry.service(request)
    } finally {
      entry.calls--
      if (entry.calls === 0 && entry.wallet.wallet === undefined) this.#entries.delete(name)
    }
  }

  #create(name: string): Entry {
    const { files, createService } = this.#options
    const wallet = new NamedWallet(name, this.#slots, files)
    const entry = { wallet, service: createService(wallet.source), calls: 0 }
    this.#entries.set(name, entry)
    return entry
  }

  /** Ends the calls that wait for a sync. */
  endSyncs(): void {
    for (const { wallet } of this.#entries.values()) void wallet.wallet?.sync.close()
  }

  /** Closes all wallets; those that a call opened before cannot be opened again. */
  async shutDown(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ wallet }) => wallet.shutDown()))
  }
}
