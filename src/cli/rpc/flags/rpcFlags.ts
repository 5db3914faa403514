// The flags of `faba rpc`. They have the names of monero-wallet-rpc and oxen-wallet-rpc, so that existing start scripts work.

import { STRICTER_THAN_OXEN } from '../../../rpc/calls/restrictedMode.ts'
import { SSL_SUPPORT } from '../../../rpc/calls/walletRpcContext.ts'
import type { Flag, FlagGroup } from '../../command/command.ts'
import { NETWORK_GROUP } from '../../command/networkFlags.ts'
import { ALLOWED_HOSTS_FLAG } from '../../http/allowedHosts.ts'
import { CONNECTION_LIMIT_FLAGS } from '../../http/connectionLimits.ts'

const WITHOUT_EFFECT: readonly Flag[] = [
  { name: 'daemon-ssl-allow-chained', description: 'chains of certificates are always verified' },
  { name: 'rpc-ssl-allow-chained', description: 'chains of certificates are always verified' },
  { name: 'no-initial-sync', description: 'the service always listens before it syncs' },
  {
    name: 'allow-mismatched-daemon-version',
    description: 'a hard fork newer than this version stops the scan in any case',
  },
  { name: 'disable-rpc-ban', description: 'no caller is banned' },
  { name: 'rpc-restricted-bind-ip', value: 'ADDRESS', description: '--restricted-rpc restricts the one port' },
  {
    name: 'rpc-restricted-bind-ipv6-address',
    value: 'ADDRESS',
    description: '--restricted-rpc restricts the one port',
  },
  { name: 'rpc-response-soft-limit', value: 'N', description: 'responses are sent as they are read' },
  { name: 'no-dns', description: 'no DNS is used, save for --openalias-resolver' },
  { name: 'shared-ringdb-dir', value: 'FOLDER', description: 'wallet files contain their rings' },
  { name: 'kdf-rounds', value: 'N', description: 'wallet files use Argon2; keys files have one round' },
  { name: 'extra-entropy', value: 'FILE', description: "randomness is the operating system's" },
  { name: 'max-concurrency', value: 'N', description: 'all cores scan' },
  { name: 'max-log-file-size', value: 'N', description: 'rotate the log with logrotate (copytruncate)' },
  { name: 'max-log-files', value: 'N', description: 'rotate the log with logrotate (copytruncate)' },
]

