// The method that lists the wallets which a new development chain pays.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { list, u64 } from '../../../jsonrpc/schemas.ts'
import { findDevelopmentWallets } from '../../mining/developmentWallets.ts'
import { BOTH, nodeMethod, STATUS } from '../calls/nodeMethod.ts'
import { statusResponse } from '../calls/response.ts'

const walletRecord = v.object({ address: v.string(), seed: v.string(), view_key: v.string(), amount: u64 })

export const walletMethods = [
  nodeMethod({
    names: ['dev_wallets'],
    about:
      'wallets that this chain paid at its start, with their seeds, which are the same on every development chain; amounts in atomic units',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: { wallets: list(walletRecord), ...STATUS },
    handler: async ({ node, miner }) => {
      await miner.firstBlocks
      const wallets = await findDevelopmentWallets(node.chain)
      return statusResponse({
        wallets: wallets.map(({ address, words, viewKey, amount }) => ({
          address,
          seed: words,
          view_key: toHex(viewKey),
          amount,
        })),
      })
    },
  }),
]
