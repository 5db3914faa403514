// faba rpc: the wallet RPC over HTTP.

import { type Command, UsageError } from './command.ts'

export const rpcCommand: Command = {
  name: 'rpc',
  about: 'the wallet RPC over HTTP (not there yet)',
  flags: [],
  run: async () => {
    throw new UsageError(
      'the wallet RPC over HTTP is not there yet. Pages of the same origin can call it through the service worker: switch it on in the settings of the page.',
    )
  },
}
