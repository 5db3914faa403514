// Addresses and payment links as people paste and scan them: with other letters of the scheme, empty parameters, invisible characters.
import { describe, expect, it } from 'vitest'
import { splitPaymentLink } from '../../../src/coin/addresses/linkRecipients.ts'
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

describe('a link with several recipients', () => {
  const other = vector('monero/keys.json').seeds[0]?.networks.mainnet.subaddresses['0,1']?.address ?? ''

  it.each([
    ['monero:A;B?tx_amount=1;2', ['monero:A?tx_amount=1', 'monero:B?tx_amount=2']],
    ['MONERO:A%3BB?tx_amount=1%3b2', ['MONERO:A?tx_amount=1', 'MONERO:B?tx_amount=2']],
    ['monero:A;B', ['monero:A', 'monero:B']],
    [
      ' web+monero://A;B?recipient_name=Ann;Ben&tx_amount=1;2&tx_description=a;b=c ',
      [
        'monero:A?recipient_name=Ann&tx_amount=1&tx_description=a;b=c',
        'monero:B?recipient_name=Ben&tx_amount=2&tx_description=a;b=c',
      ],
    ],
    ['monero:A;B?recipient_name=Shop', ['monero:A?recipient_name=Shop', 'monero:B?recipient_name=Shop']],
  ])('is divided: %j', (link, parts) => {
    const filled = (text: string): string => text.replace('A', address).replace(/B(?=\?|$| )/, other)
    const divided = splitPaymentLink(filled(link))
    expect(divided).toEqual(parts.map(filled))
    for (const part of divided) expect(parseDestination(monero, part).valid).toBe(true)
  })

  it.each(['monero:A;B?tx_amount=1', 'monero:A;?tx_amount=1', 'monero:A?tx_amount=1;2', 'A;B'])(
    'is damaged if it is %j',
    (link) => {
      const text = link.replace('A', address).replace(/B(?=\?|$)/, other)
      expect(splitPaymentLink(text)).toEqual([text])
      expect(parseDestination(monero, text).valid).toBe(false)
    },
  )
})

describe('what is meant for others', () => {
  it.each([
    ['bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.1', 'Bitcoin'],
    ['BITCOIN:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', 'Bitcoin'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Bitcoin'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Bitcoin'],
    ['lightning:lnbc1x', 'Lightning (Bitcoin)'],
    ['ethereum:0x00000000219ab540356cBB839Cbe05303d7705Fa@1', 'Ethereum'],
    ['0x00000000219ab540356cBB839Cbe05303d7705Fa', 'Ethereum'],
    ['web+cardano:addr1', 'Cardano'],
    [
      'wownero:Wo3MWeKwtA918DU4c69hVSNgejdWFCRCuWjShRY66mJkU2Hv58eygJWDJS1MNa2Ge5M1WjUkGHuLqHkweDxwZZU42d16v94mP',
      'Wownero',
    ],
    ['oxen:A', 'Oxen'],
  ])('is named for %j', (text, coin) => {
    const parsed = parseDestination(monero, text.replace(/A$/, address))
    expect(parsed).toMatchObject({ valid: false, fault: 'coin', coin, expected: undefined })
  })

  it('is an address of another network, also in a link', () => {
    const oxen = networkById('oxen-mainnet')
    for (const text of [address, `monero:${address}`, `web+Monero://${address}?tx_amount=1`])
      expect(parseDestination(oxen, text)).toMatchObject({ valid: false, fault: 'network', network: 'monero-mainnet' })
  })

  it('is the address of a page', () => {
    expect(parseDestination(monero, 'https://shop.example/pay?id=1')).toMatchObject({ valid: false, fault: 'page' })
  })

  it('is not a damaged link or address of the network', () => {
    expect(parseDestination(monero, 'monero:A')).toMatchObject({ fault: 'link' })
    expect(parseDestination(monero, address.slice(1))).toMatchObject({ fault: 'address' })
    expect(parseDestination(monero, 'nonsense')).toMatchObject({ fault: 'address' })
  })
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
