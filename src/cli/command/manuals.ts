// The help texts of the commands besides their flags.

import type { Manual, Term } from './command.ts'

const NODE_ENVIRONMENT: readonly Term[] = [
  { term: 'NODE_EXTRA_CA_CERTS', about: 'file of certificates (PEM) to trust for https, as in every program of Node' },
  {
    term: 'NODE_DISABLE_COMPILE_CACHE',
    about: 'with the value 1, no compiled code is kept in node_modules/.cache/faba',
  },
]

const DEVELOPMENT_ENVIRONMENT: readonly Term[] = [
  ...NODE_ENVIRONMENT,
  {
    term: 'SEEDHASH_EPOCH_BLOCKS, SEEDHASH_EPOCH_LAG',
    about:
      'as in monerod: after how many blocks the seed of the proof of work changes (default: 2048), and how many blocks later it is used (default: 64); powers of two (monero)',
  },
]

export const SERVE_MANUAL: Manual = {
  synopsis: 'faba serve [--node URL] [--FLAG [VALUE]] ...',
  description: [
    'Serves the page of the wallet, and a node below the path /node, on one port of this machine. Without --node it is a development node with wallets whose seeds it prints; the page offers test coins of it. Its chain is kept for the next start on the same port, because the page keeps its wallets too; --fresh begins a new one. With --node, requests of wallets are passed on to a real node, which then needs no permission for pages (CORS).',
    'The page holds the keys. The service has none, and forwards to a real node only the paths and methods that wallets need.',
    'It stops on SIGINT, SIGTERM and SIGHUP.',
  ],
  environment: [
    ...DEVELOPMENT_ENVIRONMENT,
    { term: 'XDG_DATA_HOME', about: 'folder of the kept chains without --data-dir; default: ~/.local/share' },
  ],
  files: [
    { term: 'DIR/chain.sqlite', about: 'the chain of the development node, with --data-dir DIR' },
    {
      term: '~/.local/share/faba/chain-PORT/chain.sqlite',
      about: 'the chain without --data-dir; chain-PORT-monero with --network monero',
    },
    { term: 'DIR of --compact', about: 'the compact chain, of `faba compact`; read only' },
    { term: 'dist', about: 'the built page, in the folder of the program' },
  ],
  examples: [
    { term: 'faba serve', about: 'the page and a development node at http://127.0.0.1:8090' },
    { term: 'faba serve --fresh', about: 'the same with a new chain' },
    { term: 'faba serve --data-dir chain --automine', about: 'a chain that is kept, with a block for each payment' },
    { term: 'faba serve --node http://127.0.0.1:22023', about: 'the page with a node of oxen on this machine' },
    {
      term: 'faba serve --node https://node.example.org:18089 --allowed-hosts wallet.example.org',
      about: 'behind a proxy with TLS, which keeps the host name',
    },
    {
      term: 'faba serve --node http://127.0.0.1:18081 --compact /srv/compact',
      about: 'with the compact chain that `faba compact` made: restored wallets read old blocks from it',
    },
  ],
  seeAlso: ['docs/deploy.md (services, proxies, static hosts)', 'docs/node-rpc.md (the development node)'],
}

export const COMPACT_MANUAL: Manual = {
  synopsis: 'faba compact --node URL --out DIR [--FLAG [VALUE]] ...',
  description: [
    'Makes the compact chain from a node: files for scanning that are the same for everyone and hold no secret. A wallet that finds them on a static host reads a third of the bytes that a node sends.',
    'The chain ends 1,000 blocks below the top of the node, where no reorganisation reaches; newer blocks come from nodes. Each transaction is compared with the id that its block names. What is interrupted goes on after the last chunk.',
    'It ends when the chain is made; with --follow it runs until SIGINT, SIGTERM or SIGHUP.',
  ],
  environment: NODE_ENVIRONMENT,
  files: [
    { term: 'DIR/index.bin', about: 'the head of the index, the only file that changes' },
    { term: 'DIR/pages, DIR/chunks', about: 'pages of the index and chunks of blocks, named by height and hash' },
  ],
  examples: [
    {
      term: 'faba compact --network monero --node http://127.0.0.1:18081 --trusted-daemon --out /srv/compact --follow',
      about: 'the chain of an own node, extended as it grows',
    },
    {
      term: 'faba compact --network monero --node https://node.example.org:18089 --out compact',
      about: 'that of a public node, made once, with each transaction compared with its id',
    },
    {
      term: 'faba compact --regtest --node http://127.0.0.1:22023 --out compact',
      about: 'that of a development node',
    },
    {
      term: 'faba rpc --network monero --wallet-dir wallets --rpc-bind-port 18083 --compact-url https://files.example.org/compact',
      about: 'a wallet RPC that syncs from it, served by any web server',
    },
  ],
  seeAlso: ['docs/compact-chain.md (the format)', 'docs/deploy.md (static hosts)'],
}

