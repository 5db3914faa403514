// `npm run build:wasm`: builds the kernels in wasm/build, unless they are newer than all sources.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DATA, encodeKernels, encodeSimdKernels } from './generator/kernels.ts'

/** A kernel that does not compile. */
class KernelBuildError extends Error {
  override readonly name = 'KernelBuildError'
}

const folder = dirname(fileURLToPath(import.meta.url))
const sources = join(folder, 'assembly')
const outputs = join(folder, 'build')

/** Initial pages of memory of the SIMD levels: for their tables, 0.9 MB of them the base point's. */
const LANES_PAGES = 24

const modified = (path: string): number => statSync(path).mtimeMs

/** Returns the time of the latest change to the sources, the generator, this script and the pinned compiler. */
const newestSource = (): number =>
  Math.max(
    modified(fileURLToPath(import.meta.url)),
    modified(join(folder, '..', 'package-lock.json')),
    ...[sources, join(folder, 'generator')].flatMap((place) =>
      readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => modified(join(place, name))),
    ),
  )

/** Builds one file, unless it is current. It is written to a draft and renamed, so that no reader sees a partial module. */
const make = async (name: string, write: (draft: string) => Promise<void>): Promise<void> => {
  const output = join(outputs, `${name}.wasm`)
  if (existsSync(output) && modified(output) > newestSource()) return
  mkdirSync(outputs, { recursive: true })
  const draft = join(outputs, `${name}.${process.pid}.draft.wasm`)
  await write(draft)
  renameSync(draft, output)
  console.log(`wasm/build/${name}.wasm: ${statSync(output).size} bytes`)
}

/** Reads a source for the compiler; `null` if it does not exist. */
const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** Sources that replace others: on both SIMD levels, and on the simd level. */
const LANES_SOURCES = new Map([[join(sources, 'scan/arithmetic.ts'), "export * from '../lanes/arithmetic'\n"]])
const SIMD_SOURCES = new Map([
  ...LANES_SOURCES,
  [join(sources, 'lanes/limbs.ts'), "export * from '../simd/limbs'\n"],
  [join(sources, 'lanes/fused.ts'), "export * from '../simd/fused'\n"],
])

const readInstead =
  (replaced: ReadonlyMap<string, string>) =>
  (path: string): string | null =>
    replaced.get(path) ?? read(path)

type Source = { readonly entry: string; readonly options: readonly string[]; readonly read: typeof read }

const compile = async (draft: string, { entry, options, read }: Source): Promise<void> => {
  // Loaded when something is to be compiled: usually everything is current.
  const { default: asc } = await import('assemblyscript/asc')
  const { error, stderr } = await asc.main(
    [
      `${entry}.ts`,
      ...['--baseDir', sources, '--outFile', draft],
      ...['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert'],
      ...['--runtime', 'stub', '--use', 'abort=', ...options],
    ],
    { readFile: (name, base) => read(join(base, name)) },
  )
  if (error !== null) throw new KernelBuildError(`${entry} does not compile: ${error.message}\n${stderr.toString()}`)
  process.stderr.write(stderr.toString())
}

for (const entry of ['scan', 'cryptonight', 'randomx', 'points', 'hash', 'cipher'])
  await make(entry, async (draft) => await compile(draft, { entry, options: [], read }))

await make('lanes', async (draft) => writeFileSync(draft, encodeKernels(LANES_PAGES)))
await make('simd', async (draft) => writeFileSync(draft, encodeSimdKernels(LANES_PAGES)))
/** Compiler options of modules that use the generated kernels: imported memory, data above the constants. */
const LANES = ['--enable', 'simd', '--importMemory', '--zeroFilledMemory', '--memoryBase', String(DATA)]

for (const [level, replaced] of [
  ['lanes', LANES_SOURCES],
  ['simd', SIMD_SOURCES],
] as const)
  for (const [name, entry] of [
    ['scan', 'scan'],
    ['points', 'lanes/points'],
  ] as const)
    await make(`${name}-${level}`, async (draft) => {
      await compile(draft, { entry, options: LANES, read: readInstead(replaced) })
    })
