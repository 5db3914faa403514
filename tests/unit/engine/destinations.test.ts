// Addresses and payment links as people paste and scan them: with other letters of the scheme, empty parameters, invisible characters.
import { describe, expect, it } from 'vitest'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { parseDestination } from '../../../src/wallet/accounts/parseDestination.ts'
import { vector } from '../../support/data/vectors.ts'

const address = vector('monero/keys.json').seeds[0]?.networks.mainnet.subaddresses['0,0']?.address ?? ''
const monero = networkById('monero-mainnet')
const AMOUNT = 1_500_000_000_000n

describe('a payment link', () => {
  it.each([
    ['Monero:A?tx_amount=1.5', { amount: AMOUNT }],
    ['MONERO:A', {}],
    ['web+MONERO:A', {}],
    ['monero://A', {}],
    ['monero://A/?tx_amount=1.5', { amount: AMOUNT }],
    ['monero:A?tx_payment_id=&tx_amount=1.5', { amount: AMOUNT }],
    ['monero:A?tx_amount=', {}],
    ['monero:A?', {}],
    ['monero:A?tx_amount=1.5&', { amount: AMOUNT }],
    ['monero:A?tx_description=a=b', { description: 'a=b' }],
    ['monero:A?tx_description=who?', { description: 'who?' }],
    ['monero:A?amount=1.5', { unknownParameters: ['amount=1.5'] }],
    ['\ufeffmonero:A\u200b?tx_amount=1.5\n', { amount: AMOUNT }],
  ])('is read from %j', (link, expected) => {
    expect(parseDestination(monero, link.replace('A', address))).toEqual({
      ...{ valid: true, address, kind: 'standard', amount: undefined, recipientName: '', description: '' },
      unknownParameters: [],
      ...expected,
    })
  })

  it.each(['monero:A?tx_amount=x', 'monero:A?tx_amount=1&tx_amount=2', 'monero:B', 'oxen:A'])(
    'is refused if it is %j',
    (link) => {
      expect(parseDestination(monero, link.replace('A', address)).valid).toBe(false)
    },
  )
})

describe('an address', () => {
  const half = address.slice(0, 50)
  const rest = address.slice(50)

  it.each(['\u200b', '\u00ad', '\u200e', '\u2068', '\r\n', ' ', '\u00a0', '\u2060'])(
    'is read with %j inside',
    (character) => {
      expect(parseDestination(monero, `\u2068${half}${character}${rest}\u2069`)).toMatchObject({ valid: true, address })
    },
  )
})
