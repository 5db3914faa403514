// Orders of names against recorded ones of oxen-wallet-rpc: with the recorded secret and rings the drafted prefix is equal byte by byte,
// and the fee is the recorded one.

import { describe, expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { namePrice } from '../../../../src/coin/names/nameType.ts'
import { oxenRegtest as network } from '../../../../src/coin/networks/oxen.ts'
import { burntAmount, findField } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { parseTransaction, serializePrefix } from '../../../../src/coin/transactions/transactionBytes.ts'
import { estimateTransactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { draftTransaction } from '../../../../src/wallet/spend/draft.ts'
import { namePurpose } from '../../../../src/wallet/spend/purpose.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'
import { recordedInputs } from '../../../support/wallet/spend/recorded-inputs.ts'
import { keysOf } from '../../../support/wallet/spend/spend-chain.ts'
import { wallet2Estimate } from '../../../support/wallet/spend/wallet2-estimate.ts'

const data = vector('oxen/names.json')

/** Fee of the recorded chain at that time: atomic units per byte, and per output. */
const PER_BYTE = 122n
const PER_OUTPUT = 20_000_000n
const BURN_SIZE = 9

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('a part of a recorded order is missing')
  return value
}

const orders = data.calls.flatMap(({ label, wallet, request, answer: { result } }) => {
  const [txid, key] = [String(result?.['tx_hash']), String(result?.['tx_key'])]
  const isMined = result !== undefined && Object.hasOwn(data.tx_hex, txid) && key.length === 64
  return isMined ? [{ label, wallet, txid, key, account: Number(request.params?.['account_index'] ?? 0) }] : []
})

describe('orders of names', () => {
  it('are all that were mined', () => {
    expect(orders).toHaveLength(24)
  })

  it.each(orders.map((order) => [`${order.label} ${order.txid.slice(0, 8)}`, order] as const))(
    'are drafted as recorded: %s',
    (_, { wallet, txid, key, account }) => {
      const transaction = parseTransaction(network, fromHex(entryOf(data.tx_hex, txid)))
      const { spend_key: spend, view_key: view } = entryOf(data.keys, wallet)
      const keys = keysOf(fromHex(spend, 32), fromHex(view, 32))
      const fields = parseExtra(network, transaction.extra)
      const field = found(findField(fields, 'nameSystem'))
      const burn = burntAmount(fields)
      expect(burn).toBe(field.signature === undefined ? namePrice(field.type, 17) : 0n)
      const purpose = namePurpose(field, burn)
      const change = subaddressAt(keys, account, 0)
      const draft = draftTransaction(
        {
          form: network,
          inputs: recordedInputs(transaction),
          destinations: [],
          change,
          paymentId: new Uint8Array(),
          burns: burn > 0n,
          unlockTime: 0n,
          viewSecret: keys.viewSecret,
          type: purpose.type,
          fields: purpose.fields,
        },
        () => concat(fromHex(key), new Uint8Array(32)),
        { unit: () => 0.5, below: () => 0 },
      )
      const extra = serializeExtra(
        parseExtra(network, draft.skeleton.extra).map((each) =>
          each.field === 'burn' ? { ...each, amount: burn } : each,
        ),
      )
      expect(toHex(serializePrefix({ ...draft.skeleton, extra }))).toBe(toHex(serializePrefix(transaction)))
      const size = serializeExtra([field]).length + (burn > 0n ? BURN_SIZE : 0)
      const weight = BigInt(wallet2Estimate(network, transaction.inputs.length, 2, size))
      const shape = { ...network, inputs: transaction.inputs.length, outputs: 2, extra: size }
      expect(BigInt(estimateTransactionWeight(shape))).toBe(weight)
      const base = weight * PER_BYTE + 2n * PER_OUTPUT
      expect(transaction.rct?.fee).toBe(burn + ((base + 9n) / 10n) * 10n)
    },
  )
})
