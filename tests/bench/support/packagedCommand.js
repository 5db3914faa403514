// Starts the command that rpcMemory.ts has bundled, as src/cli/faba.js starts that of an installed package.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

module.enableCompileCache(fileURLToPath(new URL('../../../build/bench-cli-cache', import.meta.url)))
await import('../../../build/bench-cli/main.js')
