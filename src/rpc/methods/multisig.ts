// Multisig wallets: the key exchange that makes one, and the infos that its participants exchange.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { KeyMessageError } from '../../coin/multisig/keyMessage.ts'
import { formatMultisigSeed } from '../../coin/multisig/multisigSeed.ts'
import { MultisigInfoError } from '../../coin/sealed-exports/multisigInfoFile.ts'
import type { FabaError } from '../../errors/fabaError.ts'
import { JSON_RPC_CODES, JsonRpcError } from '../../jsonrpc/errors.ts'
import { list, secret, secretText, u32, u64 } from '../../jsonrpc/schemas.ts'
import { exportMultisigInfo, importMultisigInfo, storeMultisigInfo } from '../../wallet/multisig/infoExchange.ts'
import { firstMultisigMessage } from '../../wallet/multisig-keys/keyExchange.ts'
import { KeyExchangeError, type MultisigAccount } from '../../wallet/multisig-keys/multisigAccount.ts'
import { MultisigImportError } from '../../wallet/multisig-keys/partialKeyImageRules.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { requireApproval } from '../calls/approval.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  method,
  parseHexParam,
  requireHost,
  requireWallet,
  trueByDefault,
  type WalletHost,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'

// The messages of the key exchange contain shares of the view key.
const messages = list(secret)
const password = secretText

/**
 * Verifies the password of the wallet if the caller sent one. With a wrong one, wallet2 would seal the keys so that no password opens them.
 * @throws WrongPasswordError
 */
const checkSentPassword = async (host: WalletHost, sent: string): Promise<void> => {
  if (sent !== '') await host.checkPassword(sent)
}

const isMultisig = method({
  names: ['is_multisig'],
  about: 'Returns whether the wallet is a multisig wallet, and whether its key exchange is completed',
  access: 'public',
  effect: 'read',
  params: {},
  result: v.object({ multisig: v.boolean(), ready: v.boolean(), threshold: u32, total: u32 }),
  handler: (context) => {
    const { multisig } = requireWallet(context).keys
    const { isReady, threshold, total } = multisig ?? { isReady: false, threshold: 0, total: 0 }
    return { multisig: multisig !== undefined, ready: isReady, threshold, total }
  },
})

/**
 * Returns the secrets of a wallet that can become a multisig wallet.
 * @throws JsonRpcError
 */
const requireOwnSecrets = ({ keys: { multisig, spendSecret, viewSecret } }: Wallet) => {
  if (multisig !== undefined)
    throw new JsonRpcError(WALLET_RPC_CODES.alreadyMultisig, 'This wallet is already multisig')
  if (spendSecret === undefined)
    throw new JsonRpcError(WALLET_RPC_CODES.watchOnly, 'wallet is watch-only and cannot be made multisig')
  return { spendSecret, viewSecret }
}

/** @throws JsonRpcError if the key exchange is completed, in the words of the family */
const checkUnfinished = ({ network }: Wallet, { isReady }: MultisigAccount): void => {
  const { finishedError } = network.multisig
  if (isReady) throw new JsonRpcError(finishedError.code, finishedError.message)
}

/** @throws JsonRpcError unless there can be enough messages */
const checkMessageCount = ({ network }: Wallet, { total }: MultisigAccount, count: number): void => {
  const isEnough = network.multisig.exchangesAllMessages ? count + 1 >= total : count >= 1 && count <= total
  if (!isEnough)
    throw new JsonRpcError(WALLET_RPC_CODES.thresholdNotReached, 'Needs multisig info from more participants')
}

/**
 * Returns a multisig wallet that waits for a round.
 * @param count messages for the round
 * @throws JsonRpcError
 */
const requireRound = (context: WalletRpcContext, count: number): Wallet => {
  const wallet = requireWallet(context)
  const { multisig } = wallet.keys
  if (multisig === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notMultisig, 'This wallet is not multisig')
  const [first, second] = wallet.network.multisig.exchangesAllMessages
    ? [checkMessageCount, checkUnfinished]
    : [checkUnfinished, checkMessageCount]
  first(wallet, multisig, count)
  second(wallet, multisig, count)
  return wallet
}

