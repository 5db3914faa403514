// `npm run build:wasm`: compiles the kernels to wasm/build, unless they are newer than everything they are made from.

import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

/** A kernel that does not compile. */
class KernelBuildError extends Error {
  override readonly name = 'KernelBuildError'
}

const folder = dirname(fileURLToPath(import.meta.url))
const sources = join(folder, 'assembly')
const outputs = join(folder, 'build')

const modified = (path: string): number => statSync(path).mtimeMs

/** Newest change to the sources, this script and the pinned compiler. */
const newestSource = (): number =>
  Math.max(
    modified(fileURLToPath(import.meta.url)),
    modified(join(folder, '..', 'package-lock.json')),
    ...readdirSync(sources, { recursive: true, encoding: 'utf8' }).map((name) => modified(join(sources, name))),
  )

const compile = async (name: string): Promise<void> => {
  const output = join(outputs, `${name}.wasm`)
  if (existsSync(output) && modified(output) > newestSource()) return
  mkdirSync(outputs, { recursive: true })
  // Written aside and renamed, so that nobody ever reads half a module.
  const draft = join(outputs, `${name}.${process.pid}.draft.wasm`)
  const { error, stderr } = await asc.main([
    join(sources, `${name}.ts`),
    ...['--outFile', draft],
    ...['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert'],
    ...['--runtime', 'stub', '--use', 'abort='],
  ])
  if (error !== null) throw new KernelBuildError(`${name} does not compile: ${error.message}\n${stderr.toString()}`)
  process.stderr.write(stderr.toString())
  renameSync(draft, output)
  console.log(`wasm/build/${name}.wasm: ${statSync(output).size} bytes`)
}

for (const name of ['scan', 'cryptonight', 'points', 'hash']) await compile(name)
