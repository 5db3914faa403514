// The subcommands.

import type { Command } from './command.ts'
import { nodeCommand } from './node/nodeCommand.ts'
import { rpcCommand } from './rpc/rpcCommand.ts'
import { serveCommand } from './serve/serveCommand.ts'

export const COMMANDS: readonly Command[] = [serveCommand, nodeCommand, rpcCommand]