/** Runs a round of the key exchange; `messageOf` returns the message of the RPC error. */
const exchangeRound = async <T>(round: () => Promise<T>, messageOf: (error: FabaError) => string): Promise<T> => {
  try {
    return await round()
  } catch (error) {
    if (error instanceof KeyExchangeError || error instanceof KeyMessageError)
      throw new JsonRpcError(WALLET_RPC_CODES.unknown, messageOf(error))
    throw error
  }
}

/** The account and address of the open wallet after a round. */
const madeWallet = (context: WalletRpcContext) => {
  const wallet = requireWallet(context)
  return { message: wallet.keys.multisig?.message ?? '', address: wallet.addressText({ major: 0, minor: 0 }), wallet }
}

const prepareMultisig = method({
  names: ['prepare_multisig'],
  about:
    'Returns the first message for the other participants of a multisig wallet; it contains a secret and must reach only them',
  access: 'admin',
  effect: 'export-secret',
  flat: true,
  params: { enable_multisig_experimental: falseByDefault },
  result: v.object({ multisig_info: v.string() }),
  approval: requireApproval((context) => {
    requireOwnSecrets(requireWallet(context))
    return { kind: 'prepare multisig' }
  }),
  handler: (context) => {
    const wallet = requireWallet(context)
    const own = requireOwnSecrets(wallet)
    return { multisig_info: firstMultisigMessage(wallet.network, own, wallet.random) }
  },
})

const makeMultisig = method({
  names: ['make_multisig'],
  about:
    'Turns the wallet into a multisig wallet with the first messages of all other participants; its addresses, history and labels are replaced',
  access: 'admin',
  params: { multisig_info: messages, threshold: v.optional(u32, 0), password },
  result: v.object({ address: v.string(), multisig_info: v.string() }),
  approval: requireApproval((context, { multisig_info, threshold }) => {
    requireOwnSecrets(requireWallet(context))
    return { kind: 'make multisig', threshold, others: multisig_info.length }
  }),
  handler: async (context, { multisig_info, threshold, password }, { textEncoding }) => {
    requireOwnSecrets(requireWallet(context))
    const host = requireHost(context)
    await checkSentPassword(host, password)
    const sent = { text: password, encoding: textEncoding }
    const quoted = ({ message, details }: FabaError): string => {
      // As wallet2, oxen-wallet-rpc repeats the message that the caller sent.
      const index = 'index' in details ? Number(details.index) : -1
      return message === 'Bad multisig info' ? `${message}: ${multisig_info[index] ?? ''}` : message
    }
    await exchangeRound(() => host.makeMultisig({ messages: multisig_info, threshold }, sent), quoted)
    const { address, message } = madeWallet(context)
    return { address, multisig_info: message }
  },
})

const exchangeMultisigKeys = method({
  names: ['exchange_multisig_keys'],
  about: 'Completes a round of the key exchange with the messages of all other participants',
  access: 'admin',
  params: { password, multisig_info: messages },
  result: v.object({ address: v.string(), multisig_info: v.string() }),
  approval: requireApproval((context, { multisig_info }) => {
    requireRound(context, multisig_info.length)
    return { kind: 'exchange multisig keys' }
  }),
  handler: async (context, { multisig_info, password }, { textEncoding }) => {
    const wallet = requireRound(context, multisig_info.length)
    const host = requireHost(context)
    await checkSentPassword(host, password)
    const { exchangeErrorPrefix } = wallet.network.multisig
    await exchangeRound(
      () => host.exchangeMultisigKeys(multisig_info, { text: password, encoding: textEncoding }),
      ({ message }) => exchangeErrorPrefix + message,
    )
    const { address, message, wallet: made } = madeWallet(context)
    return { address: made.keys.multisig?.isReady ? address : '', multisig_info: message }
  },
})

