// The rule file of imports, on planted violations in a folder of the test's own.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RULES = join(ROOT, '.dependency-cruiser.js')
const CRUISER = join(ROOT, 'node_modules/.bin/depcruise')

const folders: string[] = []

/** Runs the rules over a project that consists of these files. */
const check = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-imports-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { status, stdout } = spawnSync(process.execPath, [CRUISER, 'src', '--config', RULES, '--output-type', 'err'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { passes: status === 0, output: stdout }
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

describe('import rules', () => {
  it('accept imports of lower layers', () => {
    const files = {
      'src/bytes/hex.ts': 'export const hex = 1',
      'src/coin/a.ts': "import { hex } from '../bytes/hex.ts'\nhex",
    }
    expect(check(files)).toMatchObject({ passes: true })
  })

  it.each([
    ['a higher layer', 'src/bytes/a.ts', 'src/crypto/b.ts', 'layer-of-bytes'],
    ['another folder of the same layer', 'src/rpc/a.ts', 'src/devnet/b.ts', 'layer-of-rpc'],
    ['a higher floor', 'src/wallet/state/a.ts', 'src/wallet/spend/b.ts', 'floor-of-wallet-state'],
    ['another folder of the same floor', 'src/wallet/proofs/a.ts', 'src/wallet/staking/b.ts', 'floor-of-wallet-proofs'],
    ['a file of the layer itself', 'src/engine/actions/a.ts', 'src/engine/engine.ts', 'floor-of-engine-actions'],
    ['a folder without a floor', 'src/wallet/new/a.ts', 'src/bytes/b.ts', 'floors-of-wallet'],
  ])('reject an import of %s', (_, from, to, rule) => {
    const files = { [to]: 'export const b = 1', [from]: `import { b } from '${relative(dirname(from), to)}'\nb` }
    const { passes, output } = check(files)
    expect(passes).toBe(false)
    expect(output).toContain(rule)
  })

  it('reject an import of a type from a higher layer', () => {
    const files = {
      'src/wallet/b.ts': 'export type B = 1',
      'src/coin/a.ts': "import type { B } from '../wallet/b.ts'\nexport const b: B = 1",
    }
    expect(check(files)).toMatchObject({ passes: false, output: expect.stringContaining('layer-of-coin') })
  })

  it('reject an import of a coin family in the shared part of the development node', () => {
    const files = {
      'src/devnet/oxen/names/b.ts': 'export const b = 1',
      'src/devnet/rpc/a.ts': "import { b } from '../oxen/names/b.ts'\nb",
    }
    expect(check(files)).toMatchObject({
      passes: false,
      output: expect.stringContaining('devnet-names-no-family'),
    })
  })

  it('accept imports of a coin family in the file that starts a node', () => {
    const files = {
      'src/devnet/oxen/b.ts': 'export const b = 1',
      'src/devnet/startNode.ts': "import { b } from './oxen/b.ts'\nb",
      'src/devnet/oxen/names/a.ts': "import { b } from '../b.ts'\nb",
    }
    expect(check(files)).toMatchObject({ passes: true })
  })

  it('reject a circle of types', () => {
    const files = {
      'src/coin/a.ts': "import type { B } from './b.ts'\nexport type A = B | 1",
      'src/coin/b.ts': "import type { A } from './a.ts'\nexport type B = A | 2",
    }
    expect(check(files)).toMatchObject({ passes: false, output: expect.stringContaining('no-circle') })
  })
})
