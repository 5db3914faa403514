// What the wallet RPC works on, and what all its methods share.

import * as v from 'valibot'
import { fromHex, HexError } from '../bytes/hex.ts'
import { type Address, AddressError, parseAddress } from '../coin/addresses/address.ts'
import type { Network } from '../coin/networks/network.ts'
import type { MiningRequest } from '../daemon/nodeMining.ts'
import type { ResolveAlias } from '../dns/aliasResolver.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { type ApprovalCheck, methodsOf } from '../jsonrpc/method.ts'
import { u32 } from '../jsonrpc/schemas.ts'
import type { ApprovalAction } from '../wallet/engine/engineApi.ts'
import type { Wallet } from '../wallet/engine/wallet.ts'
import type { SubaddressIndex } from '../wallet/state/ledger.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'

/** A wallet to be made, by its name and the password that will open it. */
export type NewWalletFile = { readonly filename: string; readonly password: string }

/** A node to follow from now on. */
export type DaemonChoice = {
  /** `host:port`, or a URL */
  readonly address: string
  /** SOCKS proxy, empty for none */
  readonly proxy: string
  readonly trusted: boolean
  /** TLS towards the node; empty texts for none */
  readonly privateKeyPath: string
  readonly certificatePath: string
  readonly caFile: string
  readonly allowAnyCertificate: boolean
  /** undefined where none was given */
  readonly login: { readonly user: string; readonly password: string } | undefined
}

/** What a host of wallets can do, beside handing out the open one. Wallets at rest are called by their file's name. */
export type WalletHost = {
  /** of wallets that are made here */
  readonly network: Network
  /** whether wallets can be made and opened by name; false where the service was started for one wallet */
  readonly hasFolder: boolean
  /** whether the node may be told what only its owner should tell it */
  readonly trustsNode: boolean
  /** most threads that a node may be asked to mine with */
  readonly miningThreads: number
  /** looks OpenAlias names up; undefined where nobody asked for that */
  readonly resolveName?: ResolveAlias | undefined
  /** @throws FilenameError for a name that no wallet can have */
  exists(filename: string): Promise<boolean>
  /** Makes a wallet with a new seed, closes the open one and opens it. `language` is the English name. */
  create(file: NewWalletFile, language: string): Promise<void>
  /** The same for known words; throws what reading them throws. */
  restoreFromWords(
    file: NewWalletFile,
    seed: { readonly words: string; readonly offset: string },
    from: number,
  ): Promise<void>
  /** The same for known keys, in hex. */
  restoreFromKeys(
    file: NewWalletFile,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    from: number,
  ): Promise<void>
  /**
   * Closes the open wallet and opens another; where that fails none is open.
   * @throws FilenameError, WalletFileMissingError, WrongPasswordError
   */
  open(file: NewWalletFile): Promise<void>
  close(): Promise<void>
  /** Of the open wallet. Throws WrongPasswordError. */
  changePassword(oldPassword: string, newPassword: string): Promise<void>
  /** @throws NodeChoiceError for what this host cannot do */
  setNode(node: DaemonChoice): Promise<void>
  /** Has the node mine to an address, or stop. Throw NodeError, HostLimitError. */
  startMining(request: MiningRequest): Promise<void>
  stopMining(): Promise<void>
  /** Follows the chain by itself or only when asked; `period` is in seconds, 0 for the usual one. */
  autoRefresh(enable: boolean, period: number): void
  /** 0 says least, 4 most. */
  setLogLevel(level: number): void
  /** Returns the categories in force. */
  setLogCategories(categories: string): string
  /** Ends the service once this call is answered, with everything saved. Throws HostLimitError where it cannot end. */
  stop(): void
}

/** Where methods find the wallet, and what its host can do. An engine is one that hands out its open wallet and nothing more. */
export type WalletRpcContext = {
  /** undefined while none is open */
  readonly wallet: Wallet | undefined
  readonly rpcEnabled: boolean
  readonly host?: WalletHost
  /**
   * Asks the person in front of the wallet; absent where there is none, and everything is allowed.
   * @param method the name that was called
   * @param signal fires when the caller goes away
   * @throws PermissionDeniedError
   */
  readonly requestApproval?: (method: string, deed: ApprovalAction, signal: AbortSignal) => Promise<ApprovalCheck>
}

/** A name that no wallet can have. */
export class FilenameError extends Error {
  override readonly name = 'FilenameError'
}

/** There is no wallet of that name. */
export class WalletFileMissingError extends Error {
  override readonly name = 'WalletFileMissingError'
}

