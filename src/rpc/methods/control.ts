// The service, its node and synchronisation.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import type { ParamsOf } from '../../jsonrpc/method.ts'
import { choiceText, hex32, i8, index, list, secretText, text, u32, u64 } from '../../jsonrpc/schemas.ts'
import type { StoreBlockedError, StoreFullError, StoreLostError, StoreUnreadableError } from '../../store/errors.ts'
import { assertKnownFork } from '../../wallet/node/unknownFork.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { beginningOf, forgetPayments, rescanSpent } from '../../wallet/sync/rescan.ts'
import { OlderTransactionError, scanTransactions, TransactionMissingError } from '../../wallet/sync/scanTransactions.ts'
import { requireApproval, requireApprovalOf } from '../calls/approval.ts'
import { nodeUrlOf } from '../calls/nodeAddress.ts'
import { withNode } from '../calls/nodeFailures.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  type DaemonChoice,
  falseByDefault,
  formOf,
  method,
  parseHexParam,
  requireEnabled,
  requireHost,
  requireTrustedNode,
  requireWallet,
  SSL_SUPPORT,
  trueByDefault,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'

const nothing = v.object({})

const getVersion = method({
  names: ['get_version'],
  about: 'Returns the version of the wallet RPC: major version times 65536 plus minor version',
  access: 'public',
  effect: 'read',
  params: {},
  result: v.object({ version: u32, release: v.optional(v.boolean()) }),
  flat: true,
  handler: (context) => {
    requireEnabled(context)
    return { ...formOf(context).version }
  },
})

const getHeight = method({
  names: ['get_height', 'getheight'],
  about: 'Returns the number of blocks that the wallet has scanned',
  access: 'public',
  effect: 'read',
  params: {},
  result: v.object({ height: index, immutable_height: v.optional(index) }),
  handler: (context) => {
    const { state, network } = requireWallet(context)
    const { immutableHeight } = network.walletRpc
    // wallet2 knows the first block before it scans any.
    return {
      height: Math.max(1, state.height),
      ...(immutableHeight ? { immutable_height: state.immutableHeight } : {}),
    }
  },
})

/** Codes of syncs that failed because the wallet could not be stored, not because of the node. */
const STORE_FAULTS: ReadonlySet<string> = new Set<
  (StoreBlockedError | StoreFullError | StoreLostError | StoreUnreadableError)['code']
>(['store-blocked', 'store-full', 'store-lost', 'store-unreadable'])

/** Syncs the wallet to the node's chain; throws if the sync failed. */
const followNode = async (wallet: Wallet): Promise<void> => {
  await wallet.sync.refresh()
  const { phase, problem, problemCode, unknownFork } = wallet.sync.state
  assertKnownFork(wallet.network, unknownFork)
  if (phase !== 'offline') return
  if (problem !== undefined && STORE_FAULTS.has(problemCode)) throw new JsonRpcError(WALLET_RPC_CODES.unknown, problem)
  throw new JsonRpcError(WALLET_RPC_CODES.noConnection, wallet.network.walletRpc.errors.noConnection, problem)
}

const refresh = method({
  names: ['refresh'],
  about: 'Scans new blocks and the pool now; never skips blocks: start_height is ignored',
  access: 'admin',
  effect: 'read',
  params: { start_height: v.optional(u64, 0n) },
  result: v.object({ blocks_fetched: index, received_money: v.boolean() }),
  handler: async (context) => {
    const wallet = requireWallet(context)
    const before = wallet.sync.counts
    await followNode(wallet)
    const { blocks, outputs } = wallet.sync.counts
    return { blocks_fetched: blocks - before.blocks, received_money: outputs > before.outputs }
  },
})

const autoRefresh = method({
  names: ['auto_refresh'],
  about: 'Enables or disables automatic refresh; period is in seconds, 0 for the default',
  access: 'admin',
  params: { enable: trueByDefault, period: v.optional(u32, 0) },
  result: nothing,
  approval: requireApproval((_, { enable, period }) => ({ kind: 'auto refresh', period: enable ? period : undefined })),
  handler: (context, { enable, period }) => {
    requireHost(context).autoRefresh(enable, period)
    return {}
  },
})

