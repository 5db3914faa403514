// The context of the wallet RPC, and helpers shared by its methods.

import * as v from 'valibot'
import { fromHex, HexError } from '../../bytes/hex.ts'
import type { TextEncoding } from '../../bytes/text.ts'
import { type Address, AddressError, parseAddress } from '../../coin/addresses/address.ts'
import type { LookAhead } from '../../coin/lookAhead.ts'
import type { Network } from '../../coin/networks/network.ts'
import { oxenWalletRpc, type WalletRpcForm } from '../../coin/networks/walletRpcForm.ts'
import type { MiningRequest } from '../../daemon/nodeMining.ts'
import type { ResolveAlias } from '../../dns/aliasResolver.ts'
import type { ApprovalAction } from '../../engine/api/approvalRequest.ts'
import type { Permission, PreparePayment } from '../../engine/approvals/approvalQueue.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { JSON_RPC_CODES, JsonRpcError } from '../../jsonrpc/errors.ts'
import { type Call, methodsOf } from '../../jsonrpc/method.ts'
import { u32 } from '../../jsonrpc/schemas.ts'
import type { MultisigFirstRound } from '../../wallet/multisig/multisigViews.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { SubaddressIndex } from '../../wallet/state/outputFields.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'

/** A wallet to create or open. `encoding`: how a keys file of wallet2 for it encodes the password; UTF-8 if omitted. */
export type NewWalletFile = { readonly filename: string; readonly password: string; readonly encoding?: TextEncoding }

/** A password as a caller sent it: empty if it was left out. `encoding`: how a keys file encodes it. */
export type SentPassword = { readonly text: string; readonly encoding: TextEncoding }

/** Seed words with their offset passphrase (empty for none), whose encoding (UTF-8 if omitted) determines the keys. */
export type SentSeed = { readonly words: string; readonly offset: string; readonly encoding?: TextEncoding }

/** Whether connections to a node use TLS: always, never, or as its address says. */
export const SSL_SUPPORT = ['enabled', 'disabled', 'autodetect'] as const

export type SslSupport = (typeof SSL_SUPPORT)[number]

/** A node to connect to. */
export type DaemonChoice = {
  /** as the user approved it; undefined to keep the current one */
  readonly url: string | undefined
  /** SOCKS proxy, empty for none */
  readonly proxy: string
  readonly trusted: boolean
  readonly ssl: SslSupport
  /** TLS with the node; empty texts for none */
  readonly privateKeyPath: string
  readonly certificatePath: string
  readonly caFile: string
  readonly allowAnyCertificate: boolean
  /** SHA-256 of accepted certificates, in hex; empty for the usual verification */
  readonly fingerprints: readonly string[]
  /** undefined without a login */
  readonly login: { readonly user: string; readonly password: string } | undefined
}

/** The operations of a wallet host. Stored wallets are addressed by filename. */
export type WalletHost = {
  /** network of new wallets; undefined while the host has none, as a page without an open wallet */
  readonly network: Network | undefined
  /** whether wallets can be created and opened by name; false if the service was started for one wallet */
  readonly hasFolder: boolean
  /** whether the node is trusted with administrative requests and private data */
  readonly trustsNode: boolean
  /** maximum number of mining threads */
  readonly miningThreads: number
  /** resolves OpenAlias names; undefined if not enabled */
  readonly resolveName?: ResolveAlias | undefined
  /** @throws FilenameError */
  exists(filename: string): Promise<boolean>
  /** Creates a wallet with a new seed, closes the open one and opens it. `language` is the English name. */
  create(file: NewWalletFile, language: string): Promise<void>
  /** The same with known seed words; throws the errors of parsing them. */
  restoreFromWords(file: NewWalletFile, seed: SentSeed, from: number): Promise<void>
  /** The same with known keys in hex. */
  restoreFromKeys(
    file: NewWalletFile,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    from: number,
  ): Promise<void>
  /**
   * Opens a wallet in place of the open one. After a failure none is open, unless the family's wallet RPC keeps the open one
   * (`keepsOpenWallet`) and the host has files.
   * @throws FilenameError, WalletFileMissingError, WrongPasswordError
   */
  open(file: NewWalletFile): Promise<void>
  close(): Promise<void>
  /** Writes the files of wallet2 beside the open wallet, if the host has some to write: every change is stored without this. */
  store(): Promise<void>
  /** Verifies the password of the open wallet. Throws WrongPasswordError. */
  checkPassword(password: string): Promise<void>
  /** Completes the first round of the key exchange of a multisig wallet; the open wallet becomes one. */
  makeMultisig(round: MultisigFirstRound, password: SentPassword): Promise<void>
  /** Completes a later round. */
  exchangeMultisigKeys(messages: readonly string[], password: SentPassword): Promise<void>
  /** Changes the password of the open wallet. Throws WrongPasswordError. */
  changePassword(oldPassword: string, newPassword: SentPassword): Promise<void>
  /** Changes the lookahead of the open wallet. `password`: of the wallet. */
  setLookAhead(lookAhead: LookAhead, password: SentPassword): Promise<void>
  /** @throws DaemonChoiceError for options that the host does not support */
  setNode(node: DaemonChoice): Promise<void>
  /** Starts mining on the node; throws the errors of the node client, UnsupportedByHostError. */
  startMining(request: MiningRequest): Promise<void>
  stopMining(): Promise<void>
  /** Enables or disables automatic refresh; `period` is in seconds, 0 for the default. */
  autoRefresh(enable: boolean, period: number): void
  /** Sets the log level, 0 (least) to 4 (most). */
  setLogLevel(level: number): void
  /** Returns the categories in force. */
  setLogCategories(categories: string): string
  /** Saves everything and stops the service after this response. Throws UnsupportedByHostError. */
  stop(): void
}

