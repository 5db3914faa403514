// Every exported function of these layers has an `@example`, and every example is true. CONTRIBUTING.md, "Examples", has the form.

import { describe, expect, it } from 'vitest'
import { documentedFunctions, runExample, sourceFiles } from '../support/examples/examples.ts'

const LAYERS = ['bytes', 'coin', 'crypto', 'jsonrpc']

const functionsByFile = await Promise.all(
  LAYERS.flatMap(sourceFiles).map(async (path) => ({ path, functions: await documentedFunctions(path) })),
)

describe.each(functionsByFile.filter(({ functions }) => functions.length > 0))(
  'the examples in $path',
  ({ path, functions }) => {
    it.each(functions)('returns what the example of $name shows', async (documented) => {
      expect(documented.example, `${documented.name} in ${path} has no @example`).toBeDefined()
      expect(documented.example?.join('\n')).toContain(documented.name)
      for (const { source, actual, expected } of await runExample(path, documented))
        expect(actual, source).toStrictEqual(expected)
    })
  },
)
