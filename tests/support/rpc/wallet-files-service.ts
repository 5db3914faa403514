// The wallet RPC over wallet files in a folder, without a node.

import { Log } from '../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../src/cli/rpc/wallets/walletFiles.ts'
import type { WalletFilesOptions } from '../../../src/cli/rpc/wallets/walletFilesOptions.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import type { JsonObject } from '../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'

export type WalletFilesService = {
  readonly files: WalletFiles
  /** Calls with parameters, or with their JSON text as it is sent. */
  readonly call: (method: string, params?: JsonObject | string) => Promise<JsonObject>
  /** Sends a body as it is. */
  readonly post: (body: BodyInit) => Promise<JsonObject>
  readonly stop: () => Promise<void>
}

/** Returns a service whose node is not there. */
export const walletFilesService = (
  network: Network,
  folder: string,
  options: Partial<Pick<WalletFilesOptions, 'writesKeysFiles' | 'log'>> = {},
): WalletFilesService => {
  const files = new WalletFiles({
    ...{ network, folder, log: new Log('', undefined), stop: () => undefined, createScanner, ...options },
    node: { url: 'http://127.0.0.1:1', login: undefined, trusted: true, fetch: undefined, proxy: '' },
  })
  const rpc = createWalletRpc(files.source)
  const post = async (body: BodyInit): Promise<JsonObject> =>
    // Answers of JSON-RPC are objects.
    (await (await rpc(new Request('http://here/json_rpc', { method: 'POST', body }))).json()) as JsonObject
  return {
    files,
    post,
    call: (method, params = {}) => {
      const text = typeof params === 'string' ? params : JSON.stringify(params)
      return post(`{"jsonrpc":"2.0","id":"0","method":"${method}","params":${text}}`)
    },
    stop: () => files.shutDown(),
  }
}