/**
 * What a call needs of a process that shares its wallet with others. `latest`: the wallet as it is stored now. `lead`: besides that, that
 * this process changes the wallet.
 */
export type CallNeed = 'latest' | 'lead'

/** The context of every method: the open wallet and its host. Without a host only the open wallet is served. */
export type WalletRpcContext = {
  /** undefined while none is open */
  readonly wallet: Wallet | undefined
  readonly rpcEnabled: boolean
  readonly host?: WalletHost
  /**
   * Prepares the wallet for a call, if other processes serve it too: reads what they have changed. Absent if there are none.
   * @throws StoreReadOnlyError if the call changes the wallet, and another process does that; the errors of the store
   */
  readonly prepareCall?: (need: CallNeed) => Promise<void>
  /**
   * Requests the user's approval; absent without a user, and then everything is allowed.
   * @param method the name that was called
   * @param action what is requested, or the function that prepares it if it is a payment
   * @param call its signal fires when the caller goes away
   * @throws PermissionDeniedError, and what `action` throws
   */
  readonly requestApproval?: (
    method: string,
    action: ApprovalAction | PreparePayment,
    call: Pick<Call, 'caller' | 'signal'>,
  ) => Promise<Permission>
}

/** The filename is not allowed for a wallet. */
export class FilenameError extends FabaError {
  override readonly name = 'FilenameError'
  readonly code = 'filename'
}

/** No wallet has the filename. */
export class WalletFileMissingError extends FabaError {
  override readonly name = 'WalletFileMissingError'
  readonly code = 'wallet-file-missing'
}

/** A wallet with the filename exists. */
export class WalletFileExistsError extends FabaError {
  override readonly name = 'WalletFileExistsError'
  readonly code = 'wallet-file-exists'
}

/** The host cannot connect to the node as requested. */
export class DaemonChoiceError extends FabaError {
  override readonly name = 'DaemonChoiceError'
  readonly code = 'daemon-choice'
}

/** The wallet host does not support the operation. */
export class UnsupportedByHostError extends FabaError {
  override readonly name = 'UnsupportedByHostError'
  readonly code = 'unsupported-by-host'
}

/** Declares a method of the wallet RPC. */
export const method = methodsOf<WalletRpcContext>()

const textUpTo = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max, ({ received }) => `a stored text has at most ${max} characters, not ${received}`),
  )

/** A note. */
export const note = textUpTo(10_000)

/** A stored label. */
export const storedLabel = v.optional(note, '')

/** An attribute that a program stores with the wallet. */
export const storedAttribute = v.optional(textUpTo(1_000_000), '')

/** Optional flags with a default. */
export const trueByDefault = v.optional(v.boolean(), true)
export const falseByDefault = v.optional(v.boolean(), false)

/** An account index and an address index. */
export const subaddressIndex = v.object({ major: u32, minor: u32 })

