// Calls to a wallet that several processes serve, of which one changes it. What a call needs of its process follows from its effect.

import { UnavailableError } from '../jsonrpc/errors.ts'
import type { JsonMethod } from '../jsonrpc/method.ts'
import { StoreReadOnlyError } from '../store/errors.ts'
import { WALLET_RPC_CODES } from './calls/walletRpcCodes.ts'
import type { CallNeed, WalletRpcContext } from './calls/walletRpcContext.ts'

/** Methods that concern the process, not the content of the wallet, although they count as changes. */
const OF_PROCESS: readonly string[] = [
  ...['create_wallet', 'open_wallet', 'close_wallet', 'restore_deterministic_wallet', 'generate_from_keys'],
  ...['store', 'stop_wallet', 'auto_refresh', 'set_daemon', 'start_mining', 'stop_mining'],
  ...['get_version', 'get_languages', 'set_log_level', 'set_log_categories'],
]

/** Methods that sign without a change of the wallet. */
const SIGNATURES: readonly string[] = ['sign', 'get_tx_proof', 'get_spend_proof', 'get_reserve_proof']

/** Returns what a call of a method needs of a process that shares its wallet with others; undefined for nothing. */
export const needOf = ({
  names,
  effect,
}: Pick<JsonMethod<WalletRpcContext>, 'names' | 'effect'>): CallNeed | undefined => {
  const [name] = names
  if (OF_PROCESS.includes(name)) return undefined
  return effect === 'read' || effect === 'export-secret' || SIGNATURES.includes(name) ? 'latest' : 'lead'
}

/** @throws UnavailableError if another process may serve the call; the errors of the store */
const prepare = async (context: WalletRpcContext, need: CallNeed): Promise<void> => {
  if (context.prepareCall === undefined) return
  if (context.wallet === undefined)
    throw new UnavailableError(WALLET_RPC_CODES.notOpen, 'No wallet file', 'this process has not opened the wallet')
  try {
    await context.prepareCall(need)
  } catch (error) {
    if (!(error instanceof StoreReadOnlyError)) throw error
    throw new UnavailableError(WALLET_RPC_CODES.unknown, error.message)
  }
}

/** Returns the methods with calls that wait until the host of the wallet is ready for them, or are refused for another process. */
export const prepareCalls = (methods: readonly JsonMethod<WalletRpcContext>[]): JsonMethod<WalletRpcContext>[] =>
  methods.map((method) => {
    const need = needOf(method)
    if (need === undefined) return method
    return {
      ...method,
      invoke: async (context, params, call) => {
        await prepare(context, need)
        return await method.invoke(context, params, call)
      },
    }
  })
