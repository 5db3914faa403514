// The open wallet: proofs, signed messages, and transactions as the node has them.

import { fromHex } from '../../bytes/hex.ts'
import { parseAddress } from '../../coin/addresses/address.ts'
import { checkProof } from '../../wallet/proofs/checkProof.ts'
import { provePayment } from '../../wallet/proofs/paymentProof.ts'
import { proveReserve } from '../../wallet/proofs/reserveProof.ts'
import { signMessage } from '../../wallet/proofs/signedMessages.ts'
import { proveSpend } from '../../wallet/proofs/spendProof.ts'
import { transactionContent } from '../../wallet/proofs/transactionContent.ts'
import type { ProofsApi } from '../api/proofsApi.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** Bytes of a transaction id. */
const ID = 32

/** Returns the part of the engine that `ProofsApi` declares. */
export const proofsActions = (core: EngineCore): ProofsApi => ({
  async provePayment({ txid, address, message }) {
    const { wallet } = core.manager.use()
    return provePayment(wallet, fromHex(txid, ID), parseAddress(wallet.network, address), message)
  },

  async proveSpend({ txid, message }) {
    return proveSpend(core.manager.use().wallet, fromHex(txid, ID), message)
  },

  async proveReserve({ claim, message }) {
    return await proveReserve(core.manager.use().wallet, claim, message)
  },

  async signMessage({ text, account, address }) {
    return signMessage(core.manager.use().wallet, text, { major: account, minor: address }, 'spend')
  },

  async checkProof(check) {
    return checkProof(core.manager.use().wallet, check)
  },

  async transactionContent(txid) {
    return transactionContent(core.manager.use().wallet, fromHex(txid, ID))
  },
})
