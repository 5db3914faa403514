// The form of each family's wallet RPC, without an open wallet.
import { describe, expect, it } from 'vitest'
import type { Network } from '../../../src/coin/networks/network.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import type { WalletHost } from '../../../src/rpc/walletRpcContext.ts'

const post = async (network: Network, method: string): Promise<unknown> => {
  // The methods called here read no other member.
  const host = { network, hasFolder: true } as WalletHost
  const rpc = createWalletRpc({ wallet: undefined, rpcEnabled: true, host })
  const response = await rpc(
    new Request('http://wallet/json_rpc', { method: 'POST', body: JSON.stringify({ id: 1, method }) }),
  )
  return await response.json()
}

describe('get_version', () => {
  it.each([
    ['oxen-wallet-rpc 8.1', 'oxen-mainnet', { version: 65553 }],
    ['monero-wallet-rpc 0.18', 'monero-stagenet', { version: 65561, release: true }],
  ])('returns the version of %s', async (_, id, result) => {
    expect(await post(networkById(id), 'get_version')).toMatchObject({ result })
  })
})
