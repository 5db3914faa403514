// Recipients in pasted texts: lines of other wallets and tables, links with several recipients, and texts that are one recipient.
import { describe, expect, it } from 'vitest'
import { splitRecipients } from '../../../../src/app/format/recipientTexts.ts'

const A = 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz'
const B = A.replace('LDBEN6', 'LDBEN7')

const split = (text: string) => splitRecipients(text, 'OXEN').map(({ to, amountText }) => [to, amountText])

describe('the recipients in a text', () => {
  it.each([
    `${A}, 1.5\n${B}, 2`,
    `\u200b${A} 1.5\r\n\r\n  ${B}\t2 \n`,
    `Address,Amount\n"${A}","1.5"\n"${B}","2"`,
    `${A};1.5 OXEN\n${B}: OXEN 2`,
  ])('are read from lines: %#', (text) => {
    expect(split(text)).toEqual([
      [A, '1.5'],
      [B, '2'],
    ])
  })

  it('are read from one line, without amounts, and with amounts as people write them', () => {
    expect(split(`${A}, 1,5`)).toEqual([[A, '1,5']])
    expect(split(`${A} 1'000.25`)).toEqual([[A, "1'000.25"]])
    expect(split(`${A}\n${B}`)).toEqual([
      [A, ''],
      [B, ''],
    ])
  })

  it('keep a line that is not read as the text of its recipient, and names', () => {
    expect(split(`${A}, 1\n${B}, 2 BTC\nLandlord, 3.2\nann@example.org 4\nwho is this?`)).toEqual([
      [A, '1'],
      [`${B}, 2 BTC`, ''],
      ['Landlord', '3.2'],
      ['ann@example.org', '4'],
      ['who is this?', ''],
    ])
  })

  it('are those of a link with several', () => {
    expect(split(`oxen:${A};${B}?tx_amount=1;2`)).toEqual([
      [`oxen:${A}?tx_amount=1`, ''],
      [`oxen:${B}?tx_amount=2`, ''],
    ])
  })

  it.each(['', 'Landlord', A, `${A.slice(0, 50)}\n${A.slice(50)}`, 'a name, 5', `oxen:${A}?tx_amount=1`])(
    'are one: %#',
    (text) => expect(split(text)).toEqual([[text, '']]),
  )
})
