// The size of the space for new objects, in a process of its own: it is a setting of the whole process.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MODULE = fileURLToPath(new URL('../../../../src/cli/rpc/newSpace.ts', import.meta.url))

/** Returns the bytes of the space after a process made many objects, some of which live for a while. */
const newSpaceAfter = (prepare: string): number => {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { keepNewSpaceSmall } from ${JSON.stringify(MODULE)}
    ${prepare}
    let kept = []
    for (let i = 0; i < 3e6; i++) {
      kept.push({ i })
      if (kept.length > 2e5) kept = []
    }
    console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size)`
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }))
}

it('keeps its first size', () => {
  expect(newSpaceAfter('keepNewSpaceSmall()')).toBeLessThan(10e6)
  expect(newSpaceAfter('')).toBeGreaterThan(20e6)
})