const finalizeMultisig = method({
  names: ['finalize_multisig'],
  about: 'Completes the last round of the key exchange of a wallet of which all participants but one must sign',
  access: 'admin',
  flat: true,
  params: { password, multisig_info: messages },
  result: v.object({ address: v.string() }),
  approval: requireApproval((context, { multisig_info }) => {
    requireFinalizing(context)
    requireRound(context, multisig_info.length)
    return { kind: 'exchange multisig keys' }
  }),
  handler: async (context, { multisig_info, password }, { textEncoding }) => {
    requireFinalizing(context)
    requireRound(context, multisig_info.length)
    const host = requireHost(context)
    await checkSentPassword(host, password)
    await exchangeRound(
      () => host.exchangeMultisigKeys(multisig_info, { text: password, encoding: textEncoding }),
      (error) =>
        error instanceof KeyMessageError
          ? 'Error calling finalize_multisig'
          : `Error calling finalize_multisig: ${error.message}`,
    )
    return { address: madeWallet(context).address }
  },
})

/**
 * Returns the open wallet if it is a multisig wallet whose key exchange is completed.
 * @throws JsonRpcError
 */
export const requireReady = (context: WalletRpcContext): Wallet => {
  const wallet = requireWallet(context)
  const { multisig } = wallet.keys
  if (multisig === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notMultisig, 'This wallet is not multisig')
  if (!multisig.isReady)
    throw new JsonRpcError(WALLET_RPC_CODES.notMultisig, 'This wallet is multisig, but not yet finalized')
  return wallet
}

const exportMultisigInfoMethod = method({
  names: ['export_multisig_info'],
  about:
    'Returns what the other participants need to know of the outputs: partial key images, and new nonces, which replace those exported before',
  access: 'admin',
  flat: true,
  params: {},
  result: v.object({ info: v.string() }),
  approval: requireApproval((context) => {
    requireReady(context)
    return { kind: 'export', what: 'multisig info' }
  }),
  handler: async (context) => ({ info: toHex(await exportMultisigInfo(requireReady(context))) }),
})

const importMultisigInfoMethod = method({
  names: ['import_multisig_info'],
  about:
    'Imports the infos of other participants, with which the wallet finds spent outputs and can propose payments; returns the number of outputs that all infos have',
  access: 'admin',
  flat: true,
  params: { info: list(v.string()), refresh_after_import: trueByDefault },
  result: v.object({ n_outputs: u64 }),
  approval: requireApproval((context) => {
    requireReady(context)
    return { kind: 'import multisig info' }
  }),
  handler: async (context, { info, refresh_after_import }) => {
    const wallet = requireReady(context)
    if (info.length < (wallet.keys.multisig?.threshold ?? 0) - 1)
      throw new JsonRpcError(WALLET_RPC_CODES.thresholdNotReached, 'Needs multisig export info from more participants')
    const files = info.map((hex) => parseHexParam(hex, WALLET_RPC_CODES.badHex, 'Failed to parse hex.'))
    try {
      if (refresh_after_import) return { n_outputs: BigInt(await importMultisigInfo(wallet, files)) }
      return { n_outputs: BigInt((await storeMultisigInfo(wallet, files)).count) }
    } catch (error) {
      if (!(error instanceof MultisigInfoError || error instanceof MultisigImportError)) throw error
      const { importError } = wallet.network.multisig
      throw new JsonRpcError(WALLET_RPC_CODES.unknown, importError ?? error.message, error.message)
    }
  },
})

/** @throws JsonRpcError on networks whose wallets end the exchange with exchange_multisig_keys: monero-wallet-rpc 0.18.5 has no such method */
const requireFinalizing = ({ wallet, host }: WalletRpcContext): void => {
  const network = (wallet ?? host)?.network
  if (network?.multisig.finalizes === false)
    throw new JsonRpcError(
      JSON_RPC_CODES.methodNotFound,
      'Method not found',
      `in the ${network.familyName} family, exchange_multisig_keys completes every round`,
    )
}

/** The methods of this file. */
export const multisigMethods = [
  ...[isMultisig, prepareMultisig, makeMultisig, exchangeMultisigKeys, finalizeMultisig],
  ...[exportMultisigInfoMethod, importMultisigInfoMethod],
]

/**
 * Returns the seed of a multisig wallet.
 * @throws JsonRpcError if its key exchange is not completed
 */
export const multisigSeedOf = (account: MultisigAccount): string => {
  if (!account.isReady)
    throw new JsonRpcError(WALLET_RPC_CODES.notMultisig, 'This wallet is multisig, but not yet finalized')
  return formatMultisigSeed(account)
}
