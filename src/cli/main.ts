// Entry point of `faba serve | node | rpc`: finds the subcommand, runs it, and reports its errors.

import manifest from '../../package.json' with { type: 'json' }
import { FabaError } from '../errors/fabaError.ts'
import { ensureKernels } from './build.ts'
import { type Command, formatHelp, isHelpRequested, parseFlags, UsageError } from './command.ts'
import { nodeCommand } from './node/nodeCommand.ts'
import { rpcCommand } from './rpc/rpcCommand.ts'
import { serveCommand } from './serve/serveCommand.ts'

const COMMANDS: readonly Command[] = [serveCommand, nodeCommand, rpcCommand]

const formatOverview = (): string =>
  [
    'faba: a wallet for CryptoNote coins, its RPC and a development node',
    '',
    ...COMMANDS.map(({ name, summary }) => `  faba ${name.padEnd(6)} ${summary}`),
    '',
    'faba COMMAND --help lists the flags of a command.',
  ].join('\n')

const run = async (args: readonly string[]): Promise<void> => {
  const [name, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(formatOverview())
    return
  }
  if (name === '--version') {
    console.log(`faba ${manifest.version}`)
    return
  }
  const command = COMMANDS.find((candidate) => candidate.name === name)
  if (command === undefined) throw new UsageError(`unknown command "${name}"\n\n${formatOverview()}`)
  if (isHelpRequested(rest)) {
    console.log(formatHelp(command, process.stdout.columns))
    return
  }
  const flags = parseFlags(command, rest)
  await ensureKernels()
  await command.run(flags)
}

/** Exit code of a command line that cannot be executed. */
const USAGE_EXIT_CODE = 2

/** Prints an expected failure as one message and sets the exit code. Prints any other error with its stack and exits at once. */
const handleError = (error: unknown): void => {
  if (!(error instanceof FabaError)) {
    console.error('faba: internal error:', error)
    process.exit(1)
  }
  console.error(`faba: ${error.message}`)
  process.exitCode = error instanceof UsageError ? USAGE_EXIT_CODE : 1
}

// A closed pipe (`faba node | head`) does not stop the service.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

try {
  await run(process.argv.slice(2))
} catch (error) {
  handleError(error)
}
