// The subcommands. Each is loaded when it runs; help texts and completion scripts need them all.

import type { Command } from './command/command.ts'

/** The commands that serve or work until they are stopped, each with its module. */
const SERVICE_LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve/serveCommand.ts')).serveCommand,
  node: async () => (await import('./node/nodeCommand.ts')).nodeCommand,
  rpc: async () => (await import('./rpc/rpcCommand.ts')).rpcCommand,
  compact: async () => (await import('./compact/compactCommand.ts')).compactCommand,
}

const COMPLETION = 'completion'

const loadServices = (): Promise<readonly Command[]> =>
  Promise.all(Object.values(SERVICE_LOADERS).map((load) => load()))

const loadCompletion = async (): Promise<Command> => {
  const { createCompletionCommand } = await import('./completion/completionCommand.ts')
  return createCompletionCommand(await loadServices())
}

/** Returns whether a command runs until it is stopped. */
export const isService = (name: string): boolean => Object.hasOwn(SERVICE_LOADERS, name)

/** Returns all commands. */
export const loadCommands = async (): Promise<readonly Command[]> => [...(await loadServices()), await loadCompletion()]

/** Returns the command of a name, without loading the others unless it needs them; undefined if there is none. */
export const loadCommand = async (name: string): Promise<Command | undefined> => {
  if (name === COMPLETION) return await loadCompletion()
  return isService(name) ? await SERVICE_LOADERS[name]?.() : undefined
}
