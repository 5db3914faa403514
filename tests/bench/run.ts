// `npm run bench`: runs all benches, or the named ones (`npm run bench -- kernel sync`). tests/bench/README.md describes them and their
// results. `--json FILE` also writes the figures: of one bench as an object of keys and numbers, of several as one such object for each,
// by the bench's name.

import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { setup as buildKernels } from '../support/build-kernels.ts'
import { ensureTools } from '../tools.ts'
import type { Figure } from './support/measure.ts'

/** Loaded on demand: peers load slowly, and a broken bench does not stop the others. */
const BENCHES: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  bundle: async () => (await import('./bundle.ts')).bundleBench(),
  page: async () => (await import('./page.ts')).pageBench(),
  'page-memory': async () => (await import('./pageMemory.ts')).pageMemoryBench(),
  kernel: async () => (await import('./kernel.ts')).kernelBench(),
  'kernel-neighbour': async () => {
    const { besideNeighbour } = await import('./neighbour.ts')
    return await besideNeighbour(async () => (await import('./kernel.ts')).kernelBench())
  },
  subaddresses: async () => (await import('./subaddresses.ts')).subaddressesBench(),
  sync: async () => (await import('./sync.ts')).syncBench(),
  rpc: async () => (await import('./rpc.ts')).rpcBench(),
  'rpc-costs': async () => (await import('./callCosts.ts')).callCostsBench(),
  'rpc-memory': async () => (await import('./rpcMemory.ts')).rpcMemoryBench(),
  'rpc-sync': async () => (await import('./rpcSync.ts')).rpcSyncBench(),
  'many-wallets': async () => (await import('./manyWallets.ts')).manyWalletsBench(),
  database: async () => (await import('./database.ts')).databaseBench(),
  payment: async () => (await import('./payment.ts')).paymentBench(),
  'large-wallet': async () => (await import('./largeWallet.ts')).largeWalletBench(),
  memory: async () => (await import('./sync.ts')).memoryBench(),
  mainnet: async () => (await import('./mainnet.ts')).mainnetBench(),
  'mainnet-peers': async () => (await import('./mainnetPeers.ts')).mainnetPeersBench(),
  compact: async () => (await import('./compact.ts')).compactBench(),
  'compact-wallets': async () => (await import('./compactWallets.ts')).compactWalletsBench(),
  'compact-links': async () => (await import('./compactLinks.ts')).compactLinksBench(),
  pruned: async () => (await import('./pruned.ts')).prunedBench(),
  soak: async () => (await import('./soak.ts')).soakBench(),
  node: async () => (await import('./node.ts')).nodeBench(),
  profile: async () => (await import('./profile.ts')).profileBench(),
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
const names = positionals.length === 0 ? Object.keys(BENCHES) : positionals
// Names the packages of programs that are missing.
ensureTools()
// A clone may not be built yet.
if (existsSync('dist/index.html')) buildKernels()
else if (spawnSync('npm', ['run', 'build'], { stdio: 'inherit' }).status !== 0) throw new Error('the build failed')
const report: Record<string, Readonly<Record<string, number>>> = {}
for (const name of names) {
  const bench = BENCHES[name]
  if (bench === undefined) throw new Error(`there is no bench "${name}"; there are ${Object.keys(BENCHES).join(', ')}`)
  const figures = await bench()
  report[name] = Object.fromEntries(figures.flatMap(({ key, value }) => (key === undefined ? [] : [[key, value]])))
  console.log(`\n${name}`)
  for (const figure of figures)
    console.log(`  ${figure.name.padEnd(60)} ${figure.value.toFixed(2).padStart(10)} ${figure.unit}`)
}
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify(names.length === 1 ? report[names[0] ?? ''] : report, null, 2)}\n`)
process.exit(0)
