// ref10 as a native program (native.c) in the kernel bench: one run of the program per round; it measures its own time.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concat } from '../../../src/bytes/bytes.ts'
import { fromHex } from '../../../src/bytes/hex.ts'
import type { ScanBatch, ScanHit } from '../../../src/crypto/scan/scanner.ts'
import { assertFound, KINDS, type Kind, type ScanMaterial, WATCHED, type Watched } from '../support/scanMaterial.ts'
import { createContestant, type Pieces, type Scan, type ScanContestant } from '../support/scans.ts'

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

const fileBytes = (batch: ScanBatch, viewSecret: Uint8Array, spendKeys: Uint8Array): Uint8Array => {
  const counts = Uint32Array.of(batch.keys.length / 32, batch.outputs.length / 32, spendKeys.length / 32)
  const { keys, outputs, outputIndexes, firstKeys, keyCounts, additionalKeys, viewTags } = batch
  // The program reads counts of one byte; no batch here has more than a few keys.
  const rows = [outputIndexes, firstKeys, Uint8Array.from(keyCounts), additionalKeys, viewTags]
  return concat(...[counts, viewSecret, spendKeys, keys, outputs, ...rows].map(bytesOf))
}

const parseHit = (line: string): ScanHit => {
  const [output, key, spendKey, derivation = ''] = line.split(' ')
  return { output: Number(output), key: Number(key), spendKey: Number(spendKey), derivation: fromHex(derivation, 32) }
}

/** Returns the hits of the program in a file's batch, and the milliseconds of each round. */
const runProgram = (program: string, path: string, rounds: number): { hits: ScanHit[]; times: number[] } => {
  const { status, stdout, stderr } = spawnSync(program, [path, String(rounds)], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ended with status ${status}: ${stderr}`)
  const [count, ...lines] = stdout.trim().split('\n')
  return {
    hits: lines.slice(0, Number(count)).map(parseHit),
    times: lines.slice(Number(count)).map((nanoseconds) => Number(nanoseconds) / 1e6),
  }
}

/**
 * Creates a contestant from a native program.
 * @throws Error if it does not find the expected outputs
 */
export const nativeContestant = (
  name: string,
  pieces: Pieces,
  program: string,
  material: ScanMaterial,
): ScanContestant => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-bench-'))
  const write = (file: string, batch: ScanBatch, watched: Watched): string => {
    const path = join(folder, file)
    writeFileSync(path, fileBytes(batch, material.viewSecret, material.watched[watched]))
    return path
  }
  for (const watched of WATCHED) {
    const trial = material.trials[watched]
    assertFound(name, runProgram(program, write('trial', trial.batch, watched), 0).hits, trial)
  }
  const prepare = (kind: Kind, batches: readonly ScanBatch[]): Scan => {
    // The same batch each time: its tables fit into any cache.
    const [batch] = batches
    if (batch === undefined) throw new Error('the batch is missing')
    const path = write(kind, batch, KINDS[kind].watched)
    return async () => {
      const { hits, times } = runProgram(program, path, batches.length)
      if (hits.length > 0) throw new Error(`"${name}" reports an output of another wallet`)
      return times
    }
  }
  return createContestant(name, pieces, material, prepare, async () => rmSync(folder, { recursive: true }))
}
