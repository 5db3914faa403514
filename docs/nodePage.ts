// node-rpc.md: the reference page of the development node's RPC.

import { describeNodeRpc } from '../src/devnet/rpc/describeNodeRpc.ts'
import { NODE_ERROR_CODES } from '../src/devnet/rpc/errors.ts'
import { JSON_RPC_CODES } from '../src/jsonrpc/errors.ts'
import { nodeMethodsOf } from './nodeMethods.ts'
import { codeRows, contentsOf, tableOf } from './rpcMethods.ts'

const MEANINGS: Readonly<Record<keyof typeof NODE_ERROR_CODES, string>> = {
  wrongParam: 'a parameter that cannot be; the message says which',
  tooBigHeight: 'a height above the top block, or heights in the wrong order',
  tooBigReserve: 'more bytes are to be reserved than a block template has room for',
  wrongAddress: 'no address, or not one of this network',
  internal: 'what was asked for is not there, or cannot be done; the message says why',
  wrongBlockBlob: 'no block',
  blockNotAccepted: 'a block against the rules',
  blockTooBig: 'a block above the limit of weight',
  miningToSubaddress: 'mining to a subaddress',
  regtestRequired: '`generateblocks` on another network than a private one',
}

const ENVELOPE: Readonly<Record<keyof typeof JSON_RPC_CODES, string>> = {
  parseError: 'the body is no JSON',
  invalidRequest: 'no call that can be understood',
  methodNotFound: 'there is no such method, or it has a binary path only',
  invalidParams: 'parameters that do not fit; `data` says which',
  internalError: 'a mistake of this node',
  busy: 'too much to do; try again later',
  forbidden: "the owner's method on a port for the public",
}

const DIFFERENCES: readonly (readonly string[])[] = [
  [
    'every method',
    'parameters that do not fit are refused (-32602)',
    'the reference ignores them, and answers something else',
  ],
  ['every method', 'parameters may come by position; calls may come in a batch', 'older clients do so'],
  ['rewards', 'what no service node claims goes to the miner, unless `--burn` is given', 'mining gives coins'],
  ['get_info', '`development` is true', 'wallets offer test coins where it is'],
  [
    'get_info',
    '`target_height` is 0 while no node is followed; a change of pool or chain ends long polls',
    'as recorded',
  ],
  ['hard_fork_info', '`threshold` is 0', 'as recorded'],
  [
    'get_fee_estimate, get_block, get_transactions, get_info',
    '`fee` per 1024 bytes; `miner_tx_hash`; `txs_as_hex` and `txs_as_json`; `stagenet` and `rpc_connections_count`',
    'the older form, beside the newer one',
  ],
  ['get_outs', 'the public gets 500 at once, `get_outs.bin` 5000', 'as specified; the reference gives 5000 by either'],
  [
    'get_checkpoints',
    'the public gets 25 at once; 6 where nothing is said',
    'as specified; the reference gives 256, and 60',
  ],
  ['checkpoints', 'the first thirteen of a quorum sign', 'all of its keys are here'],
  [
    'send_raw_transaction',
    'a blink is approved by held service nodes, or by nobody at all where `dev_quorum` says that there is a quorum',
    'there is no quorum network',
  ],
  [
    'get_service_nodes',
    'held service nodes prove each hour that they run, from 127.0.0.1 unless told otherwise; others never do',
    'there is no network on which to hear of others',
  ],
  [
    'verdicts',
    'quorums judge from the start, not two hours later; who was judged by `dev_verdict` is left to it, and nodes of others are not judged, unless `dev_service_node` says so',
    'a test decides what happens; of nodes whose keys this node does not hold it hears nothing, neither good nor bad',
  ],
  [
    'get_service_keys',
    'a node that holds service nodes is one itself, not yet registered',
    'a wallet can register it: get_service_node_registration_cmd',
  ],
  [
    'get_quorum_state',
    'the latest obligations quorum is found also when that kind alone is asked for; ranges reach block 0',
    'the reference stops short of both',
  ],
  ['get_service_nodes', 'the newest first', 'the reference has no order'],
  ['start_mining, submit_block', 'no work is asked for, unless `--proof-of-work` is given', 'blocks on demand'],
  ['calc_pow', 'knows no forks 10 and 11 of the monero family', 'no chain of this node has them'],
  ['calc_pow', 'refuses less than 43 bytes at fork 7', 'a reference node of that family ends its process'],
  ['lokinet_ping', 'also as `xnet_ping`, with `last_xnet_ping`', 'the specification spells it so'],
  ['out_peers, in_peers, get_connections …', 'there are no other nodes', 'this node serves RPC only'],
  ['prune_blockchain', 'refused', 'the chain is kept whole'],
  [
    'get_txpool_backlog, get_output_distribution',
    'bytes are the characters of a text; distributions of the monero family are numbers',
    'JSON holds no bytes',
  ],
]

