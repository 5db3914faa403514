// Methods of monerod whose JSON has packed values: strings of bytes that need not be UTF-8.

import { concat, u64Bytes } from '../../../bytes/bytes.ts'
import { varintBytes } from '../../../bytes/cursor.ts'
import { JsonBytes } from '../../../jsonrpc/jsonBytes.ts'
import { nodeMethod } from '../../rpc/calls/nodeMethod.ts'
import { response } from '../../rpc/calls/response.ts'
import { DISTRIBUTION_PARAMS, distributionOfAmount } from '../../rpc/methods/outputs.ts'
import { poolIds, visible } from '../../rpc/methods/txpool.ts'

/** Returns a packed list; undefined, so that the field is omitted, if it is empty. */
const packed = (items: readonly Uint8Array[]): JsonBytes | undefined =>
  items.length === 0 ? undefined : new JsonBytes(concat(...items))

const u64sOf = (...values: readonly (number | bigint)[]): Uint8Array =>
  concat(...values.map((value) => u64Bytes(BigInt(value))))

export const packedMethods = [
  nodeMethod({
    names: ['get_transaction_pool_hashes.bin'],
    about:
      'ids of the transactions in the pool as raw bytes in a JSON string, as monerod returns them despite the name',
    access: 'public',
    transports: ['path'],
    params: {},
    handler: ({ node }, _params, { restricted }) => response({ tx_hashes: packed(poolIds(node, restricted)) }),
  }),
  nodeMethod({
    names: ['get_txpool_backlog'],
    about: 'weight, fee and age of the transactions in the pool, packed into a string of bytes',
    access: 'public',
    params: {},
    handler: ({ node }, _params, { restricted }) =>
      response({
        backlog: packed(
          visible(node, restricted).map(({ parsed, fee, receivedAt }) =>
            u64sOf(parsed.weight, fee, restricted ? 0 : node.clock() - receivedAt),
          ),
        ),
      }),
  }),
  nodeMethod({
    names: ['get_output_distribution'],
    about:
      'number of outputs per block, or cumulative: a list, or packed into a string of bytes unless `binary` is false',
    access: 'public',
    params: DISTRIBUTION_PARAMS,
    handler: ({ node: { chain } }, { amounts, from_height: from, to_height: to, cumulative, binary, compress }) => {
      const distributions = amounts.map((amount) => {
        const { base, counts } = distributionOfAmount(chain, amount, { from, to, cumulative })
        const common = { amount, start_height: from, base, binary, compress }
        if (!binary) return { ...common, distribution: counts }
        return compress
          ? { ...common, compressed_data: packed(counts.map(varintBytes)) }
          : { ...common, distribution: packed([u64sOf(...counts)]) }
      })
      return response({ distributions })
    },
  }),
]
