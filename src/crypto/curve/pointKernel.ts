// Point arithmetic on WASM: batches run on the point kernel (wasm/assembly/points.ts); with SIMD, the expensive ones run on
// the lanes kernel (wasm/assembly/lanes/points.ts). After each call the inputs and outputs are wiped from the kernel's memory.

import { wipe } from '../../bytes/bytes.ts'
import {
  instantiateKernel,
  instantiateOnLanes,
  KernelMemoryError,
  KernelUnavailableError,
  type LanesLevel,
  type Level,
  onBestLevel,
} from '../kernel.ts'
import { blockSumsOf } from './blockSums.ts'
import { answersLike, type LeveledArithmetic } from './knownPointAnswers.ts'
import { KEY_LENGTH, POINT_LENGTH, type PointArithmetic, type PrecomputedPoints } from './pointArithmetic.ts'
import { rowsOfAll, rowsOfPairs, type ScalarArithmetic } from './scalarArithmetic.ts'

/** The memory management of a kernel. */
type KernelMemory = {
  readonly memory: WebAssembly.Memory
  /** Returns 0 if the engine provides no memory. */
  reserve(bytes: number): number
  forget(): void
}

/** The batches of all levels. Numbers are addresses in `memory`, or counts. Functions without a result return undefined. */
type BatchKernel = KernelMemory & {
  decode(points: number, valid: number, keys: number, count: number): undefined
  encode(keys: number, points: number, count: number): undefined
  hashToPoints(points: number, keys: number, count: number): undefined
  multiplySecret(out: number, points: number, scalars: number, count: number): undefined
  keyImages(images: number, keys: number, secrets: number, count: number): undefined
  multiplyBaseSecret(out: number, scalars: number, count: number): undefined
  multiplyBasesSecret(out: number, g: number, h: number, count: number): undefined
  /** Returns 0 if the engine provides no memory. */
  multiplySums(out: number, bases: number, scalars: number, points: number, groups: number, terms: number): number
  /** Returns 0 if the engine provides no memory. */
  fold(out: number, points: number, scalars: number, count: number, terms: number, sets: number): number
  /** Returns 0 if the engine provides no memory. */
  inPrimeSubgroup(out: number, points: number, count: number): number
  /** Returns 0 if the engine provides no memory. */
  precompute(points: number, count: number): number
  /** Returns 0 if the engine provides no memory. */
  sumOfPrecomputed(out: number, table: number, scalars: number, terms: number): number
  /** Returns 0 if the engine provides no memory. */
  foldPrecomputed(out: number, table: number, scalars: number, count: number, terms: number, sets: number): number
}

/** Exports of the lanes kernel. */
type LaneKernel = BatchKernel & {
  /** Returns 0 if this engine does not compute as the level requires. */
  prepare(): number
  /** Returns 0 if the engine provides no memory. */
  blockSums(
    out: number,
    table: number,
    scalars: number,
    blocks: number,
    terms: number,
    set: number,
    sets: number,
  ): number
  signedSums(out: number, table: number, signs: number, count: number, blocks: number, sets: number): undefined
}

/** Exports of the point kernel. */
type PointKernel = BatchKernel & {
  prepare(): void
  add(out: number, a: number, b: number, count: number): undefined
  subtract(out: number, a: number, b: number, count: number): undefined
  double(out: number, points: number, count: number, times: number): undefined
  sumPoints(out: number, points: number, negative: number, count: number): undefined
  multiplyBases(out: number, g: number, h: number, count: number): undefined
  /** A step is the distance of an input's rows: 0 repeats its first one. */
  multiplyAddScalars(
    out: number,
    a: number,
    b: number,
    c: number,
    stepA: number,
    stepB: number,
    stepC: number,
    count: number,
  ): undefined
  innerProduct(out: number, a: number, b: number, count: number): undefined
  reduceWideScalars(out: number, wide: number, count: number): undefined
  scalarPowers(out: number, scalar: number, count: number): undefined
  invertScalars(out: number, scalars: number, count: number): undefined
}

