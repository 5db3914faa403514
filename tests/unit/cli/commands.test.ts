// The subcommands are loaded one by one, so that a service neither loads nor keeps the code of the others.
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { isService, loadCommand, loadCommands } from '../../../src/cli/commands.ts'

it('finds each command by its name, and no other', async () => {
  const commands = await loadCommands()
  expect(commands.map(({ name }) => name)).toEqual(['serve', 'node', 'rpc', 'compact', 'completion'])
  for (const { name, groups } of commands) expect(await loadCommand(name)).toMatchObject({ name, groups })
  for (const name of ['wallet', '', 'toString', '__proto__']) {
    expect(await loadCommand(name)).toBeUndefined()
    expect(isService(name)).toBe(false)
  }
  expect(commands.filter(({ name }) => !isService(name)).map(({ name }) => name)).toEqual(['completion'])
})

it('loads faba rpc without the page, the development node and the SOCKS library', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    const { loadCommand } = await import('./src/cli/commands.ts')
    await loadCommand('rpc')
    console.log(JSON.stringify(loaded))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  const loaded = JSON.parse(output) as readonly string[] // the script prints a list of URLs
  expect(loaded.filter((url) => url.endsWith('src/cli/rpc/rpcCommand.ts'))).toHaveLength(1)
  expect(loaded.filter((url) => /\/src\/(?:devnet|cli\/(?:serve|node))\/|\/node_modules\/socks\//.test(url))).toEqual(
    [],
  )
})
