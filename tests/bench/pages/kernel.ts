// The kernel bench's page: the scanners take turns here as they do in Node.

import { scanContestants } from '../kernelContestants.ts'
import { createMaterial, raceScans, type ScanTimes } from '../scans.ts'

const bytesOf = async (path: string): Promise<ArrayBuffer> => (await fetch(path)).arrayBuffer()

/** `ref10` and `ref10Simd`: where the peer's WebAssembly is served. */
export const race = async (ref10: string, ref10Simd: string, rounds: number): Promise<readonly ScanTimes[]> => {
  if (!crossOriginIsolated) throw new Error('the page is not isolated, so its clock is too coarse')
  const contestants = await scanContestants(await createMaterial(), await bytesOf(ref10), await bytesOf(ref10Simd))
  const times = await raceScans(contestants, rounds)
  for (const contestant of contestants) await contestant.close()
  return times
}
