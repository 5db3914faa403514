// Who takes part in the kernel bench, in Node and in pages alike: our levels, best first, and the peers.

import { createPortableScanner, createScanner } from '../../src/crypto/scan.ts'
import { createRef10Scanner } from './ref10/scanner.ts'
import { type ScanContestant, type ScanMaterial, scannerContestant } from './scans.ts'

/** The peer that the ratios are against: the reference's C as browser wallets run it. */
export const REF10 = 'ref10 wasm'

/** Our levels that this engine runs, best first. */
const LEVELS = [{ level: 'scalar', create: createScanner }]

/** `ref10` and `ref10Simd`: the peer's WebAssembly, built without and with SIMD. */
export const scanContestants = async (
  material: ScanMaterial,
  ref10: BufferSource,
  ref10Simd: BufferSource,
): Promise<readonly ScanContestant[]> => [
  ...(await Promise.all(LEVELS.map(({ level, create }) => scannerContestant(level, create, material)))),
  await scannerContestant(REF10, () => createRef10Scanner(ref10), material),
  await scannerContestant('ref10 wasm, SIMD', () => createRef10Scanner(ref10Simd), material),
  await scannerContestant('portable', async () => createPortableScanner(), material, 1 / 32),
]
