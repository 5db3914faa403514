// faba serve | node | rpc: finds the subcommand, runs it, and turns what a person got wrong into one clear line.

import manifest from '../../package.json' with { type: 'json' }
import { ensureKernels } from './build.ts'
import { asksForHelp, type Command, helpOf, parseFlags, UsageError } from './command.ts'
import { nodeCommand } from './node/nodeCommand.ts'
import { rpcCommand } from './rpc/rpcCommand.ts'
import { serveCommand } from './serve/serveCommand.ts'

const COMMANDS: readonly Command[] = [serveCommand, nodeCommand, rpcCommand]

const overview = (): string =>
  [
    'faba: a wallet for CryptoNote coins, its RPC and a development node',
    '',
    ...COMMANDS.map(({ name, about }) => `  faba ${name.padEnd(6)} ${about}`),
    '',
    'faba COMMAND --help tells the flags of one.',
  ].join('\n')

const run = async (args: readonly string[]): Promise<void> => {
  const [name, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(overview())
    return
  }
  if (name === '--version') {
    console.log(`faba ${manifest.version}`)
    return
  }
  const command = COMMANDS.find((candidate) => candidate.name === name)
  if (command === undefined) throw new UsageError(`there is no command "${name}"\n\n${overview()}`)
  if (asksForHelp(rest)) {
    console.log(helpOf(command, process.stdout.columns))
    return
  }
  const flags = parseFlags(command, rest)
  await ensureKernels()
  await command.run(flags)
}

// Whoever read what a service says may go away: it serves on.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`faba: ${error.message}`)
  process.exitCode = 2
}