/** The whole page, in Markdown. */
export const nodePage = (): string => {
  const groups = describeNodeRpc()
  return `<!-- Made by \`npm run docs\`. Change the declarations, or docs/nodePage.ts. -->

# The node RPC

A development node: a chain on one machine, or in one page, with the real rules and coins for the asking. It is served by \`faba node\`
over HTTP, and to the page by \`faba serve\`. Programs written for the nodes of the oxen family find their methods, fields and error codes
here; \`faba node --network monero\` answers as nodes of the monero family do.

${contentsOf(groups)}

## Call it

\`\`\`
npx faba node
\`\`\`

tells where it listens, what chain it is and which wallets hold coins, with \`--verbose\` each transaction and block, too. In another
terminal:

\`\`\`
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "dev_mine", "params": {"blocks": 10}}'
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "get_height"}'
curl -s http://127.0.0.1:22023/get_height
\`\`\`

- **JSON-RPC** is \`POST /json_rpc\` with \`method\`, \`params\`, \`id\` and \`jsonrpc\`; only the first is needed.
- **A path** takes the parameters as its body, and answers with the bare result. It is there for the methods that say so.
- **Binary paths** end with \`.bin\`, and take and answer portable storage, the binary objects of this family.
- **Methods for the owner only** are error 403 on a port that is for the public.
- **\`status\`** is \`OK\`, or says what is wrong. **\`untrusted\`** is true for what another node answered.
- **Empty lists** are left out of answers. Unknown parameters are ignored, but by methods of development (\`dev_…\`).
- **Types**: \`u64\` is up to 2^64 − 1, and written with all its digits; \`u53\` is what a JavaScript number holds. Amounts are in atomic
  units: 10^9 make a coin of the oxen family, 10^12 one of the monero family.

### Wallets to begin with

A new chain has paid its first coins to three wallets (\`--wallets N\`, 0 for none), whose words are the same on every development chain. They
are printed as the node starts, and \`dev_wallets\` tells them. Restore one in the page, or where programs run that know the coin:

\`\`\`
npx faba rpc --regtest --wallet-dir wallets --rpc-bind-port 22030 --disable-rpc-login
monero-wallet-cli --daemon-address 127.0.0.1:22023 --trusted-daemon --restore-deterministic-wallet --generate-new-wallet first
monero-wallet-rpc --daemon-address 127.0.0.1:22023 --trusted-daemon --wallet-dir wallets --rpc-bind-port 18088 --disable-rpc-login
\`\`\`

The second and the third want \`faba node --network monero\`; all of them want a wallet restored from height 0. Anybody knows the words, and
addresses look like those of real coins: send none there.

### Who may call

Anybody who reaches the port, which is on this machine alone, and pages of any origin. \`--rpc-restricted-bind-port\` opens a second port for
the public, where the owner's methods and those of development are shut; \`--rpc-login user:password\` asks for a login by Digest or Basic on
both; \`--rpc-access-control-origins\` names the origins whose pages may call. An address banned by \`set_bans\` is refused; the owner's port
goes on to answer this machine. \`--host\` with \`--confirm-external-bind\` listens for other machines.

### Service nodes and their quorums

\`faba node --service-nodes 12\` holds the keys of so many service nodes, which do all that service nodes should. From block 60 on each
block has an older obligations quorum judge, that of the block 12 below, as in the reference. Whom it watches must have proven within 7500
seconds that it runs, have missed no more than 4 of its last 8 checkpoints, nor of its last 8 blocks, not have been seen at two addresses, and
have a storage server that others reach (\`report_peer_storage_server_status\`). Who fails is decommissioned with 60 blocks of earned downtime,
and deregistered with fewer, or once they are used up; who does well again is recommissioned; a second address costs the turn to be paid.
Seven members sign, and the verdict waits in the pool for a block, two hours at most: where blocks are further apart than that, none has it.
Quorums watch others from 11 active service nodes on.

\`dev_service_nodes\` lists them. \`dev_service_node\` has one fail, and tells what quorums find of it now and what they decide by that
(\`verdict\`, empty where it stays as it is). Blocks so many seconds apart move the clock, so that nobody waits:

\`\`\`
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "dev_service_nodes"}'
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "dev_service_node", "params": {"service_node_pubkey": "…", "proofs": false}}'
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "dev_mine", "params": {"blocks": 80, "spacing": 120}}'
curl -s http://127.0.0.1:22023/json_rpc -d '{"method": "get_service_nodes_state_changes", "params": {"start_height": 0}}'
\`\`\`

That one is decommissioned then: \`get_service_nodes\` has \`active\` false, and \`earned_downtime_blocks\` that become fewer with each block.
\`"proofs": true\` has it recommissioned by one of the next blocks; without, it is deregistered some blocks after they are used up, and its stake
is locked (\`get_service_node_blacklisted_key_images\`). A node that is told \`"votes": false\` is decommissioned in the same way; it goes on to
prove that it runs, and is taken back for that until it has missed as many blocks again. Where the chain is kept, \`--service-nodes\` registers
anew at the next start who is missing; left out, the others go on alone.

### Other nodes

There is no peer-to-peer network. \`--follow URL\` keeps step with another node over its RPC, one of ours or a real one: its blocks and
branches are taken once they are found good, what waits for a block is passed on in both directions, and blocks that are made here or
submitted here are handed up by \`submit_block\`, after their transactions. Where the other does not take one, the log says why, and the
block stays here until the other has the better chain; of two branches that are equally good each node keeps its own until the next block.
In a row of nodes \`--automine\` is for the first: one further down would race it for each transaction.
While a node is more than 10 blocks behind the one that \`set_bootstrap_daemon\` or \`--bootstrap-daemon-address\` names, that one answers
what the public may ask, and \`untrusted\` is true. \`--ca-file FILE\` names a certificate to trust where such a node is reached over TLS.
A followed node that began anew has another chain: the log says so, and it is taken once it is the better one.

### Errors

On a path an error is status 500 with the message as its body.

${tableOf(['Code', 'Meaning'], [...codeRows(NODE_ERROR_CODES, MEANINGS), ...codeRows(JSON_RPC_CODES, ENVELOPE)])}

${nodeMethodsOf(groups)}

## Differences from the reference

${tableOf(['Where', 'What is different', 'Why'], DIFFERENCES)}
`
}
