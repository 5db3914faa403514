// Entry point of the command: finds the subcommand, runs it, and reports its errors.

import manifest from '../../package.json' with { type: 'json' }
import { FabaError } from '../errors/fabaError.ts'
import { ensureKernels } from './command/build.ts'
import { isHelpRequested, parseFlags, UsageError } from './command/command.ts'
import { isService, loadCommand, loadCommands } from './commands.ts'
import { formatManual, manualOf, overviewOf } from './help.ts'

const run = async (args: readonly string[]): Promise<void> => {
  const [name, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(formatManual(overviewOf(await loadCommands()), process.stdout.columns))
    return
  }
  if (name === '--version' || rest.includes('--version')) {
    console.log(`faba ${manifest.version}`)
    return
  }
  const command = await loadCommand(name)
  if (command === undefined) {
    const names = (await loadCommands()).map((candidate) => candidate.name).join(', ')
    throw new UsageError(`unknown command "${name}"; the commands are ${names}; faba --help describes them`)
  }
  if (isHelpRequested(rest)) {
    console.log(formatManual(manualOf(command), process.stdout.columns))
    return
  }
  const flags = parseFlags(command, rest)
  if (isService(name)) await ensureKernels()
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

// A closed pipe (`faba node | head`) or a full disk (`faba node > log`) does not stop the service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

try {
  await run(process.argv.slice(2))
} catch (error) {
  handleError(error)
}