export const RPC_GROUPS: readonly FlagGroup[] = [
  {
    title: 'Wallets',
    flags: [
      {
        name: 'wallet-dir',
        value: 'FOLDER',
        description:
          'folder in which wallets are created and opened by name; with --wallet-database: whose wallets are copied into it when they are opened first',
      },
      {
        name: 'wallets',
        value: 'N',
        description:
          'number of wallets of the folder or database that may be open at a time besides the one at /json_rpc, each at /wallets/NAME/json_rpc with ' +
          'the same methods; blocks are fetched and parsed once for all. Default: 0',
      },
      {
        name: 'wallet-database',
        value: 'URL',
        description:
          'PostgreSQL database of the wallets instead of a folder: postgres://USER@HOST:PORT/DATABASE?sslmode=MODE. Several processes may ' +
          'serve its wallets: for each wallet one of them scans and writes, the others read, and one takes over when that one ends',
      },
      {
        name: 'wallet-database-password-file',
        value: 'FILE',
        description: 'file with the password of the database; default: PGPASSWORD, or the file of PGPASSFILE',
      },
      { name: 'wallet-file', value: 'FILE', description: 'one wallet, opened at the start, instead of a folder' },
      {
        name: 'generate-from-json',
        value: 'FILE',
        description: 'one wallet, created at the start from its description: seed words or keys',
      },
      {
        name: 'keys-files',
        description:
          'write the files of wallet2 too: a keys file NAME.keys for each new wallet, and beside a keys file, by the method store and when a changed wallet is closed, the cache NAME with labels, tags, notes, contacts, attributes, recipients, transaction keys, frozen marks and the scanned chain (monero). The password of the files changes with that of the wallet. Settings and data of wallet2 that are unknown here stay, and files of other programs are kept as NAME.keys.faba-old and NAME.faba-old. Without it, files of wallet2 are opened and never changed',
      },
      {
        name: 'subaddress-lookahead',
        value: 'ACCOUNTS:ADDRESSES',
        description:
          'how far wallets that are created or restored look for payments beyond their used addresses; default: 50:200. Files of wallet2 have their own; set_subaddress_lookahead changes it',
      },
      {
        name: 'older-transfer-sets',
        description: 'write output lists and unsigned sets in the form that Monero before 0.18.1.1 reads (monero)',
      },
      { name: 'password', value: 'TEXT', description: 'of the wallet file; read from the terminal if left out' },
      { name: 'password-file', value: 'FILE', description: 'file with the password of the wallet file' },
      { name: 'prompt-for-password', description: 'read the password from the terminal, which is the default' },
    ],
  },
  {
    title: 'Service',
    flags: [
      { name: 'rpc-bind-port', value: 'N', description: 'TCP port to listen on (required); 0 selects a free one' },
      { name: 'rpc-bind-ip', value: 'ADDRESS', description: 'address to listen on; default: 127.0.0.1' },
      { name: 'rpc-use-ipv6', description: 'listen on an IPv6 address too' },
      { name: 'rpc-bind-ipv6-address', value: 'ADDRESS', description: 'IPv6 address to listen on; default: ::1' },
      { name: 'rpc-ignore-ipv4', description: 'start even if the IPv4 address cannot be bound' },
      { name: 'confirm-external-bind', description: 'allow an address that other machines reach' },
      {
        name: 'rpc-login',
        value: 'USER:PASS',
        description:
          'login of the RPC; default: a random one, written to a file. Without :PASS the password is read from the terminal',
      },
      { name: 'disable-rpc-login', description: 'require no login' },
      {
        name: 'rpc-access-control-origins',
        value: 'LIST',
        description: 'origins whose pages may call, separated by commas; * for any; default: none',
      },
      ALLOWED_HOSTS_FLAG,
      {
        name: 'rpc-ssl',
        value: 'MODE',
        choices: SSL_SUPPORT,
        description:
          'enabled, disabled or autodetect (default): HTTPS with a certificate, HTTP without one. A connection is never both',
      },
      { name: 'rpc-ssl-private-key', value: 'FILE', description: 'key of the certificate of the service' },
      { name: 'rpc-ssl-certificate', value: 'FILE', description: 'certificate of the service' },
      {
        name: 'rpc-ssl-ca-certificates',
        value: 'FILE',
        description: 'authorities of client certificates, which are required then',
      },
      {
        name: 'rpc-ssl-allowed-fingerprints',
        value: 'LIST',
        isRepeatable: true,
        description: 'SHA-256 of client certificates to accept, which are required then',
      },
      ...CONNECTION_LIMIT_FLAGS,
      {
        name: 'restricted-rpc',
        description:
          'only methods that neither spend nor change anything. With --network monero they are those of monero-wallet-rpc 0.18.5. Wallets of ' +
          `oxen also prove nothing and show no history: refuses what oxen-wallet-rpc refuses, and also: ${Object.keys(STRICTER_THAN_OXEN).join(', ')}`,
      },
      {
        name: 'strict-json',
        description: "reject requests that are not JSON-RPC, although the family's own wallet RPC takes them",
      },
    ],
  },
  NETWORK_GROUP,
  {
    title: 'Node',
    flags: [
      {
        name: 'daemon-address',
        value: 'HOST:PORT',
        description: "the node; default: this machine and the network's RPC port",
      },
      { name: 'daemon-host', value: 'HOST', description: 'the same without its port' },
      { name: 'daemon-port', value: 'N', description: 'the port of --daemon-host, or of this machine' },
      {
        name: 'daemon-ssl',
        value: 'MODE',
        choices: SSL_SUPPORT,
        description:
          'enabled, disabled or autodetect (default): TLS if the address begins with https:// or has port 443. It is never dropped',
      },
      { name: 'offline', description: 'connect to no node, ever, and resolve no names' },
      {
        name: 'compact-url',
        value: 'URL',
        description:
          'folder of the compact chain (faba compact) on a static host: older blocks come from there, a third of the bytes; the node proves what is found',
      },
      { name: 'daemon-login', value: 'USER:PASS', description: 'login of the node' },
      {
        name: 'trusted-daemon',
        description: 'send the node requests that only its operator should see; default for a node on this machine',
      },
      { name: 'untrusted-daemon', description: 'never trust the node, even on this machine' },
      {
        name: 'proxy',
        value: 'HOST:PORT',
        description: 'SOCKS 5 proxy of every connection: to the node, also to one of set_daemon, and to the resolver',
      },
      {
        name: 'openalias-resolver',
        value: 'URL',
        description:
          'DNS-over-HTTPS resolver for OpenAlias names in place of addresses; default: names are not resolved',
      },
      { name: 'daemon-ssl-private-key', value: 'FILE', description: 'key of the client certificate for the node' },
      { name: 'daemon-ssl-certificate', value: 'FILE', description: 'client certificate for the node' },
      {
        name: 'daemon-ssl-ca-certificates',
        value: 'FILE',
        description: "authorities to trust for the node's certificate, instead of the system's",
      },
      {
        name: 'daemon-ssl-allowed-fingerprints',
        value: 'LIST',
        isRepeatable: true,
        description:
          "SHA-256 of certificates of the node to accept, separated by commas, instead of the system's authorities",
      },
      { name: 'daemon-ssl-allow-any-cert', description: "do not verify the node's certificate" },
    ],
  },
  {
    title: 'Limits of what a node can cause',
    flags: [
      {
        name: 'max-fee-ratio',
        value: 'N',
        description:
          'highest fee that the node may request, as a multiple of the ordinary fee; default: 10. Payments fail above it',
      },
      {
        name: 'max-reorg-depth',
        value: 'N',
        description:
          'blocks that a reorganisation replaces at most; default: 100. Beyond it the wallet stops and reports it',
      },
    ],
  },
  {
    title: 'Process',
    flags: [
      {
        name: 'tx-notify',
        value: 'COMMAND',
        description:
          'command to run when a transaction pays the wallet: in the txpool, and again in a block; %s is its id; at most 8 run at a time, others wait in order',
      },
      {
        name: 'log-level',
        value: 'LEVEL',
        description: '0 (least, the default) to 4, or categories: *:WARNING,wallet:DEBUG',
      },
      { name: 'log-file', value: 'FILE', description: 'log file instead of standard error' },
      { name: 'config-file', value: 'FILE', description: 'more flags, one per line: name=value' },
      { name: 'non-interactive', description: 'never prompt' },
      { name: 'detach', description: 'run in the background; returns when the service listens, or with its error' },
      { name: 'pidfile', value: 'FILE', description: 'file for the process id, removed at the end' },
    ],
  },
  {
    title: 'Accepted without effect, for existing start scripts',
    flags: WITHOUT_EFFECT,
  },
]

export const RPC_FLAGS: readonly Flag[] = RPC_GROUPS.flatMap(({ flags }) => flags)
