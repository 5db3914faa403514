// Flags of monerod that start scripts give and that have no effect on a development node. They are accepted, and the log names them once.

import { type Flag, type FlagGroup, type Flags, UsageError } from '../command/command.ts'

/** `name`, or `name VALUE` for a flag with an argument. */
type Names = readonly string[]

const NO_PEERS: Names = [
  ...['offline', 'no-sync', 'no-igd', 'igd VALUE', 'hide-my-port', 'allow-local-ip', 'pad-transactions'],
  ...['p2p-bind-ip ADDRESS', 'p2p-bind-port N', 'p2p-bind-ipv6-address ADDRESS', 'p2p-bind-port-ipv6 N'],
  ...['p2p-external-port N', 'p2p-use-ipv6', 'p2p-ignore-ipv4', 'out-peers N', 'in-peers N'],
  ...['max-connections-per-ip N', 'limit-rate N', 'limit-rate-up N', 'limit-rate-down N', 'tos-flag N'],
  ...['add-peer ADDRESS', 'add-priority-node ADDRESS', 'add-exclusive-node ADDRESS', 'seed-node ADDRESS'],
  ...['block-sync-size N', 'sync-pruned-blocks', 'fast-block-sync N', 'show-time-stats N'],
]

/** Flags by the reason why they have no effect. */
const REASONS: readonly (readonly [reason: string, names: Names])[] = [
  ['this node has no peers', NO_PEERS],
  ['this node asks no DNS', ['disable-dns-checkpoints', 'enforce-dns-checkpointing', 'enable-dns-blocklist']],
  ['this node looks for no newer version', ['check-updates VALUE']],
  ['the chain is private in any case', ['regtest']],
  ['the folder of --data-dir keeps the whole chain', ['keep-fakechain', 'prune-blockchain']],
  ['the chain is in SQLite', ['db-sync-mode VALUE', 'db-salvage']],
  ['the log is the standard output', ['log-file FILE', 'max-log-file-size N', 'max-log-files N']],
  ['this node reads no commands', ['non-interactive']],
  ['only set_bans bans callers', ['disable-rpc-ban']],
  ['this node chooses its threads', ['max-concurrency N', 'prep-blocks-threads N']],
  ['there is no ZMQ socket for requests', ['zmq-rpc-bind-ip ADDRESS', 'zmq-rpc-bind-port N']],
]

const toFlag = (text: string, description: string): Flag => {
  const [name = '', value] = text.split(' ')
  return value === undefined ? { name, description } : { name, value, description, isRepeatable: true }
}

const RPC_SSL = 'rpc-ssl'
const SSL_CHOICES = ['disabled', 'autodetect'] as const

const IGNORED_FLAGS: readonly Flag[] = [
  ...REASONS.flatMap(([reason, names]) => names.map((text) => toFlag(text, reason))),
  { name: RPC_SSL, value: 'MODE', choices: SSL_CHOICES, description: 'this node serves plain HTTP' },
]

export const IGNORED_GROUP: FlagGroup = {
  title: 'Accepted without effect, for existing start scripts of monerod',
  flags: IGNORED_FLAGS,
  listing: 'names',
}

/** @throws UsageError for flags whose effect the user relies on */
export const checkIgnoredFlags = (flags: Flags): void => {
  const mode = flags.text(RPC_SSL)
  if (mode !== undefined && !SSL_CHOICES.some((choice) => choice === mode))
    throw new UsageError(
      `--${RPC_SSL} is ${SSL_CHOICES.join(' or ')}, not "${mode}": this node serves plain HTTP; put a proxy with TLS before it`,
    )
  const withoutPeers = ['offline', 'no-sync'].find((name) => flags.has(name))
  if (withoutPeers !== undefined && flags.text('follow') !== undefined)
    throw new UsageError(`choose one of --${withoutPeers} and --follow`)
}

/** Returns a line for the log for each reason by which flags of the command line have no effect. */
export const describeIgnoredFlags = (flags: Flags): readonly string[] => {
  const byReason = new Map<string, string[]>()
  for (const { name, description } of IGNORED_FLAGS) {
    if (!flags.has(name) && flags.text(name) === undefined && flags.texts(name).length === 0) continue
    byReason.set(description, [...(byReason.get(description) ?? []), `--${name}`])
  }
  return [...byReason].map(
    ([reason, names]) => `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} no effect here: ${reason}`,
  )
}
