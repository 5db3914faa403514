// Loads the WASM kernels (built from `wasm/` by `npm run build:wasm`) under Node, in a page and in its workers. A compiled module
// is shared; an instance, whose memory may hold secrets, belongs to its caller.

import { FabaError } from '../errors/fabaError.ts'

/** The engine has no WebAssembly, or a Content-Security-Policy without 'wasm-unsafe-eval' forbids it. */
export class KernelUnavailableError extends FabaError {
  override readonly name = 'KernelUnavailableError'
  readonly code = 'kernel-unavailable'
}

/** A kernel file that cannot be read. */
export class KernelLoadError extends FabaError {
  override readonly name = 'KernelLoadError'
  readonly code = 'kernel-load'
}

/** A kernel for which the engine provides no more memory. */
export class KernelMemoryError extends FabaError {
  override readonly name = 'KernelMemoryError'
  readonly code = 'kernel-memory'
}

/**
 * The kernels: scanner and points on three levels, the generated functions of two of them, CryptoNight, the RandomX machine, Keccak, and the
 * cipher of stored data. The URLs are literals, so that the bundler finds the files.
 */
const LOCATIONS = {
  scan: () => new URL('../../wasm/build/scan.wasm', import.meta.url),
  'scan-lanes': () => new URL('../../wasm/build/scan-lanes.wasm', import.meta.url),
  lanes: () => new URL('../../wasm/build/lanes.wasm', import.meta.url),
  'scan-simd': () => new URL('../../wasm/build/scan-simd.wasm', import.meta.url),
  simd: () => new URL('../../wasm/build/simd.wasm', import.meta.url),
  cryptonight: () => new URL('../../wasm/build/cryptonight.wasm', import.meta.url),
  randomx: () => new URL('../../wasm/build/randomx.wasm', import.meta.url),
  points: () => new URL('../../wasm/build/points.wasm', import.meta.url),
  'points-lanes': () => new URL('../../wasm/build/points-lanes.wasm', import.meta.url),
  'points-simd': () => new URL('../../wasm/build/points-simd.wasm', import.meta.url),
  hash: () => new URL('../../wasm/build/hash.wasm', import.meta.url),
  cipher: () => new URL('../../wasm/build/cipher.wasm', import.meta.url),
}

export type KernelName = keyof typeof LOCATIONS

const compile = async (location: URL): Promise<WebAssembly.Module> => {
  // Under Node the file is local. getBuiltinModule keeps bundlers from resolving Node's modules.
  if (location.protocol === 'file:')
    return await WebAssembly.compile(process.getBuiltinModule('node:fs').readFileSync(location))
  const response = await fetch(location)
  if (!response.ok) throw new KernelLoadError(`the server returned status ${response.status} for ${location.pathname}`)
  // Browsers cache the optimized code of streamed compilation. It requires the content type application/wasm.
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
      throw new KernelUnavailableError(`this engine cannot compile the kernel "${name}"`, { cause })
    throw new KernelLoadError(`cannot read ${location.pathname}; under Node, build it with \`npm run build:wasm\``, {
      cause,
    })
  }
}

const modules = new Map<KernelName, Promise<WebAssembly.Module>>()

/** Returns a compiled kernel. Loads it once. */
const moduleOf = (name: KernelName): Promise<WebAssembly.Module> => {
  let module = modules.get(name)
  if (module === undefined) {
    module = load(name)
    modules.set(name, module)
    // The next attempt may succeed: the network was down, or the file was not built yet.
    module.catch(() => modules.delete(name))
  }
  return module
}

/**
 * Instantiates a kernel and returns its exports. The instance has its own memory unless `imports` contains one.
 * @throws KernelUnavailableError if this engine has no WebAssembly
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * const first = await instantiateKernel('hash')
 * first.memory === (await instantiateKernel('hash')).memory // false
 */
export const instantiateKernel = async (
  name: KernelName,
  imports: WebAssembly.Imports = {},
): Promise<WebAssembly.Exports> => {
  if (typeof WebAssembly === 'undefined') throw new KernelUnavailableError('this engine has no WebAssembly')
  return (await WebAssembly.instantiate(await moduleOf(name), imports)).exports
}