/** Returns undefined for an empty list, which the response then omits. */
export const omitIfEmpty = <T>(items: T[]): T[] | undefined => (items.length === 0 ? undefined : items)

/**
 * Parses a hex parameter.
 * @param message error message used when the string is not hexadecimal or not of the length
 * @throws JsonRpcError
 */
export const parseHexParam = (hex: string, code: number, message: string, length?: number): Uint8Array => {
  try {
    return fromHex(hex, length)
  } catch (error) {
    if (error instanceof HexError) throw new JsonRpcError(code, message)
    throw error
  }
}

/**
 * Parses an address of a network.
 * @param message returns the error message
 * @throws JsonRpcError if the address is invalid
 */
export const parseAddressParam = (
  network: Network,
  text: string,
  message = network.walletRpc.errors.invalidAddress,
): Address => {
  try {
    return parseAddress(network, text)
  } catch (error) {
    if (error instanceof AddressError)
      throw new JsonRpcError(WALLET_RPC_CODES.wrongAddress, message(text), error.message)
    throw error
  }
}

/** @throws JsonRpcError if no wallet is open, or its settings do not allow the RPC */
export const requireEnabled = ({ rpcEnabled }: WalletRpcContext): void => {
  if (!rpcEnabled)
    throw new JsonRpcError(
      WALLET_RPC_CODES.notOpen,
      'No wallet file',
      'no wallet is open, or its settings do not allow the wallet RPC',
    )
}

/** @throws JsonRpcError if no wallet is open, or its settings do not allow the RPC */
export const requireWallet = (context: WalletRpcContext): Wallet => {
  requireEnabled(context)
  if (context.wallet === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notOpen, 'No wallet file')
  return context.wallet
}

/**
 * Returns the form of the family: that of the open wallet, otherwise that of the network of new wallets.
 * Without wallet and host it is the oxen family's.
 */
export const formOf = ({ wallet, host }: Pick<WalletRpcContext, 'wallet' | 'host'>): WalletRpcForm =>
  (wallet?.network ?? host?.network)?.walletRpc ?? oxenWalletRpc

/**
 * Returns the open wallet, for methods of service nodes and names.
 * @throws JsonRpcError if none is open, or its network does not have them
 */
export const requireServiceNodeWallet = (context: WalletRpcContext): Wallet => {
  const wallet = requireWallet(context)
  if (!wallet.network.hasServiceNodes)
    throw new JsonRpcError(
      JSON_RPC_CODES.methodNotFound,
      'Method not found',
      `${wallet.network.name} has no service nodes and no names`,
    )
  return wallet
}

/** @throws JsonRpcError if the service has no wallet host, or the settings do not allow the RPC */
export const requireHost = (context: WalletRpcContext): WalletHost => {
  requireEnabled(context)
  if (context.host === undefined)
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'this service serves the open wallet only')
  return context.host
}

/** @throws JsonRpcError if wallets cannot be created and opened by name */
export const requireFolder = (context: WalletRpcContext): WalletHost => {
  const host = requireHost(context)
  if (!host.hasFolder) throw new JsonRpcError(WALLET_RPC_CODES.noWalletFolder, 'No wallet dir configured')
  return host
}

/** @throws JsonRpcError unless the node is trusted */
export const requireTrustedNode = (context: WalletRpcContext): void => {
  if (context.host !== undefined && !context.host.trustsNode)
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'This command requires a trusted daemon.')
}

/**
 * @param message of the error; that of the family if omitted
 * @throws JsonRpcError if the account does not exist
 */
export const requireAccount = (
  { state, network }: Wallet,
  account: number,
  message = network.walletRpc.errors.accountIndex,
): void => {
  if (account >= state.labels.length)
    throw new JsonRpcError(
      WALLET_RPC_CODES.accountIndex,
      message,
      `there is no account ${account}; this wallet has ${state.labels.length}`,
    )
}

/** @throws JsonRpcError if the account or the address does not exist */
export const requireAddress = (wallet: Wallet, { major, minor }: SubaddressIndex): void => {
  requireAccount(wallet, major)
  const { length } = wallet.state.labels[major] ?? []
  if (minor >= length)
    throw new JsonRpcError(
      WALLET_RPC_CODES.addressIndex,
      wallet.network.walletRpc.errors.addressIndex,
      `account ${major} has no address ${minor}; it has ${length}`,
    )
}
