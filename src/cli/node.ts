// faba node: a development node over HTTP.

import type { Command } from './command.ts'
import { DEVELOPMENT_FLAGS, describeNode, startNode } from './development.ts'
import { host } from './http.ts'

const DEFAULT_PORT = 22023

export const nodeCommand: Command = {
  name: 'node',
  about: 'a development chain of your own: real checks, coins for the asking, no other nodes',
  flags: [
    { name: 'port', value: 'N', about: `TCP port, ${DEFAULT_PORT} if left out; 0 takes a free one` },
    { name: 'host', value: 'ADDRESS', about: 'address to listen on, 127.0.0.1 if left out' },
    ...DEVELOPMENT_FLAGS,
    { name: 'restricted', about: "serve the public's methods only" },
  ],
  run: async (flags) => {
    const port = flags.integer('port', { least: 0, most: 65535, otherwise: DEFAULT_PORT })
    const node = await startNode(flags)
    await host(node.fetch, { host: flags.text('host') ?? '127.0.0.1', port }, (url) => {
      console.log(`development node: ${url}`)
      console.log(describeNode(node))
    })
    node.close()
  },
}