const rescanBlockchain = method({
  names: ['rescan_blockchain'],
  about: 'Discards scan results and scans again; hard also erases destinations and transaction keys of payments',
  access: 'admin',
  params: { hard: falseByDefault },
  result: nothing,
  approval: requireApproval((_, { hard }) => ({ kind: hard ? 'forget' : 'rescan' })),
  handler: async (context, { hard }) => {
    const wallet = requireWallet(context)
    // Without a node nothing is discarded, as it could not be scanned again.
    await wallet.sync.node.info()
    if (hard) await forgetPayments(wallet)
    await wallet.rescan(beginningOf(wallet))
    await followNode(wallet)
    return {}
  },
})

const rescanSpentMethod = method({
  names: ['rescan_spent'],
  about: 'Compares spent outputs with the node, and scans again from the first difference',
  access: 'admin',
  params: {},
  result: nothing,
  approval: requireApproval(() => ({ kind: 'rescan spent' })),
  handler: async (context) => {
    const wallet = requireWallet(context)
    if (!wallet.network.walletRpc.rescansSpentUntrusted) requireTrustedNode(context)
    await rescanSpent(wallet)
    return {}
  },
})

const parseTxids = (txids: readonly string[]): readonly Uint8Array[] =>
  txids.map((txid) => {
    const id = v.safeParse(hex32, txid)
    if (!id.success) throw new JsonRpcError(WALLET_RPC_CODES.wrongTxid, 'TX ID has invalid format')
    return id.output
  })

const scanTx = method({
  names: ['scan_tx'],
  about:
    'Scans single transactions, also in blocks that are already scanned; a trusted node also reports which outputs are spent',
  access: 'admin',
  params: { txids: list(v.string()) },
  result: nothing,
  // The node learns which transactions are of interest.
  approval: requireApproval((_, { txids }) => {
    const ids = parseTxids(txids)
    return ids.length === 0 ? undefined : { kind: 'scan transactions', txids: ids.map((id) => toHex(id)) }
  }),
  handler: async (context, { txids }) => {
    const wallet = requireWallet(context)
    const ids = parseTxids(txids)
    const { olderTransaction } = wallet.network.walletRpc.errors
    const isTrusted = context.host?.trustsNode === true
    const age = context.host === undefined || isTrusted || olderTransaction === undefined ? 'any' : 'newest'
    try {
      await withNode(context, 'transactionWithoutNode', () => scanTransactions(wallet, ids, age))
    } catch (error) {
      if (error instanceof OlderTransactionError)
        throw new JsonRpcError(WALLET_RPC_CODES.unknown, olderTransaction ?? error.message, error.message)
      if (!(error instanceof TransactionMissingError)) throw error
      throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'Failed to get transaction from daemon', error.message)
    }
    if (ids.length > 0 && isTrusted) await rescanSpent(wallet)
    return {}
  },
})

const startMining = method({
  names: ['start_mining'],
  about: 'Starts mining on the node, to the primary address',
  access: 'admin',
  params: { threads_count: v.optional(u64, 0n), do_background_mining: falseByDefault, ignore_battery: falseByDefault },
  result: nothing,
  handler: async (context, { threads_count, do_background_mining, ignore_battery }) => {
    const wallet = requireWallet(context)
    requireTrustedNode(context)
    const host = requireHost(context)
    if (threads_count < 1n || threads_count > BigInt(host.miningThreads))
      throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'The specified number of threads is inappropriate.')
    try {
      await host.startMining({
        address: wallet.addressText({ major: 0, minor: 0 }),
        threads: Number(threads_count),
        background: do_background_mining,
        ignoreBattery: ignore_battery,
      })
    } catch (error) {
      throw miningFailure("Couldn't start mining due to unknown error.", error)
    }
    return {}
  },
})

const miningFailure = (message: string, error: unknown): JsonRpcError =>
  new JsonRpcError(WALLET_RPC_CODES.unknown, message, error instanceof Error ? error.message : String(error))

const stopMiningMethod = method({
  names: ['stop_mining'],
  about: 'Stops mining on the node',
  access: 'admin',
  params: {},
  result: nothing,
  handler: async (context) => {
    requireWallet(context)
    try {
      await requireHost(context).stopMining()
    } catch (error) {
      throw miningFailure("Couldn't stop mining due to unknown error.", error)
    }
    return {}
  },
})