/** The levels of the kernels, the fastest first. All return the same results. */
export const LEVELS = ['relaxed', 'simd', 'scalar'] as const

/**
 * `relaxed`: two points at a time, in doubles, with relaxed SIMD. `simd`: two points at a time, in integers, where SIMD has no relaxed
 * instructions, as in WebKit. `scalar`: 64-bit integers, in every engine with WebAssembly.
 */
export type Level = (typeof LEVELS)[number]

/** A level that computes two points at a time. */
export type LanesLevel = Exclude<Level, 'scalar'>

/** The modules of the levels with lanes: the generated functions, and those that use them. */
const LANES_MODULES = {
  relaxed: { functions: 'lanes', scan: 'scan-lanes', points: 'points-lanes' },
  simd: { functions: 'simd', scan: 'scan-simd', points: 'points-simd' },
} as const satisfies Readonly<Record<LanesLevel, Readonly<Record<string, KernelName>>>>

/** A module of one function with `f64x2.relaxed_madd`: engines without relaxed SIMD reject it, and need not load the kernels. */
const RELAXED_MODULE = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // the type of the function: no parameters, a v128
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01, 0x00],
  // three times i32.const 0 and i8x16.splat, f64x2.relaxed_madd, end
  ...[0x0a, 0x13, 0x01, 0x11, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f],
  ...[0xfd, 0x87, 0x02, 0x0b],
)

/**
 * Instantiates the kernel of a level with lanes, linked to the generated functions and their memory.
 * @throws KernelUnavailableError if this engine has no WebAssembly or does not have the level's SIMD
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * const exports = await instantiateOnLanes('points', 'simd').catch(() => instantiateKernel('points'))
 * typeof exports.decode // 'function'
 */
export const instantiateOnLanes = async (
  kernel: 'scan' | 'points',
  level: LanesLevel,
): Promise<WebAssembly.Exports> => {
  if (typeof WebAssembly === 'undefined') throw new KernelUnavailableError('this engine has no WebAssembly')
  if (level === 'relaxed' && !WebAssembly.validate(RELAXED_MODULE))
    throw new KernelUnavailableError('this engine cannot compile the kernel "lanes": it has no relaxed SIMD')
  const names = LANES_MODULES[level]
  // Both load at once.
  const [functions, module] = await Promise.all([moduleOf(names.functions), moduleOf(names[kernel])])
  const { exports } = await WebAssembly.instantiate(functions, {})
  // wasm/generator exports the memory beside its functions.
  const env = { memory: exports['memory'] as WebAssembly.Memory }
  return (await WebAssembly.instantiate(module, { kernels: exports, env })).exports
}

/** Position in LEVELS of the fastest level that has not failed. */
let best = 0

/**
 * Leaves a level that computed something wrong, and all faster ones: kernels created from now on are on slower levels.
 *
 * @example
 * leaveLevel('relaxed')
 * await onBestLevel(async (level) => level) // 'simd'
 */
export const leaveLevel = (level: Level): void => {
  best = Math.max(best, LEVELS.indexOf(level) + 1)
}

/**
 * Calls `create` with the fastest level that this engine supports and returns its result. A level for which `create` throws
 * KernelUnavailableError is left for all kernels.
 * @throws KernelUnavailableError if no level is left; any other error of `create`
 *
 * @example
 * LEVELS.includes(await onBestLevel(async (level) => level)) // true
 */
export const onBestLevel = async <T>(create: (level: Level) => Promise<T>): Promise<T> => {
  let cause: unknown
  for (;;) {
    const level = LEVELS[best]
    if (level === undefined)
      throw new KernelUnavailableError('this engine runs no level of the kernels correctly', { cause })
    try {
      return await create(level)
    } catch (error) {
      if (!(error instanceof KernelUnavailableError)) throw error
      cause = error
      leaveLevel(level)
    }
  }
}