/** Above this number of points, the scalar level is faster without precomputed multiples, which would not fit the caches. */
const MAX_PRECOMPUTED = 512

/** Multiplies points without precomputation. */
const withoutPrecomputation = (arithmetic: PointArithmetic, points: Uint8Array): PrecomputedPoints => ({
  sum: (scalars) => {
    const used = points.subarray(0, POINT_LENGTH * keysIn(scalars))
    return arithmetic.multiplySums(new Uint8Array(KEY_LENGTH), scalars, used)
  },
  fold: (scalars, sets, count) => arithmetic.fold(points.subarray(0, POINT_LENGTH * count), scalars, sets),
  ...blockSumsOf(arithmetic, points),
})

/** The batches that both levels call alike. */
type Batches = Omit<LeveledArithmetic, 'precompute'>

const keysIn = ({ length }: Uint8Array): number => length / KEY_LENGTH
const pointsIn = ({ length }: Uint8Array): number => length / POINT_LENGTH

/** Removes the terms of a sum whose scalar is zero, which would cost a kernel time, or a lane. */
const withoutZeros = (scalars: Uint8Array, points: Uint8Array): readonly [scalars: Uint8Array, points: Uint8Array] => {
  const [some, theirs] = [new Uint8Array(scalars.length), new Uint8Array(points.length)]
  let count = 0
  for (let i = 0; i < keysIn(scalars); i++) {
    const [key, point] = [i * KEY_LENGTH, i * POINT_LENGTH]
    let bits = 0
    for (let j = key; j < key + KEY_LENGTH; j++) bits |= scalars[j] ?? 0
    if (bits === 0) continue
    some.set(scalars.subarray(key, key + KEY_LENGTH), count * KEY_LENGTH)
    theirs.set(points.subarray(point, point + POINT_LENGTH), count * POINT_LENGTH)
    count++
  }
  return [some.subarray(0, count * KEY_LENGTH), theirs.subarray(0, count * POINT_LENGTH)]
}

/** Copies the inputs into the kernel's memory, runs, returns `length` bytes of output, and wipes the memory. */
type Run = (
  length: number,
  inputs: readonly Uint8Array[],
  compute: (out: number, ...at: number[]) => number | undefined,
) => Uint8Array

const runnerOf =
  (kernel: KernelMemory): Run =>
  (length, inputs, compute) => {
    const out = kernel.reserve(inputs.reduce((sum, input) => sum + input.length, length))
    if (out === 0) throw new KernelMemoryError('the point kernel is out of memory')
    try {
      const memory = new Uint8Array(kernel.memory.buffer)
      let end = out + length
      const addresses = inputs.map((input) => {
        memory.set(input, end)
        end += input.length
        return end - input.length
      })
      if (compute(out, ...addresses) === 0)
        throw new KernelMemoryError('the point kernel is out of memory; multiply fewer points at once')
      return new Uint8Array(kernel.memory.buffer).slice(out, out + length)
    } finally {
      kernel.forget()
    }
  }