const daemonParams = {
  address: text,
  proxy: text,
  trusted: falseByDefault,
  ssl_private_key_path: text,
  ssl_certificate_path: text,
  ssl_ca_file: text,
  ssl_allow_any_cert: falseByDefault,
  // Parameters of the monero family.
  ssl_support: choiceText(SSL_SUPPORT, 'autodetect'),
  ssl_allowed_fingerprints: list(v.string()),
  username: text,
  password: secretText,
}

const FINGERPRINT_SIZE = 32

/**
 * Returns SHA-256 fingerprints as hex digits; colons and spaces are ignored.
 * @throws JsonRpcError
 */
const parseFingerprints = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => {
    const message = 'ssl_allowed_fingerprints[] entries must be hex-encoded SHA-256 values'
    const bytes = parseHexParam(text.replace(/[:\s]/g, ''), WALLET_RPC_CODES.noConnection, message)
    if (bytes.length !== FINGERPRINT_SIZE)
      throw new JsonRpcError(
        WALLET_RPC_CODES.noConnection,
        `Each ssl_allowed_fingerprints[] entry must decode to exactly ${FINGERPRINT_SIZE} bytes`,
      )
    return toHex(bytes)
  })

/** Parses the parameters of set_daemon: the user approves the URL that is used. @throws JsonRpcError, DaemonChoiceError */
const parseDaemon = (context: WalletRpcContext, params: ParamsOf<typeof daemonParams>): DaemonChoice => {
  const { network } = requireWallet(context)
  const fingerprints = parseFingerprints(params.ssl_allowed_fingerprints)
  const ssl = SSL_SUPPORT.find((support) => support === params.ssl_support)
  if (ssl === undefined) throw new JsonRpcError(WALLET_RPC_CODES.noConnection, 'Invalid ssl support mode')
  return {
    url: params.address.trim() === '' ? undefined : nodeUrlOf(params.address, network, ssl),
    ssl,
    proxy: params.proxy,
    trusted: params.trusted,
    privateKeyPath: params.ssl_private_key_path,
    certificatePath: params.ssl_certificate_path,
    caFile: params.ssl_ca_file,
    allowAnyCertificate: params.ssl_allow_any_cert,
    fingerprints,
    login: params.username === '' ? undefined : { user: params.username, password: params.password },
  }
}

const approveDaemon = requireApprovalOf(parseDaemon, (_context, _params, { url, trusted }) =>
  url === undefined ? undefined : { kind: 'node', url, trusted },
)

const setDaemon = method({
  names: ['set_daemon'],
  about: 'Connects to another node',
  access: 'admin',
  params: daemonParams,
  result: nothing,
  // A node learns the IP address of its wallets and could show them another chain.
  approval: approveDaemon,
  handler: async (context, params, _call, approved) => {
    const choice = approved ?? parseDaemon(context, params)
    await requireHost(context).setNode(choice)
    return {}
  },
})

const setLogLevel = method({
  names: ['set_log_level'],
  about: 'Sets the log level, from 0 to 4',
  access: 'admin',
  effect: 'read',
  params: { level: v.optional(i8, 0) },
  result: nothing,
  handler: (context, { level }) => {
    const host = requireHost(context)
    if (level < 0 || level > 4) throw new JsonRpcError(WALLET_RPC_CODES.invalidLogLevel, 'Error: log level not valid')
    host.setLogLevel(level)
    return {}
  },
})

const setLogCategories = method({
  names: ['set_log_categories'],
  about: 'Sets the log categories, in the format of monero: *:WARNING,net:INFO',
  access: 'admin',
  effect: 'read',
  params: { categories: text },
  result: v.object({ categories: v.string() }),
  flat: true,
  handler: (context, { categories }) => ({ categories: requireHost(context).setLogCategories(categories) }),
})

const stopWallet = method({
  names: ['stop_wallet'],
  about: 'Saves the wallet and stops the service',
  access: 'admin',
  params: {},
  result: nothing,
  handler: (context) => {
    requireHost(context).stop()
    return {}
  },
})

/** The methods of this file. */
export const controlMethods = [
  getVersion,
  getHeight,
  refresh,
  autoRefresh,
  rescanBlockchain,
  rescanSpentMethod,
  scanTx,
  startMining,
  stopMiningMethod,
  setDaemon,
  setLogLevel,
  setLogCategories,
  stopWallet,
]
