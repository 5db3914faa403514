// The page of the kernel bench: the scanners run in turns as they do in Node.

import { type Start, scanContestants, timeStarts } from '../support/kernelContestants.ts'
import { createMaterials } from '../support/scanMaterial.ts'
import { raceScans, type ScanTimes } from '../support/scans.ts'

/** What a page measures. */
export type PageTimes = { readonly starts: readonly Start[]; readonly times: readonly ScanTimes[] }

/** `ref10` and `ref10Simd`: the paths of the peer's WebAssembly. */
export const race = async (ref10: string, ref10Simd: string, rounds: number): Promise<PageTimes> => {
  if (!crossOriginIsolated) throw new Error('the page is not isolated, so its clock is too coarse')
  const starts = await timeStarts()
  const [plain, simd] = [
    await WebAssembly.compileStreaming(fetch(ref10)),
    await WebAssembly.compileStreaming(fetch(ref10Simd)),
  ]
  const contestants = await scanContestants(await createMaterials(), plain, simd)
  const times = await raceScans(contestants, rounds)
  for (const contestant of contestants) await contestant.close()
  return { starts, times }
}