const batchesOf = (kernel: BatchKernel): Batches => {
  const run = runnerOf(kernel)
  return {
    decode: (keys) => {
      const count = keysIn(keys)
      const both = run((POINT_LENGTH + 1) * count, [keys], (out, from = 0) =>
        kernel.decode(out, out + POINT_LENGTH * count, from, count),
      )
      return { points: both.subarray(0, POINT_LENGTH * count), valid: both.subarray(POINT_LENGTH * count) }
    },
    encode: (points) =>
      run(KEY_LENGTH * pointsIn(points), [points], (out, from = 0) => kernel.encode(out, from, pointsIn(points))),
    hashToPoints: (keys) =>
      run(POINT_LENGTH * keysIn(keys), [keys], (out, from = 0) => kernel.hashToPoints(out, from, keysIn(keys))),
    multiplySecret: (points, scalars) =>
      run(points.length, [points, scalars], (out, from = 0, by = 0) =>
        kernel.multiplySecret(out, from, by, pointsIn(points)),
      ),
    keyImages: (keys, secrets) =>
      run(keys.length, [keys, secrets], (out, from = 0, by = 0) => kernel.keyImages(out, from, by, keysIn(keys))),
    multiplySums: (bases, scalars, points) => {
      const groups = keysIn(bases)
      const [by, from] = groups === 1 ? withoutZeros(scalars, points) : [scalars, points]
      const terms = groups === 0 ? 0 : keysIn(by) / groups
      try {
        return run(POINT_LENGTH * groups, [bases, by, from], (out, basesAt = 0, byAt = 0, fromAt = 0) =>
          kernel.multiplySums(out, basesAt, byAt, fromAt, groups, terms),
        )
      } finally {
        // The scalars of proofs are secret.
        if (by !== scalars) wipe(by)
      }
    },
    multiplyBaseSecret: (scalars) =>
      run(POINT_LENGTH * keysIn(scalars), [scalars], (out, by = 0) =>
        kernel.multiplyBaseSecret(out, by, keysIn(scalars)),
      ),
    multiplyBasesSecret: (g, h) =>
      run(POINT_LENGTH * keysIn(g), [g, h], (out, byG = 0, byH = 0) =>
        kernel.multiplyBasesSecret(out, byG, byH, keysIn(g)),
      ),
    inPrimeSubgroup: (points) =>
      run(pointsIn(points), [points], (out, from = 0) => kernel.inPrimeSubgroup(out, from, pointsIn(points))),
    fold: (points, scalars, sets) => {
      const terms = keysIn(scalars) / sets
      const count = pointsIn(points) / terms
      return run(POINT_LENGTH * count, [points, scalars], (out, from = 0, by = 0) =>
        kernel.fold(out, from, by, count, terms, sets),
      )
    },
  }
}

/** Computes multiples of points, which the kernel retains; returns their address. */
const tableOf = (kernel: BatchKernel, run: Run, points: Uint8Array): number => {
  let table = 0
  run(0, [points], (_, from = 0) => {
    table = kernel.precompute(from, pointsIn(points))
    return table
  })
  return table
}

/** Sums of points with a table of their multiples. */
const sumsWith = (kernel: BatchKernel, run: Run, table: number): Pick<PrecomputedPoints, 'sum' | 'fold'> => ({
  sum: (scalars) =>
    run(POINT_LENGTH, [scalars], (out, by = 0) => kernel.sumOfPrecomputed(out, table, by, keysIn(scalars))),
  fold: (scalars, sets, count) => {
    const terms = keysIn(scalars) / sets
    return run((POINT_LENGTH * count) / terms, [scalars], (out, by = 0) =>
      kernel.foldPrecomputed(out, table, by, count / terms, terms, sets),
    )
  },
})

const precomputeOnLanes = (kernel: LaneKernel, run: Run, points: Uint8Array): PrecomputedPoints => {
  const table = tableOf(kernel, run, points)
  return {
    ...sumsWith(kernel, run, table),
    blockSums: (scalars, blocks, set, sets) =>
      run(POINT_LENGTH * blocks, [scalars], (out, by = 0) =>
        kernel.blockSums(out, table, by, blocks, keysIn(scalars), set, sets),
      ),
    signedSums: (signs, blocks, sets) =>
      run(POINT_LENGTH * sets * blocks * blocks, [signs], (out, by = 0) =>
        kernel.signedSums(out, table, by, signs.length, blocks, sets),
      ),
  }
}

const scalarsOf = (kernel: PointKernel, run: Run): ScalarArithmetic => ({
  multiplyAddScalars: (a, b, c) => {
    const count = rowsOfAll([a, b, c])
    const step = ({ length }: Uint8Array): number => (length === KEY_LENGTH ? 0 : KEY_LENGTH)
    // The kernel prepares the second factor, a single one only once.
    const [many, one] = a.length < b.length ? [b, a] : [a, b]
    return run(KEY_LENGTH * count, [many, one, c], (out, first = 0, second = 0, third = 0) =>
      kernel.multiplyAddScalars(out, first, second, third, step(many), step(one), step(c), count),
    )
  },
  innerProduct: (a, b) =>
    run(KEY_LENGTH, [a, b], (out, first = 0, second = 0) => kernel.innerProduct(out, first, second, rowsOfPairs(a, b))),
  reduceWideScalars: (wide) =>
    run(wide.length / 2, [wide], (out, from = 0) =>
      kernel.reduceWideScalars(out, from, wide.length / (2 * KEY_LENGTH)),
    ),
  scalarPowers: (scalar, count) =>
    run(KEY_LENGTH * count, [scalar], (out, from = 0) => kernel.scalarPowers(out, from, count)),
  invertScalars: (scalars) =>
    run(scalars.length, [scalars], (out, from = 0) => kernel.invertScalars(out, from, keysIn(scalars))),
})

