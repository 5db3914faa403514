// Runs the product's code on instrumented kernels: a replacement of the global WebAssembly that adds a trace to every module while a kernel
// loads.

import { type TracedModule, traced } from './trace.ts'

type Traced = {
  readonly sites: readonly string[]
  readonly count: WebAssembly.Global<'i64'>
  readonly limit: WebAssembly.Global<'i64'>
  readonly digest: WebAssembly.Global<'i64'>
  readonly site: WebAssembly.Global<'i32'>
}

/** A function to run. */
export type Run = () => unknown

export type Tracing = {
  /** The replacement of the global while kernels load. */
  readonly replacement: typeof WebAssembly
  /** Returns the trace of each loaded kernel during `run`: a count of events and their digest. */
  traceOf(run: Run): Promise<string>
  /** Returns where the traces of two runs diverge, or undefined if they are equal. */
  difference(a: Run, b: Run): Promise<string | undefined>
}

/** No limit: the largest unsigned number. */
const UNLIMITED = -1n

const bytesOf = (source: BufferSource): Uint8Array =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength)

export const startTracing = (): Tracing => {
  const real = WebAssembly
  const modules = new WeakMap<WebAssembly.Module, TracedModule>()
  const instances: Traced[] = []

  const compile = (source: BufferSource): WebAssembly.Module => {
    const made = traced(bytesOf(source))
    const module = new real.Module(made.bytes)
    modules.set(module, made)
    return module
  }

  const instantiate = async (
    module: WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ): Promise<WebAssembly.Instance> => {
    const instance = await real.instantiate(module, imports)
    // The exports that `traced` adds.
    const at = (name: string) => instance.exports[`trace.${name}`] as WebAssembly.Global<'i64'>
    instances.push({
      sites: modules.get(module)?.sites ?? [],
      count: at('count'),
      limit: at('limit'),
      digest: at('digest'),
      site: instance.exports['trace.site'] as WebAssembly.Global<'i32'>,
    })
    return instance
  }

  const replacement: typeof WebAssembly = Object.create(real, {
    compile: { value: async (source: BufferSource) => compile(source) },
    instantiate: { value: instantiate },
  })

  const runLimited = async (run: Run, limits: readonly bigint[]): Promise<void> => {
    for (const [i, instance] of instances.entries()) {
      instance.count.value = 0n
      instance.digest.value = 0n
      instance.limit.value = limits[i] ?? UNLIMITED
    }
    await run()
  }

  const traceOf = async (run: Run): Promise<string> => {
    await runLimited(run, [])
    return instances.map(({ count, digest }) => `${count.value}:${BigInt.asUintN(64, digest.value)}`).join(' ')
  }

  const eventsOf = async (run: Run, index: number, limit: bigint) => {
    await runLimited(
      run,
      instances.map((_, i) => (i === index ? limit : UNLIMITED)),
    )
    const { count, digest, site, sites } = instances[index] ?? raise()
    return { count: count.value, digest: digest.value, site: sites[site.value] ?? 'nothing' }
  }

  const difference = async (a: Run, b: Run): Promise<string | undefined> => {
    for (const index of instances.keys()) {
      const [wholeA, wholeB] = [await eventsOf(a, index, UNLIMITED), await eventsOf(b, index, UNLIMITED)]
      if (wholeA.count === wholeB.count && wholeA.digest === wholeB.digest) continue
      // The first `same` events are equal, the first `other` are not.
      let same = 0n
      const longer = wholeA.count > wholeB.count ? wholeA : wholeB
      let other = longer.count
      while (other - same > 1n) {
        const middle = (same + other) / 2n
        const [toA, toB] = [await eventsOf(a, index, middle), await eventsOf(b, index, middle)]
        if (toA.digest === toB.digest && toA.count === toB.count) same = middle
        else other = middle
      }
      const [atA, atB] = [await eventsOf(a, index, other), await eventsOf(b, index, other)]
      return `kernel ${index}, event ${other} of ${wholeA.count} and ${wholeB.count}: ${atA.site}; ${atB.site}`
    }
    return undefined
  }

  return { replacement, traceOf, difference }
}

const raise = (): never => {
  throw new RangeError('no such kernel was loaded')
}
