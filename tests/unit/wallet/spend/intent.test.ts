// Validation of what is to be paid, in the order of wallet2: the first thing that is wrong is reported.
import { describe, expect, it } from 'vitest'
import { formatAddress, subaddressAt, toIntegratedAddress } from '../../../../src/coin/addresses/address.ts'
import { moneroTestnet, moneroMainnet as network } from '../../../../src/coin/networks/monero.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { FeeFromError } from '../../../../src/wallet/spend/feeFrom.ts'
import {
  AmbiguousPaymentIdError,
  DestinationError,
  InvalidRecipientError,
  OutputCountError,
  PaymentIdError,
  sweepDestination,
  type TransferRequest,
  transferAmount,
  transferIntent,
} from '../../../../src/wallet/spend/intent.ts'

const keys = generateKeys(new Uint8Array(32).fill(1))
const ID = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
const base = subaddressAt(keys, 0, 0)
const STANDARD = formatAddress(network, base)
const SUBADDRESS = formatAddress(network, subaddressAt(keys, 0, 1))
const INTEGRATED = formatAddress(network, toIntegratedAddress(base, ID))
const FOREIGN = formatAddress(moneroTestnet, base)
const MAX = 18_446_744_073_709_551_615n

const request = (
  destinations: readonly (readonly [address: string, amount: bigint])[],
  fields: Partial<TransferRequest> = {},
): TransferRequest => ({
  account: 3,
  subaddresses: [1, 2],
  priority: 2,
  unlockTime: 44n,
  destinations: destinations.map(([address, amount]) => ({ address, amount })),
  ...fields,
})

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

const errorOf = (...parameters: Parameters<typeof request>): unknown =>
  thrownBy(() => transferIntent(network, request(...parameters)))

describe('a transfer', () => {
  it('has the recipients in order, with the source and no payment id', () => {
    const intent = transferIntent(
      network,
      request([
        [SUBADDRESS, 5n],
        [STANDARD, 7n],
      ]),
    )
    expect(intent).toEqual({
      kind: 'transfer',
      account: 3,
      subaddresses: [1, 2],
      priority: 2,
      unlockTime: 44n,
      recipients: [
        { text: SUBADDRESS, amount: 5n, payee: subaddressAt(keys, 0, 1) },
        { text: STANDARD, amount: 7n, payee: base },
      ],
      paymentId: new Uint8Array(),
      feeFrom: [],
    })
    expect(transferAmount(intent)).toBe(12n)
  })

  it('has the payment id of an integrated address, also if other destinations are the same address', () => {
    for (const addresses of [[INTEGRATED], [INTEGRATED, STANDARD], [STANDARD, INTEGRATED]]) {
      const intent = transferIntent(network, request(addresses.map((address) => [address, 1n])))
      expect(intent.paymentId).toEqual(ID)
    }
  })

  it('has the destinations that pay the fee', () => {
    expect(transferIntent(network, request([[STANDARD, 1n]], { feeFrom: [0] })).feeFrom).toEqual([0])
  })

  it('needs a destination', () => {
    const error = errorOf([], { feeFrom: [3], standalonePaymentId: 'x' })
    expect(error).toBeInstanceOf(DestinationError)
    expect(error).toMatchObject({ details: { reason: 'none' } })
  })

  it.each([
    ['no address', 'nonsense'],
    ['an address of another network', FOREIGN],
  ])('rejects %s', (_, address) => {
    const error = errorOf([
      [STANDARD, 0n],
      [address, 1n],
    ])
    expect(error).toBeInstanceOf(InvalidRecipientError)
    expect(error).toMatchObject({ details: { address }, cause: expect.objectContaining({ name: 'AddressError' }) })
  })

  it.each([
    ['two integrated addresses', [INTEGRATED, INTEGRATED], undefined, 'several'],
    ['an integrated address and a payment id beside it', [INTEGRATED], '01'.repeat(8), 'several'],
    ['a payment id beside the addresses', [STANDARD], '01'.repeat(8), 'standalone'],
  ])('rejects %s', (_, addresses, standalonePaymentId = '', reason) => {
    const error = errorOf(
      addresses.map((address) => [address, 0n]),
      { standalonePaymentId, feeFrom: [9] },
    )
    expect(error).toBeInstanceOf(PaymentIdError)
    expect(error).toMatchObject({ details: { reason } })
  })

  it('rejects an integrated address together with another destination', () => {
    for (const addresses of [
      [INTEGRATED, SUBADDRESS],
      [SUBADDRESS, INTEGRATED],
    ])
      expect(errorOf(addresses.map((address) => [address, 1n]))).toBeInstanceOf(AmbiguousPaymentIdError)
  })

  it('rejects a destination that pays the fee but does not exist, before it looks at amounts', () => {
    expect(errorOf([[STANDARD, 0n]], { feeFrom: [1] })).toBeInstanceOf(FeeFromError)
  })

  it.each([0n, -1n])('rejects an amount of %s', (amount) => {
    const error = errorOf([
      [STANDARD, 5n],
      [INTEGRATED, amount],
    ])
    expect(error).toBeInstanceOf(DestinationError)
    expect(error).toMatchObject({ details: { reason: 'zero-amount' } })
  })

  it('pays up to 2^64 - 1 atomic units', () => {
    const pay = (second: bigint): unknown =>
      errorOf([
        [STANDARD, MAX - 5n],
        [SUBADDRESS, second],
      ])
    expect(pay(5n)).toMatchObject({ kind: 'transfer' })
    expect(pay(6n)).toBeInstanceOf(DestinationError)
    expect(pay(6n)).toMatchObject({
      message: expect.stringContaining('18446744073709551616 atomic units are more'),
      details: { reason: 'amount-too-large' },
    })
  })
})

describe('the destination of a sweep', () => {
  const sweep = (outputs: number, address = STANDARD, standalonePaymentId?: string): unknown =>
    thrownBy(() =>
      sweepDestination(network, {
        address,
        outputs,
        ...(standalonePaymentId === undefined ? {} : { standalonePaymentId }),
      }),
    )

  it('has one to sixteen outputs', () => {
    for (const outputs of [1, 16])
      expect(sweep(outputs)).toEqual({ recipient: { text: STANDARD, payee: base }, outputs })
    for (const outputs of [0, -1, 1.5, 17, Number.NaN]) {
      const error = sweep(outputs)
      expect(error).toBeInstanceOf(OutputCountError)
      expect(error).toMatchObject({ details: { count: outputs, max: 16 } })
    }
  })

  it('is an address of the network', () => {
    expect(sweep(1, FOREIGN)).toBeInstanceOf(InvalidRecipientError)
    // wallet2 reports no outputs before the address, and too many after it.
    expect(sweep(0, FOREIGN)).toBeInstanceOf(OutputCountError)
    expect(sweep(17, FOREIGN)).toBeInstanceOf(InvalidRecipientError)
  })

  it('may have a payment id in its address only', () => {
    expect(sweep(2, INTEGRATED)).toMatchObject({ recipient: { payee: { paymentId: ID } } })
    expect(sweep(1, STANDARD, '')).toMatchObject({ outputs: 1 })
    expect(sweep(1, STANDARD, '01'.repeat(8))).toMatchObject({ details: { reason: 'standalone' } })
    expect(sweep(1, INTEGRATED, '01'.repeat(8))).toMatchObject({ details: { reason: 'several' } })
  })
})
