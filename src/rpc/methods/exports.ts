// Exchange of outputs and key images between a watch-only wallet and its copy with the spend key.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { OutputExportError } from '../../coin/sealed-exports/outputExport.ts'
import type { SignedKeyImage } from '../../coin/transactions/extraField.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { index, list, u32, u64 } from '../../jsonrpc/schemas.ts'
import {
  exportKeyImages,
  importKeyImages,
  KeyImageError,
  KeyImageSignatureError,
} from '../../wallet/exchange/keyImageExchange.ts'
import { exportOutputs, importOutputs, OutputImportError } from '../../wallet/exchange/outputExchange.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { requireApproval } from '../calls/approval.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  method,
  omitIfEmpty,
  parseHexParam,
  requireTrustedNode,
  requireWallet,
} from '../calls/walletRpcContext.ts'

const MAX_COUNT = 2 ** 32 - 1

type ExportRange = { readonly all: boolean; readonly start: number; readonly count: number }

/** @throws JsonRpcError if the range is empty, or begins at a position although the first output without a key image decides */
const requireRange = ({ all, start, count }: ExportRange): void => {
  if (count === 0) throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'Nothing requested')
  if (!all && start > 0)
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'Incremental mode is incompatible with non-zero start')
}

const exportOutputsMethod = method({
  names: ['export_outputs'],
  about:
    'Exports the outputs of this wallet for its copy with the spend key; without `all` only from the first one without a key image on. With `start` and `count` in parts',
  access: 'admin',
  effect: 'read',
  cost: 'heavy',
  flat: true,
  params: { all: falseByDefault, start: v.optional(u32, 0), count: v.optional(u32, MAX_COUNT) },
  result: v.object({ outputs_data_hex: v.string() }),
  approval: requireApproval((_, range) => {
    requireRange(range)
    return { kind: 'export', what: 'outputs' }
  }),
  handler: async (context, { all, start, count }) => {
    requireRange({ all, start, count })
    const bytes = await exportOutputs(requireWallet(context), { from: all ? start : 'needed', count })
    return { outputs_data_hex: toHex(bytes) }
  },
})

const parseOutputs = (hex: string): Uint8Array => parseHexParam(hex, WALLET_RPC_CODES.badHex, 'Failed to parse hex.')

const importOutputsMethod = method({
  names: ['import_outputs'],
  about: 'Imports the outputs that a watch-only copy of this wallet exported; returns the number of known outputs',
  access: 'admin',
  flat: true,
  params: { outputs_data_hex: v.optional(v.string(), '') },
  result: v.object({ num_imported: index }),
  approval: requireApproval((_, { outputs_data_hex }) => {
    parseOutputs(outputs_data_hex)
    return { kind: 'import outputs' }
  }),
  handler: async (context, { outputs_data_hex }) => {
    const wallet = requireWallet(context)
    const bytes = parseOutputs(outputs_data_hex)
    try {
      return { num_imported: await importOutputs(wallet, bytes) }
    } catch (error) {
      if (error instanceof OutputExportError) throw new JsonRpcError(WALLET_RPC_CODES.unknown, error.message)
      if (error instanceof OutputImportError)
        throw new JsonRpcError(WALLET_RPC_CODES.unknown, `Failed to import outputs: ${error.message}`)
      throw error
    }
  },
})

/** @throws JsonRpcError for a wallet without a spend key */
const requireSpendKey = ({ hasSpendKey, keys }: Wallet): void => {
  if (keys.multisig !== undefined)
    throw new JsonRpcError(
      WALLET_RPC_CODES.unknown,
      'key_image generated not matched with cached key image',
      'no participant of a multisig wallet has the key that signs key images',
    )
  if (!hasSpendKey)
    throw new JsonRpcError(
      WALLET_RPC_CODES.watchOnly,
      'The wallet is watch-only. Cannot export key images.',
      'they are made where the spend key is',
    )
}

const exportKeyImagesMethod = method({
  names: ['export_key_images'],
  about:
    'Exports signed key images of this wallet’s outputs for its watch-only copy; with `requested_only` only from the first one on that the copy requested',
  access: 'admin',
  effect: 'read',
  cost: 'heavy',
  params: { requested_only: falseByDefault, all: v.optional(v.boolean()) },
  result: v.object({
    offset: u32,
    signed_key_images: v.optional(v.array(v.object({ key_image: v.string(), signature: v.string() }))),
  }),
  approval: requireApproval((context) => {
    requireSpendKey(requireWallet(context))
    return { kind: 'export', what: 'key images' }
  }),
  handler: async (context, { requested_only, all }) => {
    const wallet = requireWallet(context)
    requireSpendKey(wallet)
    const { exportsAllKeyImages, omitsEmptyLists } = wallet.network.walletRpc
    const isPartial = requested_only || !(all ?? exportsAllKeyImages)
    const { offset, images } = await exportKeyImages(wallet, isPartial ? 'requested' : 'all')
    const signed_key_images = images.map(({ keyImage, signature }) => ({
      key_image: toHex(keyImage),
      signature: toHex(signature),
    }))
    return {
      offset,
      signed_key_images: omitsEmptyLists ? omitIfEmpty(signed_key_images) : signed_key_images,
    }
  },
})

const KEY_IMAGE = 32
const SIGNATURE = 64

const signedImage = (image: { readonly key_image: string; readonly signature: string }): SignedKeyImage => ({
  keyImage: parseHexParam(image.key_image, WALLET_RPC_CODES.wrongKeyImage, 'failed to parse key image', KEY_IMAGE),
  signature: parseHexParam(image.signature, WALLET_RPC_CODES.wrongSignature, 'failed to parse signature', SIGNATURE),
})

const importKeyImagesMethod = method({
  names: ['import_key_images'],
  about:
    'Imports the key images that the copy with the spend key signed, and asks the node which of them are spent; the node learns that they belong together',
  access: 'admin',
  params: {
    offset: v.optional(u32, 0),
    signed_key_images: list(v.object({ key_image: v.optional(v.string(), ''), signature: v.optional(v.string(), '') })),
  },
  result: v.object({ height: index, spent: u64, unspent: u64 }),
  handler: async (context, { offset, signed_key_images }) => {
    const wallet = requireWallet(context)
    requireTrustedNode(context)
    const images = signed_key_images.map(signedImage)
    try {
      return await importKeyImages(wallet, { offset, images })
    } catch (error) {
      if (error instanceof KeyImageSignatureError)
        throw new JsonRpcError(WALLET_RPC_CODES.wrongSignature, error.message)
      if (error instanceof KeyImageError) throw new JsonRpcError(WALLET_RPC_CODES.unknown, error.message)
      throw error
    }
  },
})

/** The methods of this file. */
export const exportMethods = [exportOutputsMethod, importOutputsMethod, exportKeyImagesMethod, importKeyImagesMethod]
