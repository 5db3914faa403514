// The method that lists outputs of stakes.

import { asU64s } from '../../../bytes/portableStorageWriter.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../coin/transactions/parseExtra.ts'
import { index, list } from '../../../jsonrpc/schemas.ts'
import { binaryNodeMethod } from '../../rpc/calls/nodeMethod.ts'

export const outputBlacklistMethods = [
  binaryNodeMethod({
    names: ['get_output_blacklist.bin'],
    about: 'global indices of staking outputs, which are unsuitable as decoys',
    access: 'public',
    params: {},
    result: { blacklist: list(index) },
    handler: ({ node: { chain, rules } }) => {
      // A block with only a coinbase transaction has no stakes.
      const filled = chain.blocks.filter(({ isEmpty }) => !isEmpty)
      const blacklist = filled.flatMap(({ transactions, outputIndices }) =>
        transactions.flatMap(({ transaction }, i) => {
          if (i === 0) return []
          const extra = parseExtra(rules.network, transaction.extra)
          const stake = findField(extra, 'txSecretKey') !== undefined && findField(extra, 'contributor') !== undefined
          return stake ? (outputIndices[i] ?? []) : []
        }),
      )
      return { fields: { blacklist: asU64s(blacklist) } }
    },
  }),
]
