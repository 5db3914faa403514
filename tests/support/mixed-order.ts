// The order of the test files: those with peers or other processes, which wait more than they compute, spread evenly among the others, so
// that the cores are busy all the time; in both groups the slowest first, as far as known, so that no worker goes on alone at the end. Those
// that share a process come last, as a process ends when the next file needs its own.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const WAITS = /\/tests\/(?:interop|faults)\//

/** Files of few lines that run long. */
const SLOW =
  /\/(?:multisig\/payments|tx-notify|lookahead|package|unlock-times|stolen-responses|altered-sets|chains|outputs|derivations)\.test\.ts$/

const slowFirst = (files: readonly TestSpecification[]): TestSpecification[] => [
  ...files.filter(({ moduleId }) => SLOW.test(moduleId)),
  ...files.filter(({ moduleId }) => !SLOW.test(moduleId)),
]

export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // By their time in the previous run, or else by their size.
    const sorted = slowFirst(await super.sort(files))
    const alone = sorted.filter(({ project }) => project.config.isolate)
    const groups = [true, false].map((waits) => alone.filter(({ moduleId }) => WAITS.test(moduleId) === waits))
    const placed = groups.flatMap((group) => group.map((file, i) => ({ file, place: i / group.length })))
    const mixed = placed.toSorted((a, b) => a.place - b.place).map(({ file }) => file)
    return [...mixed, ...sorted.filter(({ project }) => !project.config.isolate)]
  }
}
