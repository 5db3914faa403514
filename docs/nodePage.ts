// Generates node-rpc.md, the reference page of the node RPC.

import { oxenDialect } from '../src/devnet/oxen/rpc/oxenDialect.ts'
import { NODE_ERROR_CODES } from '../src/devnet/rpc/calls/errors.ts'
import { describeNodeRpc } from '../src/devnet/rpc/describeNodeRpc.ts'
import type { MethodGroup } from '../src/jsonrpc/describe.ts'
import { JSON_RPC_CODES } from '../src/jsonrpc/errors.ts'
import { nodeMethodsOf } from './nodeMethods.ts'
import { codeRows, contentsOf, tableOf } from './rpcMethods.ts'

const MEANINGS: Readonly<Record<keyof typeof NODE_ERROR_CODES, string>> = {
  wrongParam: 'invalid parameter; the message names it',
  tooBigHeight: 'height above the top block, or heights in the wrong order',
  tooBigReserve: 'more reserved bytes than a block template can hold',
  wrongAddress: 'invalid address, or an address of another network',
  internal: 'the object does not exist or the operation failed; the message gives the reason',
  wrongBlockBlob: 'malformed block',
  blockNotAccepted: 'the block violates a consensus rule',
  busy: 'too many proofs of work are being computed; try again later',
  blockTooBig: 'the block exceeds the weight limit',
  miningToSubaddress: 'mining to a subaddress',
  regtestRequired: '`generateblocks` on a public network',
  unsupportedBootstrap: 'a block is submitted (monero) while the bootstrap daemon answers requests',
}

const ENVELOPE: Readonly<Record<keyof typeof JSON_RPC_CODES, string>> = {
  parseError: 'the body is not JSON',
  invalidRequest: 'the call is not a JSON-RPC request',
  methodNotFound: 'unknown method, or a method with a binary path only',
  invalidParams: 'invalid parameters; `data` names the first',
  internalError: 'a defect of this node; the log has the details',
  busy: 'overloaded; try again later',
  forbidden: 'admin method on a restricted port',
}

const DIFFERENCES: readonly (readonly string[])[] = [
  ['every method', 'invalid parameters are rejected (-32602)', 'oxen-core ignores them'],
  ['every method', 'accepts positional parameters and batches', 'used by older clients'],
  ['rewards', 'the miner receives the unclaimed service node reward, unless `--burn` is given', 'mining yields coins'],
  ['get_info', '`development` is true', 'wallets offer test coins then'],
  [
    'get_info',
    '`target_height` is 0 unless a node is followed; a change of pool or chain ends long polls',
    'as recorded',
  ],
  ['hard_fork_info', '`threshold` is 0', 'as recorded'],
  [
    'get_fee_estimate, get_block, get_transactions, get_info',
    '`fee` per 1024 bytes; `miner_tx_hash`; `txs_as_hex` and `txs_as_json`; `stagenet` and `rpc_connections_count`',
    'fields of the older form besides the newer one',
  ],
  [
    'get_outs',
    'restricted: 500 outputs per request, `get_outs.bin` 5000',
    'as specified; oxen-core allows 5000 in both',
  ],
  ['get_checkpoints', 'restricted: at most 25 per request; default 6', 'as specified; oxen-core has 256 and 60'],
  ['checkpoints', 'the first thirteen of a quorum sign', 'the node holds all keys'],
  [
    'send_raw_transaction',
    'local service nodes approve blinks; with `dev_quorum`, an assumed quorum does',
    'there is no quorum network',
  ],
  [
    'get_service_nodes',
    'local service nodes send uptime proofs every hour, from 127.0.0.1 unless overridden; others never do',
    'there is no network that delivers proofs of others',
  ],
  [
    'state changes',
    'quorums test service nodes from the start instead of after two hours; nodes changed by `dev_verdict` and nodes of others are not tested, unless `dev_service_node` enables it',
    'the developer controls the outcome; this node receives no proofs of nodes whose keys it does not hold',
  ],
  [
    'get_service_keys',
    'a node with local service nodes is an unregistered service node itself',
    'a wallet can register it: get_service_node_registration_cmd',
  ],
  [
    'get_quorum_state',
    'returns the latest obligations quorum also for that type alone; ranges include block 0',
    'oxen-core omits both',
  ],
  ['get_service_nodes', 'newest first', 'oxen-core has no order'],
  [
    'start_mining, submit_block',
    'proof of work is not required, unless `--proof-of-work` is given',
    'blocks on demand',
  ],
  ['calc_pow', 'does not support forks 10 and 11 of the monero family', 'no chain of this node uses them'],
  ['calc_pow', 'rejects less than 43 bytes at fork 7', 'monerod crashes'],
  ['lokinet_ping', 'also as `xnet_ping`, with `last_xnet_ping`', 'the specification spells it so'],
  ['out_peers, in_peers, get_connections …', 'empty or 0', 'this node has no peers'],
  ['prune_blockchain', 'rejected', 'this node does not prune'],
  [
    'get_txpool_backlog, get_output_distribution',
    'binary data is a string with one character per byte; distributions of the monero family are numbers',
    'JSON has no binary data',
  ],
]

