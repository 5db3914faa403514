// The scan kernel beside the portable scanner (@noble/curves), in microseconds per derivation and per output check.

import { concat } from '../../src/bytes/bytes.ts'
import { generateKeys, publicKeyOf } from '../../src/crypto/keys.ts'
import { createPortableScanner, createScanner, type ScanBatch, type Scanner } from '../../src/crypto/scan.ts'
import { type Figure, median, timed } from './measure.ts'

const ROUNDS = 9

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

const keys = concat(...Array.from({ length: 64 }, () => publicKeyOf(randomBytes(32))))

/** What is timed: outputs per transaction key, and whether they carry view tags, all but one in 256 of which do not fit. */
const KINDS = [
  { outputs: 0, tagged: false },
  { outputs: 1, tagged: false },
  { outputs: 32, tagged: true },
] as const

/** `count` transactions of foreign outputs. */
const batchOf = (count: number, { outputs, tagged }: (typeof KINDS)[number]): ScanBatch => {
  const rows = count * outputs
  const repeated = (length: number): Uint8Array =>
    concat(...Array.from({ length: Math.ceil(length / 64) }, () => keys)).subarray(0, 32 * length)
  return {
    keys: repeated(count),
    outputs: repeated(rows),
    outputIndexes: Uint32Array.from({ length: rows }, (_, i) => i % outputs),
    firstKeys: Uint32Array.from({ length: rows }, (_, i) => Math.floor(i / outputs)),
    keyCounts: new Uint8Array(rows).fill(1),
    additionalKeys: new Int32Array(rows).fill(-1),
    viewTags: Int16Array.from({ length: rows }, (_, i) => (tagged ? i % 256 : -1)),
  }
}

/** Microseconds per transaction. */
const time = async (scanner: Scanner, batch: ScanBatch): Promise<number> =>
  ((await timed(async () => await scanner.scan(batch))) * 32_000) / batch.keys.length

/** Both scanners in turn; one line for each measure, and the ratios. */
export const kernelBench = async (): Promise<readonly Figure[]> => {
  const wallet = generateKeys(randomBytes(32))
  const contestants = [
    { name: 'kernel', scanner: await createScanner(), count: 2048 },
    { name: 'portable', scanner: createPortableScanner(), count: 64 },
  ].map((contestant) => ({
    ...contestant,
    batches: KINDS.map((kind) => ({
      batch: batchOf(contestant.count, kind),
      times: [] as number[], // filled by the rounds
    })),
  }))

  for (const { scanner, batches } of contestants) {
    await scanner.watch(wallet.viewSecret, wallet.spendPublic)
    for (const { batch } of batches) await scanner.scan(batch)
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const { scanner, batches } of contestants)
      for (const { batch, times } of batches) times.push(await time(scanner, batch))
  for (const { scanner } of contestants) await scanner.close()

  const rows = contestants.map(({ name, batches }) => {
    const [derive = 0, check = 0, tag = 0] = batches.map(({ times }) => median(times))
    return { name, derive, check: check - derive, tag: (tag - derive) / KINDS[2].outputs }
  })
  const [kernel, portable] = rows
  if (kernel === undefined || portable === undefined) throw new Error('a contestant is missing')
  return [
    ...rows.flatMap(({ name, derive, check, tag }): Figure[] => [
      { name: `${name}, derivation`, value: derive, unit: 'µs' },
      { name: `${name}, output check`, value: check, unit: 'µs' },
      { name: `${name}, output stopped by its view tag`, value: tag, unit: 'µs' },
    ]),
    { name: 'derivation, portable / kernel', value: portable.derive / kernel.derive, unit: '×' },
    { name: 'output check, portable / kernel', value: portable.check / kernel.check, unit: '×' },
  ]
}
