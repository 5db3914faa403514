// `npm pack` runs this script after the build of the page: it makes what a package has instead of sources and dependencies.
//   build/cli     the command in JavaScript, with all libraries in it
//   build/client  the typed client of the wallet RPC, with its types

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { describeWalletRpc } from '../src/rpc/description.ts'
import { clientTypes } from './clientTypes.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Returns the settings of a bundle for Node. The names of its files do not depend on their content. */
const bundleOf = (input: Readonly<Record<string, string>>, outDir: string): InlineConfig => ({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir,
    target: 'node24',
    // Readable, as the sources are.
    minify: false,
    rolldownOptions: { input: { ...input }, output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
})

// All files are in one folder, two levels deep: the paths to the kernels and to the page are those of the sources.
await build(bundleOf({ main: 'src/cli/main.ts', scannerThread: 'src/cli/rpc/scannerThread.ts' }, 'build/cli'))
await build(bundleOf({ client: 'release/client.ts' }, 'build/client'))
writeFileSync(join(ROOT, 'build/client/client.d.ts'), clientTypes(describeWalletRpc()))
