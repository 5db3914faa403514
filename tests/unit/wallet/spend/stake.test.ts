// Stakes against recorded ones of oxen-wallet-rpc: with the recorded secret, order and rings the drafted prefix is equal byte by byte,
// including the key image that is locked.

import { describe, expect, it } from 'vitest'
import { concat, equalBytes } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import { findField } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializePrefix } from '../../../../src/coin/transactions/transactionBytes.ts'
import { keyImage, secretAdd } from '../../../../src/crypto/keys/keys.ts'
import { type DraftOutput, draftTransaction } from '../../../../src/wallet/spend/draft.ts'
import type { Payee } from '../../../../src/wallet/spend/payee.ts'
import { stakePurpose } from '../../../../src/wallet/spend/purpose.ts'
import { vector } from '../../../support/data/vectors.ts'
import { recordedInputs } from '../../../support/wallet/spend/recorded-inputs.ts'
import { keysOf } from '../../../support/wallet/spend/spend-chain.ts'

const network = oxenRegtest
const data = vector('oxen/staking.json')
const wallets = Object.values<{ readonly spend_key: string; readonly view_key: string }>(data.keys).map((keys) =>
  keysOf(fromHex(keys.spend_key, 32), fromHex(keys.view_key, 32)),
)

const stakes = Object.entries<string>(data.tx_hex)
  .map(([txid, hex]) => ({ txid, transaction: parseTransaction(network, fromHex(hex)) }))
  .filter(({ transaction }) => transaction.type === TransactionType.stake)

const found = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`the recorded stake has no ${what}`)
  return value
}

describe('drafts of stakes', () => {
  it.each(stakes.map(({ txid, transaction }) => [txid.slice(0, 8), transaction] as const))(
    'are the recorded ones: %s',
    (_, transaction) => {
      const fields = parseExtra(network, transaction.extra)
      const contributor = found(findField(fields, 'contributor'), 'contributor')
      const serviceNodeKey = found(findField(fields, 'serviceNodeKey'), 'service node')
      const registration = findField(fields, 'registration')
      const secret = found(findField(fields, 'txSecretKey'), 'secret').key
      const [proof, ...others] = found(findField(fields, 'keyImageProofs'), 'proof').proofs
      expect(others).toEqual([])
      const keys = found(
        wallets.find(({ spendPublic }) => equalBytes(spendPublic, contributor.spendKey)),
        'known wallet',
      )
      const own: Payee = { kind: 'standard', spendKey: keys.spendPublic, viewKey: keys.viewPublic }
      const more: ExtraField[] = [serviceNodeKey, contributor, ...(registration === undefined ? [] : [registration])]
      const { type, fields: purposeFields } = stakePurpose(more)
      const lockedImages: string[] = []
      const drafts = [0, 1].map((place) =>
        draftTransaction(
          {
            form: network,
            inputs: recordedInputs(transaction),
            destinations: [own],
            change: own,
            paymentId: new Uint8Array(),
            burns: false,
            unlockTime: 0n,
            viewSecret: keys.viewSecret,
            type,
            fields: purposeFields,
            lock: ({ key, sharedScalar }: DraftOutput) => {
              const image = keyImage(key, secretAdd(sharedScalar, keys.spendSecret))
              lockedImages.push(toHex(image))
              // Only the signature contains further randomness.
              return { keyImage: image, signature: proof?.signature ?? new Uint8Array(64) }
            },
          },
          () => concat(secret, new Uint8Array(32)),
          { unit: () => 0.5, below: (bound) => Math.min(place, bound - 1) },
        ),
      )
      expect(lockedImages).toContain(toHex(found(proof, 'proof').keyImage))
      expect(drafts.map(({ skeleton }) => toHex(serializePrefix(skeleton)))).toContain(
        toHex(serializePrefix(transaction)),
      )
    },
  )
})