const introduction = (
  groups: readonly MethodGroup[],
): string => `<!-- Made by \`npm run docs\`. Change the declarations, or docs/nodePage.ts. -->

# The node RPC

A development node runs a private chain with the real consensus rules and free test coins. \`faba node\` serves it over HTTP, and
\`faba serve\` serves it to the page. It has the methods, fields and error codes of oxen-core; \`faba node --network monero\` has
those of monerod.

${contentsOf(groups)}`

const CALLS = `## Call it

\`\`\`
npx faba node
\`\`\`

prints the address, the chain and the wallets with coins; with \`--verbose\` also each transaction and block. In another terminal:

\`\`\`
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "dev_mine", "params": {"blocks": 10}}'
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "get_height"}'
curl -s http://127.0.0.1:22023/get_height
\`\`\`

- **JSON-RPC** is \`POST /json_rpc\` with \`method\`, \`params\`, \`id\` and \`jsonrpc\`; only the first is needed.
- **A path** takes the parameters as its body and returns the bare result. Methods with a path list it below.
- **Binary paths** end with \`.bin\`; request and response are portable storage (epee).
- **Admin methods** return error 403 on a restricted port.
- **\`status\`** is \`OK\` or an error message. **\`untrusted\`** is true if the bootstrap daemon gave the result.
- **Empty lists** are omitted from results. Unknown parameters are ignored, except by development methods (\`dev_…\`), which reject them.
- **Types**: \`u64\` is an integer up to 2^64 − 1, written with all digits; \`u53\` is an integer up to 2^53 − 1. Amounts are in atomic
  units: a coin has 10^9 in the oxen family and 10^12 in the monero family.`

const WALLETS = `### Wallets of a new chain

A new chain pays its first coins to three wallets (\`--wallets N\`, 0 for none), whose seeds are the same on every development chain. The
node prints them at its start, and \`dev_wallets\` returns them. Restore one in the page or in another wallet program:

\`\`\`
npx faba rpc --regtest --wallet-dir wallets --rpc-bind-port 22030 --disable-rpc-login
monero-wallet-cli --daemon-address 127.0.0.1:22023 --trusted-daemon --allow-mismatched-daemon-version --restore-deterministic-wallet --generate-new-wallet first
monero-wallet-rpc --daemon-address 127.0.0.1:22023 --trusted-daemon --allow-mismatched-daemon-version --wallet-dir wallets --rpc-bind-port 18088 --disable-rpc-login
\`\`\`

The second and third command need \`faba node --network monero\`; restore the wallet from height 0. Monero 0.18.5 expects the hard forks
of the main network of every chain: on a private one, also of monerod, it scans nothing without \`--allow-mismatched-daemon-version\`.
The seeds are public and the addresses have the form of mainnet addresses: never send real coins to them.`

const ACCESS = `### Who may call

By default every local process may call all methods, and pages of every origin the public ones. \`--rpc-access-control-origins\` lists
the origins whose pages may call all methods, such as \`http://localhost:5173\` for a page of \`npm run dev\` with its faucet.
\`--rpc-restricted-bind-port\` opens a second port without admin and development methods; \`--rpc-login user:password\` requires Digest or
Basic authentication on both. The \`Host\` of a request is the node's own address, \`localhost\` or a name of \`--allowed-hosts\`: any other
name is rejected, because a foreign page can make its own name resolve to this machine (DNS rebinding). Addresses banned by \`set_bans\`
are rejected, except this machine on the admin port. \`--host\` with \`--confirm-external-bind\` listens for other machines.`

