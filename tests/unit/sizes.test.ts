// The limits of folders and files, on planted violations in a folder of the test's own.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../.ci/sizes.ts', import.meta.url))

const folders: string[] = []

/** Runs the script in a project that consists of these files. */
const check = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-sizes-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' })
  return { status, output: stdout }
}

const crowd = (folder: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${folder}/${i}.ts`, '']))

const lines = (count: number): string => 'export {}\n'.repeat(count)

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

describe('sizes', () => {
  it('are accepted up to their limits', () => {
    const files = {
      ...crowd('src/coin', 30),
      ...crowd('src/coin/names', 30),
      'src/coin/README.md': lines(500),
      'workers/a.ts': lines(400),
      'wasm/build/kernel.js': lines(500),
      'tests/unit/a.test.ts': lines(500),
    }
    expect(check(files)).toEqual({ status: 0, output: '0 folders or files too large\n' })
  })

  it.each(['src/coin', 'workers', 'wasm/assembly', 'tests/interop'])(
    'are rejected of a folder with 31 files: %s',
    (folder) => {
      const output = `1 folders or files too large\n  ${folder}: 31 files, at most 30\n`
      expect(check(crowd(folder, 31))).toEqual({ status: 1, output })
    },
  )

  it.each(['src/coin/a.ts', 'src/app/A.tsx', 'src/app/a.css', 'workers/a.ts', 'wasm/assembly/a.ts'])(
    'are rejected of a file with 401 lines: %s',
    (file) => {
      const output = `1 folders or files too large\n  ${file}: 401 lines, at most 400\n`
      expect(check({ [file]: lines(401) })).toEqual({ status: 1, output })
    },
  )
})
