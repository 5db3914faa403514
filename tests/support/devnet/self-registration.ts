// A development node that is itself a service node, registered by its own command with coins of its faucet.

import { fromHex } from '../../../src/bytes/hex.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import { parseRegistrationTerms } from '../../../src/devnet/oxen/service-nodes/registrationCommand.ts'
import type { RunningNode } from '../../../src/devnet/startNode.ts'

/** Returns the parameters of get_service_node_registration_cmd for a node staked by the faucet alone; atomic units. */
export const registrationParams = ({ node, faucet }: RunningNode, stake: number) => ({
  operator_cut: '10%',
  contributions: [
    {
      address: formatAddress(node.rules.network, { kind: 'standard', ...faucet.address, paymentId: undefined }),
      amount: stake,
    },
  ],
  staking_requirement: stake,
})

/**
 * Sends the registration of a command; the next block includes it.
 * @param stake atomic units
 * @returns the key in the command, and its expiration
 */
export const sendRegistration = async (
  { node, faucet }: RunningNode,
  command: string,
  stake: number,
): Promise<{ readonly key: string; readonly expiration: number }> => {
  const [, ...words] = command.split(' ')
  const [signature = '', key = '', expiration = ''] = words.toReversed()
  const { operatorPortions, reserved } = parseRegistrationTerms(
    node.rules.network,
    words.slice(0, -3),
    BigInt(stake),
    node.chain.nextFork,
  )
  const { spendKey, viewKey } = faucet.address
  await faucet.stake(BigInt(stake), [
    {
      field: 'registration',
      operatorPortions,
      spendKeys: reserved.map(({ address }) => address.spendKey),
      viewKeys: reserved.map(({ address }) => address.viewKey),
      portions: reserved.map(({ portions }) => portions),
      expiration: BigInt(expiration),
      signature: fromHex(signature),
    },
    { field: 'contributor', spendKey, viewKey },
    { field: 'serviceNodeKey', key: fromHex(key) },
  ])
  return { key, expiration: Number(expiration) }
}
