// Loads the WASM kernels (built from `wasm/` by `npm run build:wasm`) under Node, in a page and in its workers. A compiled module
// is shared; an instance, whose memory holds secrets, belongs to whoever asked for it.

/** This engine runs no WebAssembly, or a Content-Security-Policy without 'wasm-unsafe-eval' forbids it. */
export class KernelUnavailableError extends Error {
  override readonly name = 'KernelUnavailableError'
}

/** A kernel's file that cannot be read. */
export class KernelLoadError extends Error {
  override readonly name = 'KernelLoadError'
}

/** A kernel that the engine gives no more memory, or that was closed. */
export class KernelMemoryError extends Error {
  override readonly name = 'KernelMemoryError'
}

/** The kernels: scanner and points on two levels, what the second is made of, the slow hash, the machine behind RandomX, and the fast hash. Literal addresses, so that the bundler finds the files. */
const LOCATIONS = {
  scan: () => new URL('../../wasm/build/scan.wasm', import.meta.url),
  'scan-lanes': () => new URL('../../wasm/build/scan-lanes.wasm', import.meta.url),
  lanes: () => new URL('../../wasm/build/lanes.wasm', import.meta.url),
  cryptonight: () => new URL('../../wasm/build/cryptonight.wasm', import.meta.url),
  randomx: () => new URL('../../wasm/build/randomx.wasm', import.meta.url),
  points: () => new URL('../../wasm/build/points.wasm', import.meta.url),
  'points-lanes': () => new URL('../../wasm/build/points-lanes.wasm', import.meta.url),
  hash: () => new URL('../../wasm/build/hash.wasm', import.meta.url),
}

export type KernelName = keyof typeof LOCATIONS

const compile = async (location: URL): Promise<WebAssembly.Module> => {
  // Under Node the file is beside us; asked for this way, no bundler looks for Node's modules.
  if (location.protocol === 'file:')
    return await WebAssembly.compile(process.getBuiltinModule('node:fs').readFileSync(location))
  const response = await fetch(location)
  if (!response.ok) throw new KernelLoadError(`the server answered ${response.status} for ${location.pathname}`)
  // Compiled as it arrives, a browser keeps the optimized code for the next visit; servers that name another type get no such help.
  return response.headers.get('content-type') === 'application/wasm'
    ? await WebAssembly.compileStreaming(response)
    : await WebAssembly.compile(await response.arrayBuffer())
}

const load = async (name: KernelName): Promise<WebAssembly.Module> => {
  const location = LOCATIONS[name]()
  try {
    return await compile(location)
  } catch (cause) {
    if (cause instanceof KernelLoadError) throw cause
    if (cause instanceof WebAssembly.CompileError)
      throw new KernelUnavailableError(`this engine refuses the kernel "${name}"`, { cause })
    throw new KernelLoadError(`cannot read ${location.pathname}; under Node, \`npm run build:wasm\` makes it`, {
      cause,
    })
  }
}

const modules = new Map<KernelName, Promise<WebAssembly.Module>>()

/**
 * The exports of a new instance of a kernel, with memory of its own unless `imports` hand it one.
 * @throws KernelUnavailableError when this engine runs no WebAssembly
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const instantiateKernel = async (
  name: KernelName,
  imports: WebAssembly.Imports = {},
): Promise<WebAssembly.Exports> => {
  if (typeof WebAssembly === 'undefined') throw new KernelUnavailableError('this engine has no WebAssembly')
  let module = modules.get(name)
  if (module === undefined) {
    module = load(name)
    modules.set(name, module)
    // A failed load may succeed the next time: the network was down, the file was being built.
    module.catch(() => modules.delete(name))
  }
  return (await WebAssembly.instantiate(await module, imports)).exports
}

/** The levels of the kernels, the fastest first. All compute the same. */
export const LEVELS = ['relaxed', 'scalar'] as const

/** `relaxed`: two points at a time, with relaxed SIMD; `scalar`: 64-bit integers, in every engine with WebAssembly. */
export type Level = (typeof LEVELS)[number]

/** A kernel on the relaxed level: as `instantiateKernel`, with the generated functions and their memory. */
export const instantiateOnLanes = async (name: KernelName): Promise<WebAssembly.Exports> => {
  const lanes = await instantiateKernel('lanes')
  // wasm/generator exports the memory beside its functions.
  return await instantiateKernel(name, { kernels: lanes, env: { memory: lanes['memory'] as WebAssembly.Memory } })
}

/** The best level that this engine is known to run: found once. */
let best: Level | undefined

/**
 * What `create` makes on the fastest level that this engine runs.
 * @throws what `create` throws: KernelUnavailableError when no level runs
 */
export const onBestLevel = async <T>(create: (level: Level) => Promise<T>): Promise<T> => {
  if (best !== undefined) return await create(best)
  let refusal: unknown
  for (const level of LEVELS)
    try {
      const kernel = await create(level)
      best = level
      return kernel
    } catch (error) {
      if (!(error instanceof KernelUnavailableError)) throw error
      refusal = error
    }
  throw refusal
}
