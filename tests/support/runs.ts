// How often tests repeat what they draw at random: less often for each mutant, of which there are thousands.

const SHARE = Number(process.env['FABA_TEST_SHARE'] ?? 1)

/** Returns `count`, or a share of it in a run of mutants. */
export const runs = (count: number): number => Math.ceil(count * SHARE)