const EVENTS = `### Events over ZMQ

\`faba node --network monero --zmq-pub tcp://127.0.0.1:18083\` publishes what happens, byte for byte as monerod 0.18.5 does. Each message is one
frame, \`TOPIC:JSON\`; a subscription is the beginning of a message, such as \`json-minimal\`. Integers exceed 2^53.

| topic | content | sent |
|---|---|---|
| \`json-full-miner_data\` | the result of \`get_miner_data\` | the top block changes |
| \`json-full-chain_main\` | the block | after it, for each block added to the main chain |
| \`json-minimal-chain_main\` | its height and id, the id below it | after that |
| \`json-full-txpool_add\` | the transaction | it enters the txpool, or \`relay_tx\` relays it first |
| \`json-minimal-txpool_add\` | its id, size, weight and fee | after that |

Nothing is repeated for later subscribers, and nothing is sent for blocks that are popped, for transactions that leave the txpool or return to
it, for \`dev_revert\` and \`dev_load\`. The blocks of a reorganisation are published twice, as by monerod: \`first_prev_id\` shows
where it began. A subscriber that does not read loses the messages beyond 1,000 that wait. There is no login and no encryption. \`--no-zmq\` switches
it off; oxen-core has another protocol (OxenMQ), which this node does not have.`

const SERVICE_NODES = `### Service nodes and their quorums

\`faba node --service-nodes 12\` holds the keys of 12 local service nodes, which perform all duties. From block 60 on, each block has
the obligations quorum of the block 12 below test its workers, as in oxen-core. A tested node needs an uptime proof within the last 7500
seconds, at most 4 missed votes in its last 8 checkpoints and in its last 8 pulse blocks, a single address, and a storage server that other
nodes reach (\`report_peer_storage_server_status\`). A node that fails is decommissioned if it has earned 60 blocks of downtime, and
deregistered if it has fewer or has used them up; a node that recovers is recommissioned; a second address costs the place in the reward
queue. Seven validators sign, and the state change waits in the pool for a block for at most two hours: blocks further apart contain none.
Quorums test other nodes from 11 active service nodes on.

\`dev_service_nodes\` lists the local service nodes. \`dev_service_node\` makes one fail, and returns its present test results and the
resulting state change (\`verdict\`, empty for none). \`spacing\` moves the clock between blocks:

\`\`\`
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "dev_service_nodes"}'
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "dev_service_node", "params": {"service_node_pubkey": "…", "proofs": false}}'
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "dev_mine", "params": {"blocks": 80, "spacing": 120}}'
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "get_service_nodes_state_changes", "params": {"start_height": 0}}'
\`\`\`

That node is then decommissioned: \`get_service_nodes\` has \`active\` false, and \`earned_downtime_blocks\` decreases with each block.
\`"proofs": true\` recommissions it with one of the next blocks; otherwise it is deregistered some blocks after the downtime is used up, and
its stake is locked (\`get_service_node_blacklisted_key_images\`). A node with \`"votes": false\` is decommissioned in the same way; its
uptime proofs continue and recommission it until it has missed as many votes again. With stored chains, \`--service-nodes\` registers
missing local service nodes again at the next start; without the flag, the remaining ones continue alone.`

const OTHER_NODES = `### Other nodes

There is no peer-to-peer network. \`--follow URL\` synchronises with another node over its RPC, a development node or a real one: valid
blocks and branches are adopted, pool transactions are relayed in both directions, and blocks mined or submitted here are relayed by
\`submit_block\` after their transactions. If the other node rejects a block, the log has the reason, and the block stays here until the
other chain has more cumulative difficulty; of two branches with equal difficulty each node keeps its own until the next block. In a chain
of nodes use \`--automine\` on the first only: others would compete with it for each transaction. While a node is more than 10 blocks
behind the node named by \`set_bootstrap_daemon\` or \`--bootstrap-daemon-address\`, that node answers the public methods, with
\`untrusted\` true. \`--ca-file FILE\` names a certificate to trust for TLS. If the followed node restarts with another chain, the log
reports it, and that chain is adopted once it has more cumulative difficulty.`

const errors = (): string => `### Errors

On a path, an error is status 500 with the message as the body; in the monero family malformed parameters are status 400.

${tableOf(['Code', 'Meaning'], [...codeRows(NODE_ERROR_CODES, MEANINGS), ...codeRows(JSON_RPC_CODES, ENVELOPE)])}`

const differences = (): string => `## Differences from oxen-core and monerod

${tableOf(['Where', 'What is different', 'Why'], DIFFERENCES)}`

/** Returns the page in Markdown. */
export const nodePage = (): string => {
  const groups = describeNodeRpc(oxenDialect)
  const sections = [
    introduction(groups),
    ...[CALLS, WALLETS, ACCESS, EVENTS, SERVICE_NODES, OTHER_NODES],
    errors(),
    nodeMethodsOf(groups),
    differences(),
  ]
  return `${sections.join('\n\n')}\n`
}
