// The wallet RPC as one function from request to response, hosted by a service worker, a server or a test.

import { STRICT_ENVELOPE } from '../jsonrpc/envelope.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { createService, type Service, type ServiceOptions } from '../jsonrpc/service.ts'
import { toRpcError } from './calls/errors.ts'
import { WALLET_RPC_CODES } from './calls/walletRpcCodes.ts'
import { formOf, type WalletRpcContext } from './calls/walletRpcContext.ts'
import { walletMethods } from './methodTable.ts'
import { withPageRules } from './pageRules.ts'
import { limitHeavyCalls, serializeWrites } from './serialMethods.ts'
import { prepareCalls } from './sharedWallets.ts'

/** The methods, with the queues of the heavy ones: all wallets of a process share its processor and memory. */
const methods = limitHeavyCalls(walletMethods)

export type WalletRpcOptions = Pick<ServiceOptions, 'restricted' | 'origins' | 'report'> & {
  /** rejects what the servers of the families take although JSON-RPC forbids it */
  readonly strictJson?: boolean
}

const STRICT_JSON = { ids: STRICT_ENVELOPE.ids, json: STRICT_ENVELOPE.json, httpMethods: STRICT_ENVELOPE.httpMethods }

/**
 * Returns the wallet RPC over the open wallet of a host. While none is open, or its settings do not allow it, every call is an error.
 * Calls that change something run one after the other. Internal errors have code -1, which wallet2's RPC server answers for any
 * unexpected exception, and the message "Internal error" instead of the exception's.
 */
export const createWalletRpc = (
  context: WalletRpcContext,
  { strictJson = false, ...options }: WalletRpcOptions = {},
): Service =>
  createService(withPageRules(prepareCalls(serializeWrites(methods))), context, {
    ...options,
    envelope: () => (strictJson ? { ...formOf(context).envelope, ...STRICT_JSON } : formOf(context).envelope),
    internalErrorCode: WALLET_RPC_CODES.unknown,
    toRpcError: (error) => toRpcError(error, context),
    isExposed: (name) => formOf(context).restrictedMode.serves.has(name),
    forbidden: (name) => new JsonRpcError(WALLET_RPC_CODES.denied, formOf(context).restrictedMode.refusal(name)),
  })
