// faba compact: the compact chain from a node, as files for a static host.

import { scheduleTimer } from '../../async/time.ts'
import { untilAborted } from '../../async/untilAborted.ts'
import { delay } from '../../async/withTimeout.ts'
import { extendCompactChain, type MakerProgress, PRIVATE_RULE, PUBLIC_RULE } from '../../compact/chainMaker.ts'
import { FolderIndex } from '../../compact/folderIndex.ts'
import { createNodeClient } from '../../daemon/calls/httpNodeClient.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { withScheme } from '../../devnet/upstream/bootstrapDaemon.ts'
import { failureText } from '../../errors/fabaError.ts'
import { type Command, type Flags, UsageError } from '../command/command.ts'
import { withUsageErrors } from '../command/fileErrors.ts'
import { COMPACT_MANUAL } from '../command/manuals.ts'
import { NETWORK_GROUP, parseNetwork } from '../command/networkFlags.ts'
import { readLoginFlag } from '../http/accessFlags.ts'
import { CA_FLAG, createUpstreamFetch } from '../http/upstreamFetch.ts'
import { createDiskFolder } from './diskFolder.ts'

/** Interval at which a node is asked for new blocks, with --follow. A chunk takes a thousand of them. */
const FOLLOW_MS = 60_000

const MIB = 1024 * 1024

/** @throws UsageError without the flag */
const required = (flags: Flags, name: string): string => {
  const text = flags.text(name)
  if (text === undefined) throw new UsageError(`--${name} is missing`)
  return text
}

const createClient = async (flags: Flags): Promise<NodeClient> => {
  const url = withScheme(required(flags, 'node'))
  const login = await readLoginFlag(flags, 'node-login')
  const options = { url, fetch: createUpstreamFetch(flags), trusted: flags.has('trusted-daemon') }
  return await withUsageErrors('--node', () =>
    createNodeClient({ ...options, ...(login === undefined ? {} : { login }) }),
  )
}

const progressText = ({ height, target, written }: MakerProgress): string =>
  `${height} of ${target} blocks, ${(written / MIB).toFixed(1)} MiB written`

/** Makes the chain once. */
const make = async (flags: Flags, node: NodeClient, signal: AbortSignal): Promise<void> => {
  const network = parseNetwork(flags)
  const rule = network.netType === 'fakechain' ? PRIVATE_RULE : PUBLIC_RULE
  const index = await FolderIndex.open(network, createDiskFolder(required(flags, 'out')))
  const onProgress = (progress: MakerProgress): void => console.log(progressText(progress))
  const made = await extendCompactChain({ network, node, index, rule, signal, onProgress })
  if (made.written === 0) console.log(`the chain has ${made.height} blocks`)
}

/** Makes the chain, and extends it until the signal. A node that fails is asked again later. */
const follow = async (flags: Flags, node: NodeClient, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      await make(flags, node, signal)
    } catch (error) {
      if (signal.aborted) return
      console.error(failureText(error, (reported) => console.error('faba: internal error:', reported)))
    }
    await untilAborted(delay(FOLLOW_MS, scheduleTimer), signal).catch(() => undefined)
  }
}

export const compactCommand: Command = {
  name: 'compact',
  summary: 'the compact chain of a node: files for fast scans, for static hosts',
  groups: [
    {
      title: 'Compact chain',
      flags: [
        { name: 'node', value: 'URL', description: 'the node whose chain is made (required)' },
        { name: 'node-login', value: 'USER:PASS', description: 'login of that node' },
        { name: 'trusted-daemon', description: 'the node is yours: its transactions are not compared with their ids' },
        { name: 'out', value: 'DIR', description: 'folder of the files (required); a chain in it is extended' },
        { name: 'follow', description: 'extend the chain as that of the node grows' },
        CA_FLAG,
      ],
    },
    NETWORK_GROUP,
  ],
  manual: COMPACT_MANUAL,
  run: async (flags) => {
    const stopping = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
    const node = await createClient(flags)
    if (flags.has('follow')) await follow(flags, node, stopping.signal)
    else await withUsageErrors('the compact chain', () => make(flags, node, stopping.signal))
  },
}
