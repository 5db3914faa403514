// The settings of bundles for Node, and the bundle of the command.

import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'
import { rareCharacterPlugin } from './rareCharacters.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Returns the settings of a bundle for Node. The names of its files do not depend on their content. */
export const bundleOf = (
  input: Readonly<Record<string, string>>,
  outDir: string,
  plugins: readonly Plugin[],
): InlineConfig => ({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  publicDir: false,
  plugins: [...plugins, rareCharacterPlugin()],
  // Comments name the files of the packages. Their paths must not depend on where the packages are.
  resolve: { preserveSymlinks: true },
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

/**
 * Bundles the command with all libraries.
 * @param outDir folder two levels deep in the project: the paths to the kernels and to the page are those of the sources
 */
export const buildCommand = async (outDir: string, plugins: readonly Plugin[] = []): Promise<void> => {
  const input = {
    main: 'src/cli/main.ts',
    scannerThread: 'src/cli/rpc/threads/scannerThread.ts',
    sharedScannerThread: 'src/cli/rpc/threads/sharedScannerThread.ts',
    slowHashThread: 'src/cli/rpc/threads/slowHashThread.ts',
  }
  await build(bundleOf(input, outDir, plugins))
}
