// Multisig wallets: key exchange, infos, sets that several participants sign.

import { exportMultisigInfo, importMultisigInfo } from '../../wallet/multisig/infoExchange.ts'
import {
  exchangeMultisigKeyring,
  makeMultisigKeyring,
  multisigMessageOf,
} from '../../wallet/multisig/multisigKeyring.ts'
import type { MultisigApi } from '../api/multisigApi.ts'
import {
  describeMultisigTransfer,
  signMultisigTransfer,
  submitMultisigTransfer,
} from '../payments/multisigTransfers.ts'
import type { EngineCore } from '../session/engineCore.ts'

const participantOf = ({ manager, environment }: EngineCore) => ({
  network: manager.requireOpened().wallet.network,
  random: environment.random,
})

/** Returns the part of the engine that `MultisigApi` declares. */
export const multisigActions = (core: EngineCore): MultisigApi => ({
  async multisigMessage() {
    return multisigMessageOf(core.manager.use().wallet)
  },

  makeMultisig(round) {
    return core.manager.changeKeys((keyring) => makeMultisigKeyring(participantOf(core), keyring, round))
  },

  exchangeMultisigKeys(messages) {
    return core.manager.changeKeys((keyring) => exchangeMultisigKeyring(participantOf(core), keyring, messages))
  },

  async exportMultisigInfo() {
    return exportMultisigInfo(core.manager.use().wallet)
  },

  async importMultisigInfo(infos) {
    return importMultisigInfo(core.manager.use().wallet, infos)
  },

  async describeMultisigSet(bytes) {
    return describeMultisigTransfer(core.manager.use().wallet, bytes)
  },

  async signMultisigSet(bytes) {
    return signMultisigTransfer(core.manager.use().wallet, bytes)
  },

  async submitMultisigSet(bytes) {
    return core.publisher.after(submitMultisigTransfer(core.manager.use().wallet, bytes))
  },
})
