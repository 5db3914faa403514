// Proofs, signatures and the keys behind them.

import * as v from 'valibot'
import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { parseAddress } from '../../coin/addresses/address.ts'
import { encodeSeed } from '../../coin/seeds/seed.ts'
import { viewSecretOf } from '../../crypto/keys/keys.ts'
import { NodeError } from '../../daemon/errors.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { choiceText, index, secretText, text, u32, u64 } from '../../jsonrpc/schemas.ts'
import { transactionKeyText } from '../../wallet/history/transferView.ts'
import { WITHHELD_KEY } from '../../wallet/offline/signSet.ts'
import { isSignedOffline } from '../../wallet/offline/submitSet.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import {
  checkPayment,
  checkTransactionKeys,
  provePayment,
  transactionKeysOf,
} from '../../wallet/proofs/paymentProof.ts'
import { TransactionUnknownError } from '../../wallet/proofs/provenTransaction.ts'
import { checkReserve, proveReserve, type ReserveRequest } from '../../wallet/proofs/reserveProof.ts'
import { SigningKeyError, signMessage, verifyMessage } from '../../wallet/proofs/signedMessages.ts'
import { checkSpend, proveSpend } from '../../wallet/proofs/spendProof.ts'
import { requireApproval } from '../calls/approval.ts'
import { withNode } from '../calls/nodeFailures.ts'
import { resolveAddress } from '../calls/openAlias.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  formOf,
  method,
  parseAddressParam,
  parseHexParam,
  requireWallet,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'
import { multisigSeedOf } from './multisig.ts'

const signature = v.object({ signature: v.string() })
const verdict = v.object({ good: v.boolean() })
const receipt = { received: u64, in_pool: v.boolean(), confirmations: index }

const KEY = 32

const txidOf = (hex: string): Uint8Array =>
  parseHexParam(hex, WALLET_RPC_CODES.wrongTxid, 'TX ID has invalid format', KEY)

const transactionKeysIn = (hex: string): Uint8Array[] => {
  const complaint = 'Tx key has invalid format'
  const bytes = parseHexParam(hex, WALLET_RPC_CODES.wrongKey, complaint)
  if (bytes.length === 0 || bytes.length % KEY !== 0) throw new JsonRpcError(WALLET_RPC_CODES.wrongKey, complaint)
  return Array.from({ length: bytes.length / KEY }, (_, i) => bytes.slice(i * KEY, (i + 1) * KEY))
}

/**
 * Checks that the node responds, as wallet2 does before it reads a proof: monero-ts learns by this error whether there is a node.
 * @throws NodeError, JsonRpcError
 */
const checkConnection = async ({ sync: { node }, network }: Wallet): Promise<void> => {
  try {
    await node.info()
  } catch (error) {
    const toMessage = network.walletRpc.errors.failedConnection
    if (toMessage === undefined || !(error instanceof NodeError)) throw error
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, toMessage(node.url), error.message)
  }
}

const getTxKey = method({
  names: ['get_tx_key'],
  about:
    'Returns the secret keys of a transaction that this wallet made: the main one, then the additional ones; in a watch-only wallet the number 1, which proves nothing, if its offline copy signed the transaction and keeps the keys',
  access: 'admin',
  effect: 'export-secret',
  flat: true,
  params: { txid: text },
  result: v.object({ tx_key: v.string() }),
  approval: requireApproval((_, { txid }) => ({ kind: 'reveal transaction key', txid: toHex(txidOf(txid)) })),
  handler: (context, params) => {
    const wallet = requireWallet(context)
    const txid = txidOf(params.txid)
    const keys = transactionKeysOf(wallet, txid)
    if (keys !== undefined) return { tx_key: transactionKeyText(keys) }
    if (isSignedOffline(wallet, txid)) return { tx_key: toHex(WITHHELD_KEY) }
    throw new JsonRpcError(WALLET_RPC_CODES.noTxKey, 'No tx secret key is stored for this tx')
  },
})

const checkTxKey = method({
  names: ['check_tx_key'],
  about: 'Returns the amount that an address received by a transaction, given the secret keys of the transaction',
  access: 'public',
  effect: 'read',
  params: { txid: text, tx_key: secretText, address: text },
  result: v.object(receipt),
  handler: async (context, params) => {
    const wallet = requireWallet(context)
    const txid = txidOf(params.txid)
    const keys = transactionKeysIn(params.tx_key)
    const address = parseAddress(wallet.network, params.address)
    await checkConnection(wallet)
    const { received, inPool, confirmations } = await checkTransactionKeys(wallet, txid, keys, address)
    return { received, in_pool: inPool, confirmations }
  },
})

