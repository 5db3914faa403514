// Wallet files: creates, restores, opens and closes wallets by name, one open at a time.

import * as v from 'valibot'
import { wipe } from '../../bytes/bytes.ts'
import { AddressError, parseAddress } from '../../coin/addresses/address.ts'
import { MultisigSeedError, parseMultisigSeed } from '../../coin/multisig/multisigSeed.ts'
import { seedLanguages } from '../../coin/seeds/languages.ts'
import { SeedError } from '../../coin/seeds/seed.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { choiceText, secretText, text, u64 } from '../../jsonrpc/schemas.ts'
import { WrongPasswordError } from '../../store/errors.ts'
import { keyringFromWords, revealKeyring, wipeKeyring } from '../../wallet/open/keyring.ts'
import { requireApproval, requireApprovalOf } from '../calls/approval.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  formOf,
  method,
  requireFolder,
  requireHost,
  requireWallet,
  type SentSeed,
  trueByDefault,
  WalletFileMissingError,
  type WalletHost,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'

const failure = (message: string, data?: string): JsonRpcError =>
  new JsonRpcError(WALLET_RPC_CODES.unknown, message, data)

/** Returns a message whose quoted files are named without their folders, which callers need not know. */
const withoutFolders = (message: string): string => message.replace(/"[^"]*[/\\]([^"/\\]+)"/g, '"$1"')

/** Returns a height as a number, capped at the largest safe integer. */
const heightOf = (height: bigint): number =>
  height > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(height)

const requireNew = async (host: WalletHost, filename: string): Promise<void> => {
  if (await host.exists(filename)) throw failure('Wallet already exists.')
}

const primaryAddress = (context: WalletRpcContext): string => requireWallet(context).addressText({ major: 0, minor: 0 })

/** Returns a name as the user approves it: names in a browser have no spaces around them. */
const approvedName = (_: WalletRpcContext, { filename }: { readonly filename: string }): string => filename.trim()

/** A page could replace the user's wallet by one whose seed or password it knows, and receive the user's payments. */
const approveNewWallet = requireApprovalOf(approvedName, (_context, _params, name) => ({ kind: 'new wallet', name }))

const createWallet = method({
  names: ['create_wallet'],
  about: 'Creates a wallet with a new seed and opens it; without a filename it is deleted when it closes',
  access: 'admin',
  params: {
    filename: text,
    password: secretText,
    language: choiceText(
      seedLanguages.map(({ name }) => name),
      '',
    ),
    hardware_wallet: falseByDefault,
    device_name: text,
    device_label: text,
  },
  result: v.object({}),
  approval: approveNewWallet,
  handler: async (context, params, { textEncoding: encoding }, approved) => {
    const { password, language: wanted, hardware_wallet } = params
    const filename = approved ?? params.filename
    const host = requireFolder(context)
    if (hardware_wallet) throw failure('hardware wallets are not supported')
    const exists = await host.exists(filename)
    const language = seedLanguages.find(({ name, ownName }) => wanted === name || wanted === ownName)
    if (language === undefined) throw failure(`Unknown language: ${wanted}`)
    if (exists) throw new JsonRpcError(WALLET_RPC_CODES.walletExists, 'Cannot create wallet. Already exists.')
    await host.create({ filename, password, encoding }, language.name)
    return {}
  },
})

/** A wallet that a page created earlier would receive the user's payments. */
const approveOpening = requireApprovalOf(approvedName, (_context, _params, name) => ({ kind: 'open wallet', name }))

const openWallet = method({
  names: ['open_wallet'],
  about: 'Opens a wallet; the open one is saved and closed first',
  access: 'admin',
  params: { filename: text, password: secretText, autosave_current: trueByDefault },
  result: v.object({}),
  approval: approveOpening,
  handler: async (context, params, _call, approved) => {
    const { password } = params
    const filename = approved ?? params.filename
    const host = requireFolder(context)
    const { openFailed } = formOf(context).errors
    try {
      await host.open({ filename, password })
    } catch (error) {
      if (openFailed === undefined) throw error
      if (error instanceof WalletFileMissingError) throw failure(openFailed(withoutFolders(error.message)))
      if (error instanceof WrongPasswordError) throw failure(openFailed('Invalid password.'))
      throw error
    }
    return {}
  },
})

const closeWallet = method({
  names: ['close_wallet'],
  about: 'Saves and closes the open wallet',
  access: 'admin',
  params: { autosave_current: trueByDefault },
  result: v.object({}),
  approval: requireApproval(() => ({ kind: 'close wallet' })),
  handler: async (context) => {
    requireWallet(context)
    await requireHost(context).close()
    return {}
  },
})

/** Returns the seed words in their own language, with the seed offset removed. */
const plainWords = async ({ words, offset, encoding }: SentSeed): Promise<string> => {
  try {
    const keyring = await keyringFromWords(words, offset, encoding)
    return (await revealKeyring(keyring).finally(() => wipeKeyring(keyring))).words
  } catch (error) {
    if (error instanceof SeedError || error instanceof MultisigSeedError)
      throw failure('Electrum-style word list failed verification', error.message)
    throw error
  }
}

const HEX_BYTES = /^([0-9a-f]{2})+$/i

/** @throws JsonRpcError for anything but the seed of a participant of a multisig wallet, as monero-wallet-rpc 0.18.5 */
const requireMultisigSeed = ({ words, offset }: SentSeed): void => {
  if (offset !== '') throw failure('Multisig seeds are not compatible with seed offsets')
  if (!HEX_BYTES.test(words)) throw failure('Multisig seed not represented as hexadecimal string')
  try {
    const { signerSecret, viewSecret, shares } = parseMultisigSeed(words)
    wipe(signerSecret, viewSecret, ...shares)
  } catch (error) {
    if (error instanceof MultisigSeedError) throw failure('invalid multisig seed', error.message)
    throw error
  }
}

/** Returns whether seed words have no checksum word. */
const isDeprecated = (words: string): boolean => words.trim().split(/\s+/).length === 24

const restoreDeterministicWallet = method({
  names: ['restore_deterministic_wallet'],
  about: 'Restores a wallet from seed words and opens it',
  access: 'admin',
  params: {
    restore_height: v.optional(u64, 0n),
    filename: text,
    seed: secretText,
    seed_offset: secretText,
    password: secretText,
    language: text,
    autosave_current: trueByDefault,
    enable_multisig_experimental: falseByDefault,
  },
  result: v.object({ address: v.string(), seed: v.string(), info: v.string(), was_deprecated: v.boolean() }),
  approval: approveNewWallet,
  handler: async (context, params, { textEncoding: encoding }, approved) => {
    const { restore_height, seed: words, seed_offset: offset, password } = params
    const filename = approved ?? params.filename
    const host = requireFolder(context)
    if (words === '') throw failure("field 'seed' is mandatory. Please provide a seed you want to restore from.")
    await requireNew(host, filename)
    const sent = { words, offset, encoding }
    if (params.enable_multisig_experimental) requireMultisigSeed(sent)
    const seed = params.enable_multisig_experimental ? '' : await plainWords(sent)
    await host.restoreFromWords({ filename, password, encoding }, sent, heightOf(restore_height))
    return {
      address: primaryAddress(context),
      seed,
      info: 'Wallet has been restored successfully.',
      was_deprecated: isDeprecated(words),
    }
  },
})

const SECRET = /^[0-9a-fA-F]{64}$/

const generateFromKeys = method({
  names: ['generate_from_keys'],
  about: 'Restores a wallet from keys and opens it; without a spend key it is watch-only',
  access: 'admin',
  params: {
    restore_height: v.optional(u64, 0n),
    filename: text,
    address: text,
    spendkey: secretText,
    viewkey: secretText,
    password: secretText,
    autosave_current: trueByDefault,
  },
  result: v.object({ address: v.string(), info: v.string() }),
  approval: approveNewWallet,
  handler: async (context, params, { textEncoding: encoding }, approved) => {
    const { restore_height, address, spendkey, viewkey, password } = params
    const filename = approved ?? params.filename
    const host = requireFolder(context)
    if (viewkey === '')
      throw failure("field 'viewkey' is mandatory. Please provide a view key you want to restore from.")
    if (address === '') throw failure("field 'address' is mandatory. Please provide a public address.")
    await requireNew(host, filename)
    try {
      parseAddress(host.network ?? requireWallet(context).network, address)
    } catch (error) {
      if (error instanceof AddressError) throw failure('Failed to parse public address', error.message)
      throw error
    }
    if (!SECRET.test(viewkey)) throw failure('Failed to parse view key secret key')
    if (spendkey !== '' && !SECRET.test(spendkey)) throw failure('Failed to parse spend key secret key')
    const keys = { address, viewSecret: viewkey, spendSecret: spendkey }
    await host.restoreFromKeys({ filename, password, encoding }, keys, heightOf(restore_height))
    return {
      address: primaryAddress(context),
      info: `${spendkey === '' ? 'Watch-only wallet' : 'Wallet'} has been generated successfully.`,
    }
  },
})

const store = method({
  names: ['store'],
  about:
    'Saves the wallet; every change is saved automatically, and by this in the cache of wallet2 too (--keys-files)',
  access: 'admin',
  params: {},
  result: v.object({}),
  handler: async (context) => {
    requireWallet(context)
    await context.host?.store()
    return {}
  },
})

const changeWalletPassword = method({
  names: ['change_wallet_password'],
  about: 'Changes the password of the open wallet',
  access: 'admin',
  params: { old_password: secretText, new_password: secretText },
  result: v.object({}),
  approval: requireApproval(() => ({ kind: 'password' })),
  handler: async (context, { old_password, new_password }, { textEncoding }) => {
    requireWallet(context)
    try {
      await requireHost(context).changePassword(old_password, { text: new_password, encoding: textEncoding })
    } catch (error) {
      if (error instanceof WrongPasswordError)
        throw new JsonRpcError(WALLET_RPC_CODES.invalidPassword, 'Invalid original password.')
      throw error
    }
    return {}
  },
})

/** The methods of this file. */
export const fileMethods = [
  createWallet,
  openWallet,
  closeWallet,
  restoreDeterministicWallet,
  generateFromKeys,
  store,
  changeWalletPassword,
]
