// What the RPC console copies as TypeScript: the compiler accepts it, for every method, with the types of the typed client.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { prettyJson } from '../../../../src/app/format/json.ts'
import { type FormControl, formFields, sampleValues } from '../../../../src/app/state/console/rpcForm.ts'
import { toTypeScript } from '../../../../src/app/state/console/rpcSnippets.ts'
import type { JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { describeWalletRpc } from '../../../../src/rpc/description.ts'

const ROOT = join(import.meta.dirname, '../../../..')

const methods = describeWalletRpc().flatMap((group) => group.methods)

/** A value that is not the default. */
const filled = (control: FormControl): JsonWritable => {
  switch (control.kind) {
    case 'text':
      return `it's "quoted" \\ and\nbroken`
    case 'integer':
      return control.max
    case 'boolean':
      return true
    case 'choice':
      return control.choices[0]
    case 'object':
      return Object.fromEntries(control.fields.map((field) => [field.name, filled(field.control)]))
    case 'list':
      return [filled(control.item), filled(control.item)]
  }
}

/** Returns what the compiler reports about files, by their names; empty if they are correct. */
const compile = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-snippets-'))
  try {
    for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source)
    const compilerOptions = {
      module: 'ESNext',
      moduleResolution: 'Bundler',
      target: 'ESNext',
      lib: ['ESNext', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      paths: { 'faba/client': [join(ROOT, 'src/rpc/client.ts')] },
      allowImportingTsExtensions: true,
      exactOptionalPropertyTypes: true,
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }))
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], { cwd: folder, encoding: 'utf8' })
    return ''
  } catch (error) {
    // The compiler writes its report to the standard output.
    return (error as { readonly stdout: string }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('compiles for the samples of every method, and with every parameter', { timeout: 300_000 }, () => {
  const files: Record<string, string> = {}
  for (const { names, params } of methods) {
    const [name = ''] = names
    const fields = formFields(params)
    const all = Object.fromEntries(fields.map((field) => [field.name, filled(field.control)]))
    files[`${name}-sample.ts`] = toTypeScript(name, prettyJson(sampleValues(fields)), params)
    files[`${name}-all.ts`] = toTypeScript(name, prettyJson(all), params)
  }
  // The compiler reads the types: what the methods do not take is an error. It runs once for all files, as it reads the client anew each time.
  const wrong = {
    'wrong-type.ts': toTypeScript('get_balance', '{"account_index": "first"}', []),
    'wrong-name.ts': toTypeScript('get_balances', '{}', []),
  }
  const errors = compile({ ...files, ...wrong })
    .split('\n')
    .filter((line) => /error TS\d+/.test(line))
  expect(errors.filter((line) => !/^wrong-(?:type|name)\.ts\(/.test(line))).toEqual([])
  expect(errors.join('\n')).toContain('wrong-type.ts')
  expect(errors.join('\n')).toContain('wrong-name.ts')
})

it('writes amounts as bigints, omits what is not set, and keeps texts', () => {
  const { params = [] } = methods.find(({ names }) => names[0] === 'transfer') ?? {}
  const value =
    '{"destinations": [{"address": "it\'s", "amount": 18446744073709551615}], "unlock_time": 0, "payment_id": null}'
  expect(toTypeScript('transfer', value, params)).toBe(`import { createWalletClient } from 'faba/client'

const wallet = createWalletClient(fetch, 'http://127.0.0.1:22030/json_rpc')
const result = await wallet.transfer({
  destinations: [{ address: 'it\\'s', amount: 18446744073709551615n }],
  unlock_time: 0n,
})
console.log(result)
`)
  expect(toTypeScript('store', '{}', [])).toContain('await wallet.store()')
})