const getTxProof = method({
  names: ['get_tx_proof'],
  about: 'Proves that a transaction paid an address, as its sender or, for an address of this wallet, as its receiver',
  access: 'admin',
  flat: true,
  params: { txid: text, address: text, message: text },
  result: signature,
  approval: requireApproval((context, { txid, address, message }) => {
    const parsed = toHex(txidOf(txid))
    parseAddress(requireWallet(context).network, address)
    return { kind: 'prove payment', txid: parsed, address, message }
  }),
  handler: async (context, params, { textEncoding }) => {
    const wallet = requireWallet(context)
    const txid = txidOf(params.txid)
    const address = parseAddress(wallet.network, params.address)
    return {
      signature: await withNode(context, 'transactionWithoutNode', () =>
        provePayment(wallet, txid, address, params.message, textEncoding),
      ),
    }
  },
})

const checkTxProof = method({
  names: ['check_tx_proof'],
  about: 'Verifies a proof of payment and returns the amount received',
  access: 'public',
  effect: 'read',
  params: { txid: text, address: text, message: text, signature: text },
  result: v.object({ good: v.boolean(), ...receipt }),
  handler: async (context, params) => {
    const wallet = requireWallet(context)
    const txid = txidOf(params.txid)
    const address = parseAddress(wallet.network, params.address)
    const found = await withNode(context, 'transactionWithoutNode', () =>
      checkPayment(wallet, txid, address, params.message, params.signature),
    )
    if (found === undefined) return { good: false, received: 0n, in_pool: false, confirmations: 0 }
    const { received, inPool, confirmations } = found
    return { good: true, received, in_pool: inPool, confirmations }
  },
})

/** Waits for a spend proof or its verification. @throws JsonRpcError if the node does not have the transaction */
const ofSpend = async <T>(context: WalletRpcContext, work: () => Promise<T>): Promise<T> => {
  try {
    return await withNode(context, 'transactionWithoutNode', work)
  } catch (error) {
    if (!(error instanceof TransactionUnknownError)) throw error
    const { missingSpend } = formOf(context).errors
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, missingSpend ?? error.message)
  }
}

const getSpendProof = method({
  names: ['get_spend_proof'],
  about: 'Proves that this wallet made a transaction',
  access: 'admin',
  flat: true,
  params: { txid: text, message: text },
  result: signature,
  approval: requireApproval((_, { txid, message }) => ({ kind: 'prove spend', txid: toHex(txidOf(txid)), message })),
  handler: async (context, params, { textEncoding }) => {
    const wallet = requireWallet(context)
    const txid = txidOf(params.txid)
    return { signature: await ofSpend(context, () => proveSpend(wallet, txid, params.message, textEncoding)) }
  },
})

const checkSpendProof = method({
  names: ['check_spend_proof'],
  about: 'Verifies a proof that its maker made a transaction',
  access: 'public',
  effect: 'read',
  cost: 'heavy',
  flat: true,
  params: { txid: text, message: text, signature: text },
  result: verdict,
  handler: async (context, params) => {
    const wallet = requireWallet(context)
    const txid = txidOf(params.txid)
    return { good: await ofSpend(context, () => checkSpend(wallet, txid, params.message, params.signature)) }
  },
})

type ReserveParams = { readonly all: boolean; readonly account_index: number; readonly amount: bigint }

/** Returns what a proof of reserves is about. */
const parseReserve = (context: WalletRpcContext, { all, account_index, amount }: ReserveParams): ReserveRequest => {
  if (all) return 'all'
  if (account_index >= requireWallet(context).state.labels.length)
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'Account index is out of bound')
  return { account: account_index, amount }
}

const getReserveProof = method({
  names: ['get_reserve_proof'],
  about: 'Proves that this wallet holds its whole balance, or at least an amount in one account',
  access: 'admin',
  flat: true,
  params: { all: falseByDefault, account_index: v.optional(u32, 0), amount: v.optional(u64, 0n), message: text },
  result: signature,
  approval: requireApproval((context, params) => ({
    kind: 'prove reserve',
    of: parseReserve(context, params),
    message: params.message,
  })),
  handler: async (context, params, { textEncoding }) => {
    const wallet = requireWallet(context)
    return { signature: await proveReserve(wallet, parseReserve(context, params), params.message, textEncoding) }
  },
})

const checkReserveProof = method({
  names: ['check_reserve_proof'],
  about: 'Verifies a proof of reserves and returns the total and the amount spent since',
  access: 'public',
  effect: 'read',
  cost: 'heavy',
  params: { address: text, message: text, signature: text },
  result: v.object({ good: v.boolean(), total: u64, spent: u64 }),
  handler: async (context, params) => {
    const wallet = requireWallet(context)
    const address = parseAddress(wallet.network, params.address)
    await checkConnection(wallet)
    return await checkReserve(wallet, address, params.message, params.signature)
  },
})

/** -47 of the monero family. */
const WRONG_SIGNATURE_TYPE = -47

/** Returns the kind of key that a text is to be signed with. */
const parseSigningKey = ({ hasSpendKey, keys }: Wallet, type: string): 'spend' | 'view' => {
  const signedWith = type === '' ? 'spend' : type
  if (signedWith !== 'spend' && signedWith !== 'view')
    throw new JsonRpcError(WRONG_SIGNATURE_TYPE, 'Invalid signature type requested')
  if (keys.multisig !== undefined && signedWith === 'spend')
    throw new JsonRpcError(WALLET_RPC_CODES.watchOnly, 'No participant of a multisig wallet has its spend key.')
  if (!hasSpendKey && signedWith === 'spend')
    throw new JsonRpcError(WALLET_RPC_CODES.watchOnly, 'Unable to sign a value using a watch-only wallet.')
  return signedWith
}