const createScalar = async (): Promise<PointArithmetic> => {
  // The exports are those of wasm/assembly/points.ts, which `PointKernel` lists.
  const kernel = (await instantiateKernel('points')) as PointKernel
  kernel.prepare()

  const run = runnerOf(kernel)
  const arithmetic: PointArithmetic = {
    ...batchesOf(kernel),
    ...scalarsOf(kernel, run),
    add: (a, b) => run(a.length, [a, b], (out, left = 0, right = 0) => kernel.add(out, left, right, pointsIn(a))),
    subtract: (a, b) =>
      run(a.length, [a, b], (out, left = 0, right = 0) => kernel.subtract(out, left, right, pointsIn(a))),
    double: (points, times) =>
      run(points.length, [points], (out, from = 0) => kernel.double(out, from, pointsIn(points), times)),
    sum: (points, negative) =>
      run(POINT_LENGTH, [points, negative], (out, from = 0, signs = 0) =>
        kernel.sumPoints(out, from, signs, pointsIn(points)),
      ),
    multiplyBases: (g, h) =>
      run(POINT_LENGTH * keysIn(g), [g, h], (out, byG = 0, byH = 0) => kernel.multiplyBases(out, byG, byH, keysIn(g))),
    precompute: (points) => {
      if (pointsIn(points) > MAX_PRECOMPUTED) return withoutPrecomputation(arithmetic, points)
      return { ...sumsWith(kernel, run, tableOf(kernel, run, points)), ...blockSumsOf(arithmetic, points) }
    },
  }
  return arithmetic
}

/** The scalar level, with the expensive batches on lanes. */
const createOnLanes = async (level: LanesLevel): Promise<PointArithmetic> => {
  // The exports are those of wasm/assembly/lanes/points.ts, which `LaneKernel` lists.
  const kernel = (await instantiateOnLanes('points', level)) as LaneKernel
  if (kernel.prepare() === 0)
    throw new KernelUnavailableError(`this engine does not compute as the ${level} level of the point kernel requires`)
  const run = runnerOf(kernel)
  const leveled: LeveledArithmetic = {
    ...batchesOf(kernel),
    precompute: (points) => precomputeOnLanes(kernel, run, points),
  }
  const scalar = await createScalar()
  if (!answersLike(leveled, scalar))
    throw new KernelUnavailableError(
      `the ${level} level of the point kernel does not compute like the scalar level here`,
    )
  return { ...scalar, ...leveled }
}

/**
 * Creates point arithmetic on WASM, on the given level. Loading computes its tables, which takes some ten milliseconds.
 * @throws KernelUnavailableError if this engine does not support the level
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * import { H_BYTES } from './pointArithmetic.ts'
 * const kernel = await createPointKernelOf('scalar')
 * kernel.encode(kernel.decode(H_BYTES).points) // H_BYTES
 */
export const createPointKernelOf = (level: Level): Promise<PointArithmetic> =>
  level === 'scalar' ? createScalar() : createOnLanes(level)

/**
 * Creates point arithmetic on WASM, on the fastest level that this engine supports.
 * @throws KernelUnavailableError if this engine has no WebAssembly
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * import { H_BYTES } from './pointArithmetic.ts'
 * const kernel = await createPointKernel()
 * kernel.encode(kernel.decode(H_BYTES).points) // H_BYTES
 */
export const createPointKernel = (): Promise<PointArithmetic> => onBestLevel(createPointKernelOf)
