// The count of folder circles, on planted ones in a folder of the test's own.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../.ci/folder-circles.ts', import.meta.url))

const folders: string[] = []

/** Runs the script in a project that consists of these files. */
const check = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-circles-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' })
  return { status, output: stdout }
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

describe('folder circles', () => {
  it('are not found where folders import in one direction', () => {
    const files = {
      'src/coin/names/a.ts': "import { b } from '../networks/b.ts'\nb",
      'src/coin/names/c.ts': "import { b } from '../networks/b.ts'\nb",
      'src/coin/networks/b.ts': 'export const b = 1',
    }
    expect(check(files)).toEqual({ status: 0, output: '0 folder circles\n' })
  })

  it('are found without a circle of files, with the imports that make them', () => {
    const files = {
      'src/wallet/state/a.ts': "import { b } from '../spend/b.ts'\nb",
      'src/wallet/state/c.ts': 'export const c = 1',
      'src/wallet/spend/b.ts': 'export const b = 1',
      'src/wallet/spend/d.ts': "import { c } from '../state/c.ts'\nc",
      'src/wallet/scan/e.ts': "import { c } from '../state/c.ts'\nc",
    }
    const output = `1 folder circles

src/wallet/spend, src/wallet/state
  src/wallet/spend/d.ts → src/wallet/state/c.ts
  src/wallet/state/a.ts → src/wallet/spend/b.ts
`
    expect(check(files)).toMatchObject({ status: 1 })
    expect(check(files).output.split('\n').sort()).toEqual(output.split('\n').sort())
  })

  it.each([
    [
      'three folders',
      {
        'src/a/a.ts': "import { b } from '../b/b.ts'\nb",
        'src/b/b.ts': 'export const b = 1',
        'src/b/x.ts': "import { c } from '../c/c.ts'\nc",
        'src/c/c.ts': 'export const c = 1',
        'src/c/x.ts': "import { y } from '../a/y.ts'\ny",
        'src/a/y.ts': 'export const y = 1',
      },
    ],
    [
      'a folder and one inside it',
      {
        'src/rpc/table.ts': "import { b } from './methods/b.ts'\nb",
        'src/rpc/errors.ts': 'export const a = 1',
        'src/rpc/methods/b.ts': "import { a } from '../errors.ts'\nexport const b = a",
      },
    ],
    [
      'types alone',
      {
        'src/a/a.ts': "import type { B } from '../b/b.ts'\nexport type A = B",
        'src/b/b.ts': 'export type B = 1',
        'src/b/c.ts': "export type C = import('../a/d.ts').D",
        'src/a/d.ts': 'export type D = 1',
      },
    ],
    [
      'AssemblyScript, whose imports have no ending',
      {
        'wasm/assembly/a/a.ts': "import {\n  b,\n} from '../b/b'\nb",
        'wasm/assembly/b/b.ts': 'export const b = 1',
        'wasm/assembly/b/c.ts': "export { d } from '../a/d'",
        'wasm/assembly/a/d.ts': 'export const d = 1',
      },
    ],
  ])('are found among %s', (_, files) => {
    expect(check(files)).toMatchObject({ status: 1, output: expect.stringContaining('1 folder circles\n') })
  })

  it('are not made by imports in comments', () => {
    const files = {
      'src/a/a.ts': "/**\n * import { b } from '../b/b.ts'\n */\nexport const a = 1",
      'src/b/b.ts': "import { a } from '../a/a.ts'\nexport const b = a // import { a } from '../a/a.ts'",
    }
    expect(check(files)).toEqual({ status: 0, output: '0 folder circles\n' })
  })
})