const sign = method({
  names: ['sign'],
  about: 'Signs a text with a key of an address of this wallet',
  access: 'admin',
  flat: true,
  params: {
    data: text,
    account_index: v.optional(u32, 0),
    address_index: v.optional(u32, 0),
    signature_type: choiceText(['spend', 'view'], 'spend'),
  },
  result: signature,
  approval: requireApproval((context, { data, account_index, address_index, signature_type }) => {
    const wallet = requireWallet(context)
    const key = parseSigningKey(wallet, signature_type)
    return {
      kind: 'sign',
      text: data,
      address: wallet.addressText({ major: account_index, minor: address_index }),
      key,
    }
  }),
  handler: (context, params, { textEncoding }) => {
    const wallet = requireWallet(context)
    const { data, account_index, address_index, signature_type } = params
    const signedWith = parseSigningKey(wallet, signature_type)
    try {
      const index = { major: account_index, minor: address_index }
      return { signature: signMessage(wallet, data, index, signedWith, textEncoding) }
    } catch (error) {
      if (error instanceof SigningKeyError)
        throw new JsonRpcError(WRONG_SIGNATURE_TYPE, 'Invalid signature type requested', error.message)
      throw error
    }
  },
})

const verify = method({
  names: ['verify'],
  about: 'Verifies the signature of a text by a key of an address',
  access: 'admin',
  effect: 'read',
  flat: true,
  params: { data: text, address: text, signature: text },
  result: v.object({
    good: v.boolean(),
    version: v.optional(u32),
    old: v.optional(v.boolean()),
    signature_type: v.optional(v.string()),
  }),
  handler: async (context, params) => {
    const wallet = requireWallet(context)
    const { network } = wallet
    const signer = parseAddressParam(
      network,
      await resolveAddress(context, network, params.address),
      network.walletRpc.errors.invalidSigner,
    )
    const verified = verifyMessage(network, params.data, signer, params.signature)
    const good = verified !== undefined
    if (network.messageSignature === 'SigV1') return { good }
    const { version, signedWith } = verified ?? { version: 0, signedWith: network.walletRpc.invalidSignatureType }
    return { good, version, old: version === 1, signature_type: signedWith }
  },
})

const mnemonicOf = async ({ keys, language }: Wallet): Promise<string> => {
  const { spendSecret, viewSecret, multisig } = keys
  if (multisig !== undefined) return multisigSeedOf(multisig)
  if (spendSecret === undefined)
    throw new JsonRpcError(WALLET_RPC_CODES.watchOnly, 'The wallet is watch-only. Cannot retrieve seed.')
  if (!equalBytes(viewSecretOf(spendSecret), viewSecret))
    throw new JsonRpcError(WALLET_RPC_CODES.notDeterministic, 'The wallet is non-deterministic. Cannot display seed.')
  return await encodeSeed(spendSecret, language)
}

const SECRETS: ReadonlyMap<string, 'words' | 'view key' | 'spend key'> = new Map([
  ['mnemonic', 'words'],
  ['view_key', 'view key'],
  ['spend_key', 'spend key'],
])

const queryKey = method({
  names: ['query_key'],
  about: 'Returns the seed words (`mnemonic`), `view_key` or `spend_key` of the wallet',
  access: 'admin',
  effect: 'export-secret',
  flat: true,
  params: { key_type: choiceText([...SECRETS.keys()], '') },
  result: v.object({ key: v.string() }),
  // The handler rejects an unknown type.
  approval: requireApproval((_, { key_type }) => {
    const secret = SECRETS.get(key_type)
    return secret === undefined ? undefined : { kind: 'reveal', secret }
  }),
  handler: async (context, params) => {
    const wallet = requireWallet(context)
    const { key_type } = params
    if (key_type === 'mnemonic') return { key: await mnemonicOf(wallet) }
    if (key_type === 'view_key') return { key: toHex(wallet.keys.viewSecret) }
    if (key_type !== 'spend_key')
      throw new JsonRpcError(wallet.network.walletRpc.errors.unknownKeyType, `key_type ${key_type} not found`)
    const spendSecret = wallet.keys.multisig?.signerSecret ?? wallet.keys.spendSecret
    if (spendSecret === undefined)
      throw new JsonRpcError(WALLET_RPC_CODES.watchOnly, 'The wallet is watch-only. Cannot retrieve spend key.')
    return { key: toHex(spendSecret) }
  },
})

/** The methods of this file. */
export const proofMethods = [
  getTxKey,
  checkTxKey,
  getTxProof,
  checkTxProof,
  getSpendProof,
  checkSpendProof,
  getReserveProof,
  checkReserveProof,
  sign,
  verify,
  queryKey,
]
