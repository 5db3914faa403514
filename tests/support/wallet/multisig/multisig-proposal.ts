// Proposed sets of a multisig wallet on a development node, and wallets that can sign them more than once.

import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { formatTransferSet, parseTransferSet } from '../../../../src/coin/sealed-exports/transferSetFile.ts'
import type { MultisigTransferSet } from '../../../../src/coin/transfer-sets/transferSet.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { decodeOutputInfo, encodeOutputInfo } from '../../../../src/wallet/state/outputInfo.ts'
import { seededRandom } from '../../random.ts'
import { openedIn } from '../engine-host.ts'
import type { MultisigStage } from './multisig-stage.ts'

/** Keys of a receiver outside of the multisig wallet. */
export const payeeKeys = generateKeys(new Uint8Array(32).fill(9))

/** Returns the address of the receiver. */
export const payeeAddress = ({ network }: Pick<MultisigStage, 'network'>): string => {
  const { spendPublic: spendKey, viewPublic: viewKey } = payeeKeys
  return formatAddress(network, { kind: 'standard', spendKey, viewKey, paymentId: undefined })
}

/** Returns a multisig set as its participants read it. */
export const openSet = ({ network, keys }: Wallet, bytes: Uint8Array): Promise<MultisigTransferSet> =>
  parseTransferSet(network, network.transferSets.multisig, keys, bytes)

/** Returns the bytes of a multisig set as a participant could have made it. */
export const sealSet = ({ network, keys }: Wallet, set: MultisigTransferSet): Promise<Uint8Array> =>
  formatTransferSet(network.transferSets.multisig, keys, set, seededRandom(11))

/** Returns a function that restores the nonces that a wallet has now. No real wallet may ever do this. */
export const nonceRestorer = (engine: Engine): (() => Promise<void>) => {
  const { state } = openedIn(engine)
  const records = [...state.outputInfos].map(([key, info]) => [key, encodeOutputInfo(info)] as const)
  return () =>
    state.update('strict', () => ({
      outputInfos: new Map(records.map(([key, record]) => [key, decodeOutputInfo(record)])),
    }))
}
