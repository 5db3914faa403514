// Methods about proof of work that only monerod (0.18) has.

import * as v from 'valibot'
import { FormatError } from '../../../bytes/cursor.ts'
import { toHex } from '../../../bytes/hex.ts'
import { type Block, blockHashingBlob, parseBlock, serializeBlock } from '../../../coin/blocks/block.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { ShortInputError } from '../../../crypto/hash/cryptonight.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { index, list, u8 } from '../../../jsonrpc/schemas.ts'
import { NODE_ERROR_CODES } from '../../rpc/calls/errors.ts'
import { parseHex } from '../../rpc/calls/hexParam.ts'
import { nodeMethod } from '../../rpc/calls/nodeMethod.ts'
import { response } from '../../rpc/calls/response.ts'
import { UnsupportedProofOfWorkError } from '../../rules/proofOfWork.ts'

import { type AuxPow, AuxPowError, type AuxPowTree, buildAuxPowTree, withAuxPowTree } from '../rules/mergeMining.ts'

const MAX_RESTRICTED_HASHES = 10
const MAX_NONCE = 65_535
const MAX_RESTRICTED_NONCE = 16_384
/** Bytes by which a block blob may exceed the weight limit. */
const EXTRA_BLOB = 100
const HASH = 32
const NO_SEED = new Uint8Array(HASH)
const RESTRICTED = -19

const wrongParam = (message: string): JsonRpcError => new JsonRpcError(NODE_ERROR_CODES.wrongParam, message)

const hashIn = (text: string, what: string): Uint8Array => {
  const bytes = parseHex(text, HASH)
  if (bytes === undefined) throw wrongParam(`Invalid aux pow ${what}`)
  return bytes
}

const treeOf = (work: readonly AuxPow[], mostNonce: number): AuxPowTree => {
  try {
    return buildAuxPowTree(work, mostNonce)
  } catch (error) {
    if (error instanceof AuxPowError) throw new JsonRpcError(NODE_ERROR_CODES.internal, error.message)
    throw error
  }
}

const templateIn = (network: Network, text: string): Block => {
  const blob = parseHex(text)
  if (blob === undefined) throw wrongParam('Invalid blocktemplate_blob')
  try {
    return parseBlock(network, blob)
  } catch (error) {
    if (error instanceof FormatError)
      throw new JsonRpcError(NODE_ERROR_CODES.wrongBlockBlob, 'Wrong blocktemplate_blob', error.message)
    throw error
  }
}

export const workMethods = [
  {
    // The result is a string.
    ...nodeMethod({
      names: ['calc_pow'],
      about: 'proof-of-work hash of a block hashing blob, for a hard fork and a seed',
      access: 'admin',
      params: {
        major_version: v.optional(u8, 0),
        height: v.optional(index, 0),
        block_blob: v.optional(v.string(), ''),
        seed_hash: v.optional(v.string(), ''),
      },
      handler: async ({ node: { chain } }, { major_version: fork, height, block_blob: text, seed_hash: seedText }) => {
        const blob = parseHex(text)
        if (blob === undefined) throw new JsonRpcError(NODE_ERROR_CODES.wrongBlockBlob, 'Wrong block blob')
        if (blob.length > chain.limits.limit + EXTRA_BLOB)
          throw new JsonRpcError(NODE_ERROR_CODES.blockTooBig, 'Block blob size is too big, rejecting block')
        const seed =
          seedText === '' ? (chain.blockAt(chain.work.seedHeight(height))?.id ?? NO_SEED) : parseHex(seedText, HASH)
        if (seed === undefined) throw wrongParam('Wrong seed hash')
        await chain.work.load()
        try {
          return toHex(await chain.work.hashOfBytes(blob, fork, seed))
        } catch (error) {
          if (error instanceof UnsupportedProofOfWorkError || error instanceof ShortInputError)
            throw wrongParam(error.message)
          throw error
        }
      },
    }),
    result: v.string(),
  },
  nodeMethod({
    names: ['add_aux_pow'],
    about: 'adds merge-mining hashes of other chains to a block template',
    access: 'public',
    params: {
      blocktemplate_blob: v.optional(v.string(), ''),
      aux_pow: list(v.object({ id: v.string(), hash: v.string() })),
    },
    handler: ({ node: { rules } }, { blocktemplate_blob: template, aux_pow: work }, { restricted }) => {
      if (restricted && work.length > MAX_RESTRICTED_HASHES)
        throw new JsonRpcError(RESTRICTED, 'Too many aux pow hashes')
      if (work.length === 0) throw wrongParam('Empty aux pow hash vector')
      const auxiliary = work.map(({ id, hash }) => ({ id: hashIn(id, 'id'), hash: hashIn(hash, 'hash') }))
      const tree = treeOf(auxiliary, restricted ? MAX_RESTRICTED_NONCE : MAX_NONCE)
      const block = withAuxPowTree(rules.network, templateIn(rules.network, template), tree)
      return response({
        blocktemplate_blob: toHex(serializeBlock(block)),
        blockhashing_blob: toHex(blockHashingBlob(block)),
        merkle_root: toHex(tree.root),
        merkle_tree_depth: tree.depth,
        aux_pow: tree.leaves.map(({ id, hash }) => ({ id: toHex(id), hash: toHex(hash) })),
      })
    },
  }),
]