export const NODE_MANUAL: Manual = {
  synopsis: 'faba node [--network FAMILY] [--FLAG [VALUE]] ...',
  description: [
    'Serves a private chain of one node for development: the RPC of oxend or monerod, the real consensus rules and cryptography, mining on demand and a faucet. Wallets of wallet2 work with it. It has no peers.',
    'It begins with wallets that hold coins, and prints their seeds. Blocks are mined by dev_mine or generateblocks, after each transaction (--automine), or at intervals (--interval).',
    'It stops on SIGINT, SIGTERM, SIGHUP and stop_daemon.',
  ],
  environment: DEVELOPMENT_ENVIRONMENT,
  files: [
    { term: 'DIR/chain.sqlite', about: 'the chain, with --data-dir DIR' },
    { term: 'FILE', about: 'the whole state, which --dump writes and --load reads' },
  ],
  examples: [
    { term: 'faba node --automine', about: 'a chain of oxen in memory, at http://127.0.0.1:22023' },
    { term: 'faba node --network monero --data-dir chain', about: 'a chain of monero that is kept' },
    {
      term: 'faba node --network monero --zmq-pub tcp://127.0.0.1:18083',
      about: 'with blocks and transactions published as by monerod',
    },
    { term: 'faba node --service-nodes 12 --interval 2000', about: 'with service nodes, and a block every 2 seconds' },
    { term: 'faba node --follow http://127.0.0.1:22023 --port 22033', about: 'a second node that follows the first' },
  ],
  seeAlso: ['docs/node-rpc.md (every method and path)'],
}

export const RPC_MANUAL: Manual = {
  synopsis: 'faba rpc (--wallet-dir FOLDER | --wallet-file FILE) --rpc-bind-port N ...',
  description: [
    'Serves the wallet RPC over HTTP, at /json_rpc, with the methods, fields and error codes of oxen-wallet-rpc and monero-wallet-rpc. Their flags have the same names here, so that start scripts work unchanged: a link to faba that is named monero-wallet-rpc or oxen-wallet-rpc runs this command for its network.',
    'A wallet is one file NAME.faba, encrypted with its password. Wallets of the other programs in the folder (NAME.keys and NAME) open by their name too.',
    'With --wallets N, up to N wallets of the folder are open at a time, each at /wallets/NAME/json_rpc (NAME as in a URL), where open_wallet, create_wallet and the others need no filename. Every wallet has its own file, keys, settings and node of set_daemon. They share what costs most: a block is requested from the node and parsed once for all that are at the same height, and a fixed number of threads scans. The login of the service is that of every path.',
    'With --wallet-database the wallets are in a PostgreSQL database, encrypted with their passwords as files are, and several processes may serve them. Each process opens a wallet by open_wallet. The first one leads the wallet: it scans, and serves every method. The others show what it has stored, and answer methods that change the wallet with error -1, which names the leader. When the leader ends, even by a failure, one of the others leads within a few seconds; the server has to notice the failure of a whole machine first, which takes about half a minute. Connections to other machines have TLS and verify the certificate, unless sslmode (disable, require, verify-ca, verify-full) says otherwise; sslrootcert is a file of authorities. With --wallet-dir too, a wallet of that folder is copied into the database when it is opened first.',
    'Without --rpc-login or --disable-rpc-login a random login is written to a file, whose name is printed. Calls are accepted with Digest or Basic.',
    'SIGINT, SIGTERM, SIGHUP and stop_wallet save everything and stop the service; open calls have 10 seconds to end.',
  ],
  environment: [
    {
      term: 'PGPASSWORD, PGPASSFILE',
      about: 'password of the database, or a file of passwords in the form of libpq',
    },
    {
      term: 'XDG_STATE_HOME',
      about: 'folder of faba/*.nonces; default: ~/.local/state (LOCALAPPDATA on Windows)',
    },
    ...NODE_ENVIRONMENT,
  ],
  files: [
    { term: 'NAME.faba', about: 'a wallet' },
    { term: 'NAME.keys, NAME', about: 'keys file and cache of a wallet of monero-wallet-rpc or oxen-wallet-rpc' },
    { term: 'COIN-wallet-rpc.PORT.login', about: 'the random login, in the current folder; removed at the end' },
    {
      term: 'faba/*.nonces',
      about:
        'by these a participant of a multisig wallet recognizes older copies of its own file; never restore them from a backup',
    },
    {
      term: 'FILE of --config-file',
      about: 'flags as lines name=value, switches as name=1; # begins a comment. The command line overrides it',
    },
  ],
  examples: [
    {
      term: 'faba rpc --wallet-dir wallets --rpc-bind-port 22030 --rpc-login me:secret',
      about: 'wallets of oxen, with a node on this machine',
    },
    {
      term: 'faba rpc --network monero --stagenet --wallet-dir w --rpc-bind-port 38083 --daemon-address https://node.example.org:38089',
      about: 'wallets of the staging network of monero, with a node that is not trusted',
    },
    {
      term: 'faba rpc --wallet-dir wallets --wallets 100 --rpc-bind-port 22030',
      about: 'up to 100 wallets at a time, such as /wallets/shop/json_rpc',
    },
    {
      term: 'faba rpc --wallet-database postgres://faba@db.example.org/wallets --wallets 100 --rpc-bind-port 22030',
      about: 'the same with wallets in a database, which other processes serve too',
    },
    {
      term: 'faba rpc --wallet-file shop.faba --password-file password --rpc-bind-port 22030 --restricted-rpc',
      about: 'one wallet, without methods that spend or change anything',
    },
    {
      term: 'ln -s "$(command -v faba)" ~/bin/monero-wallet-rpc',
      about: 'scripts that start monero-wallet-rpc start this command',
    },
    { term: 'faba rpc --config-file rpc.conf', about: 'all flags, and the login, in a file' },
    {
      term: `curl --digest -u me:secret http://127.0.0.1:22030/json_rpc -d '{"method":"get_version"}'`,
      about: 'a call',
    },
  ],
  seeAlso: ['docs/rpc.md (every method)', 'docs/deploy.md (systemd, proxies)', 'monero-wallet-rpc, oxen-wallet-rpc'],
}
