// The subcommands.

import type { Command } from './command.ts'
import { createCompletionCommand } from './completion/completionCommand.ts'
import { nodeCommand } from './node/nodeCommand.ts'
import { rpcCommand } from './rpc/rpcCommand.ts'
import { serveCommand } from './serve/serveCommand.ts'

/** The commands that run until they are stopped. */
export const SERVICES: readonly Command[] = [serveCommand, nodeCommand, rpcCommand]

export const COMMANDS: readonly Command[] = [...SERVICES, createCompletionCommand(SERVICES)]
