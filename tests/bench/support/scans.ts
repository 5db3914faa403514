// Times the scanners of the kernel bench, in Node and in pages. Each scanner is verified first.

import type { ScanBatch, Scanner } from '../../../src/crypto/scan/scanner.ts'
import { race, timed } from './measure.ts'
import { assertFound, batchOf, KINDS, type Kind, type ScanMaterial, WALLETS, WATCHED } from './scanMaterial.ts'

/**
 * Keys per batch of a contestant, chosen so that every batch takes about 2 ms: short enough that a busy machine leaves many uninterrupted,
 * and of similar length, because longer ones are interrupted more often.
 */
export type Pieces = Readonly<Record<Kind, number>>

/**
 * Batches per turn, the best of which counts: the first one meets caches filled by other contestants, and any may be interrupted.
 */
const TURN = 8

/** Microseconds per derivation, per checked output, and per output that its view tag excludes. */
export type ScanTimes = { readonly name: string; readonly micros: Readonly<Record<Kind, number>> }

/** A contestant. */
export type ScanContestant = {
  readonly name: string
  /** Runs one turn. Returns microseconds for each key of a batch, with its outputs. */
  time(kind: Kind): Promise<number>
  close(): Promise<void>
}

/** Scans the batches of a turn; returns the milliseconds of each. */
export type Scan = () => Promise<readonly number[]>

/** Creates a contestant. `prepare` makes the batches of a turn ready to be scanned. */
export const createContestant = (
  name: string,
  pieces: Pieces,
  material: ScanMaterial,
  prepare: (kind: Kind, batches: readonly ScanBatch[]) => Scan,
  close: () => Promise<void>,
): ScanContestant => {
  const prepared = new Map<Kind, Scan>()
  return {
    name,
    time: async (kind) => {
      const batches = (): ScanBatch[] =>
        Array.from({ length: TURN }, (_, part) => batchOf(material, kind, pieces[kind], part))
      const scan = prepared.get(kind) ?? prepare(kind, batches())
      prepared.set(kind, scan)
      return (1000 * Math.min(...(await scan()))) / pieces[kind]
    },
    close,
  }
}

/**
 * Creates a contestant from a scanner.
 * @throws Error if it does not find the expected outputs
 */
export const scannerContestant = async (
  name: string,
  pieces: Pieces,
  create: () => Promise<Scanner>,
  material: ScanMaterial,
): Promise<ScanContestant> => {
  const scanners = { many: await create(), few: await create() }
  for (const watched of WATCHED) {
    await scanners[watched].watch(material.viewSecret, material.watched[watched])
    assertFound(name, await scanners[watched].scan(material.trials[watched].batch), material.trials[watched])
  }
  const prepare = (kind: Kind, batches: readonly ScanBatch[]): Scan => {
    const scanner = scanners[KINDS[kind].watched]
    return async () => {
      const times: number[] = []
      for (const batch of batches)
        times.push(
          await timed(async () => {
            const found = await scanner.scan(batch)
            if (found.length > 0) throw new Error(`"${name}" reports an output of another wallet`)
          }),
        )
      return times
    }
  }
  return createContestant(name, pieces, material, prepare, async () => {
    await scanners.many.close()
    await scanners.few.close()
  })
}

/**
 * Combines contestants of one name, one for each wallet, into one that derives for another wallet in every round. Outputs are checked for
 * the first wallet only: each wallet has its own tables, and together they would exceed any cache.
 */
export const alternating = (contestants: readonly ScanContestant[]): ScanContestant => {
  const [first] = contestants
  if (first === undefined) throw new Error('there are no contestants')
  let turn = 0
  return {
    name: first.name,
    time: async (kind) => {
      if (kind !== 'derivation') return await first.time(kind)
      turn += 1
      return await (contestants[turn % contestants.length] ?? first).time(kind)
    },
    close: async () => {
      for (const contestant of contestants) await contestant.close()
    },
  }
}

/** Times all contestants in turns after warm-up rounds; returns medians over the rounds, in the order of the contestants. */
export const raceScans = async (
  contestants: readonly ScanContestant[],
  rounds: number,
): Promise<readonly ScanTimes[]> => {
  // The keys of KINDS are its literal names.
  const kinds = Object.keys(KINDS) as Kind[]
  const entrants = contestants.flatMap((contestant) =>
    kinds.map((kind) => ({ name: `${contestant.name} ${kind}`, run: async () => await contestant.time(kind) })),
  )
  await race(WALLETS, entrants)
  const medians = await race(rounds, entrants)
  return contestants.map(({ name }) => {
    const perKey = (kind: Kind): number => medians.get(`${name} ${kind}`) ?? Number.NaN
    const derivation = perKey('derivation')
    const perOutput = (kind: Kind): number => (perKey(kind) - derivation) / KINDS[kind].outputs
    const [output, outputFewKeys, viewTag] = [perOutput('output'), perOutput('outputFewKeys'), perOutput('viewTag')]
    return { name, micros: { derivation, output, outputFewKeys, viewTag } }
  })
}
