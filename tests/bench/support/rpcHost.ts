// A wallet RPC as faba rpc hosts it, in its own process, with scanners in threads or one scanner on the thread that answers.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../../../src/cli/http/httpServer.ts'
import { Log } from '../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../src/cli/rpc/wallets/walletFiles.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'

const [scanning, nodeUrl = ''] = process.argv.slice(2)

const wallets = new WalletFiles({
  network: moneroRegtest,
  folder: mkdtempSync(join(tmpdir(), 'faba-bench-')),
  log: new Log('', undefined),
  stop: () => undefined,
  node: { url: nodeUrl, login: undefined, trusted: true, fetch: undefined, proxy: '' },
  ...(scanning === 'alone' ? { createScanner } : {}),
})
await listen(createWalletRpc(wallets.source), { host: '127.0.0.1', port: 0 }, (url) => console.log(url))
await wallets.shutDown()