/** There is a wallet of that name already. */
export class WalletFileExistsError extends Error {
  override readonly name = 'WalletFileExistsError'
}

/** A node that cannot be followed from here. */
export class DaemonChoiceError extends Error {
  override readonly name = 'NodeChoiceError'
}

/** Something that this host of wallets cannot do. */
export class UnsupportedByHostError extends Error {
  override readonly name = 'HostLimitError'
}

/** Declares a method of the wallet RPC. */
export const method = methodsOf<WalletRpcContext>()

const textUpTo = (longest: number) =>
  v.pipe(
    v.string(),
    v.maxLength(longest, ({ received }) => `a text that is kept has at most ${longest} characters, not ${received}`),
  )

/** A note. */
export const note = textUpTo(10_000)

/** A name that is kept with the wallet. All labels are kept together, and 64 addresses may share a long one. */
export const keptText = v.optional(note, '')

/** A text that a program keeps with the wallet. */
export const keptData = v.optional(textUpTo(1_000_000), '')

/** A flag that is on, or off, when it is left out. */
export const trueByDefault = v.optional(v.boolean(), true)
export const falseByDefault = v.optional(v.boolean(), false)

/** An account and an address of it. */
export const subaddressIndex = v.object({ major: u32, minor: u32 })

/** Empty lists are left out of answers. */
export const unlessEmpty = <T>(items: T[]): T[] | undefined => (items.length === 0 ? undefined : items)

/**
 * The bytes of a hex text.
 * @param complaint for what is not hexadecimal, or not of the length
 * @throws JsonRpcError
 */
export const parseHexParam = (hex: string, code: number, complaint: string, length?: number): Uint8Array => {
  try {
    return fromHex(hex, length)
  } catch (error) {
    if (error instanceof HexError) throw new JsonRpcError(code, complaint)
    throw error
  }
}

/**
 * An address of a network.
 * @throws JsonRpcError for a text that is none
 */
export const parseAddressParam = (network: Network, text: string): Address => {
  try {
    return parseAddress(network, text)
  } catch (error) {
    if (error instanceof AddressError)
      throw new JsonRpcError(WALLET_RPC_CODES.wrongAddress, `Invalid address: ${text}`, error.message)
    throw error
  }
}

/** @throws JsonRpcError when no wallet is open, or pages may not call */
export const requireEnabled = ({ rpcEnabled }: WalletRpcContext): void => {
  if (!rpcEnabled)
    throw new JsonRpcError(
      WALLET_RPC_CODES.notOpen,
      'No wallet file',
      'no wallet is open, or its settings do not allow the wallet RPC',
    )
}

/** @throws JsonRpcError as above */
export const requireWallet = (source: WalletRpcContext): Wallet => {
  requireEnabled(source)
  if (source.wallet === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notOpen, 'No wallet file')
  return source.wallet
}

/** @throws JsonRpcError when this service has one wallet and nothing else, or pages may not call */
export const requireHost = (source: WalletRpcContext): WalletHost => {
  requireEnabled(source)
  if (source.host === undefined)
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'this service serves the open wallet only')
  return source.host
}

/** @throws JsonRpcError when wallets cannot be made or opened by name */
export const requireFolder = (source: WalletRpcContext): WalletHost => {
  const host = requireHost(source)
  if (!host.hasFolder) throw new JsonRpcError(WALLET_RPC_CODES.noWalletFolder, 'No wallet dir configured')
  return host
}

/** @throws JsonRpcError unless the node is trusted */
export const requireTrustedNode = (source: WalletRpcContext): void => {
  if (source.host !== undefined && !source.host.trustsNode)
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'This command requires a trusted daemon.')
}

/** @throws JsonRpcError when the account was never created */
export const requireAccount = ({ state }: Wallet, account: number): void => {
  if (account >= state.labels.length)
    throw new JsonRpcError(
      WALLET_RPC_CODES.accountIndex,
      'Account index is out of bound',
      `there is no account ${account}; this wallet has ${state.labels.length}`,
    )
}

/** @throws JsonRpcError when the account or the address was never created */
export const requireAddress = (wallet: Wallet, { major, minor }: SubaddressIndex): void => {
  requireAccount(wallet, major)
  const { length } = wallet.state.labels[major] ?? []
  if (minor >= length)
    throw new JsonRpcError(
      WALLET_RPC_CODES.addressIndex,
      'Address index is out of bound',
      `account ${major} has no address ${minor}, but ${length} in all`,
    )
}
