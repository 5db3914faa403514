// ref10 as a native program (native.c) in the kernel bench: one run of the program for each round; it times itself.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concat } from '../../../src/bytes/bytes.ts'
import { fromHex } from '../../../src/bytes/hex.ts'
import type { ScanBatch, ScanHit } from '../../../src/crypto/scan.ts'
import { assertFound, batchOf, KINDS, type Kind, type ScanContestant, type ScanMaterial, TURN } from '../scans.ts'

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

const fileBytes = (batch: ScanBatch, viewSecret: Uint8Array, spendKeys: Uint8Array): Uint8Array => {
  const counts = Uint32Array.of(batch.keys.length / 32, batch.outputs.length / 32, spendKeys.length / 32)
  const { keys, outputs, outputIndexes, firstKeys, keyCounts, additionalKeys, viewTags } = batch
  const rows = [outputIndexes, firstKeys, keyCounts, additionalKeys, viewTags]
  return concat(...[counts, viewSecret, spendKeys, keys, outputs, ...rows].map(bytesOf))
}

const parseHit = (line: string): ScanHit => {
  const [output, key, spendKey, derivation = ''] = line.split(' ')
  return { output: Number(output), key: Number(key), spendKey: Number(spendKey), derivation: fromHex(derivation, 32) }
}

/** What the program finds in a file's batch, and the milliseconds of each round. */
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
 * A native program as a contestant.
 * @throws Error when it does not find what it should
 */
export const nativeContestant = (
  name: string,
  program: string,
  material: ScanMaterial,
  share: number,
): ScanContestant => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-bench-'))
  const write = (file: string, batch: ScanBatch, spendKeys: Uint8Array): string => {
    const path = join(folder, file)
    writeFileSync(path, fileBytes(batch, material.viewSecret, spendKeys))
    return path
  }
  for (const watched of ['many', 'few'] as const) {
    const trial = material.trials[watched]
    assertFound(name, runProgram(program, write('trial', trial.batch, material.watched[watched]), 0).hits, trial)
  }
  const files = new Map<Kind, string>()
  return {
    name,
    share,
    time: async (kind) => {
      const path = files.get(kind) ?? write(kind, batchOf(material, kind, share), material.watched[KINDS[kind].watched])
      files.set(kind, path)
      const { hits, times } = runProgram(program, path, TURN)
      if (hits.length > 0) throw new Error(`"${name}" took a stranger's output for its own`)
      return Math.min(...times)
    },
    close: async () => rmSync(folder, { recursive: true }),
  }
}
