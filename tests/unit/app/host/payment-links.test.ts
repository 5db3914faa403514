// Payment links in texts and in addresses of the page.
import { describe, expect, it } from 'vitest'
import { findPaymentLink, linkOfLocation } from '../../../../src/app/host/navigation/paymentLinks.ts'

const ADDRESS = `4${'A'.repeat(94)}`

describe('a payment link', () => {
  it.each([
    { text: `monero:${ADDRESS}?tx_amount=1.5`, link: `monero:${ADDRESS}?tx_amount=1.5` },
    { text: `Please pay <WEB+Oxen:${ADDRESS}> today`, link: `WEB+Oxen:${ADDRESS}` },
    { text: `my address is ${ADDRESS}, thanks`, link: ADDRESS },
    { text: 'no link here', link: '' },
    { text: `${' '.repeat(5000)}monero:${ADDRESS}`, link: '' },
  ])('is found in $text', ({ text, link }) => {
    expect(findPaymentLink(text)).toBe(link)
  })

  it.each([
    {
      url: `#/pay?link=${encodeURIComponent(`web+monero:${ADDRESS}?tx_amount=2`)}`,
      link: `web+monero:${ADDRESS}?tx_amount=2`,
    },
    { url: `?title=Bill&text=${encodeURIComponent(`oxen:${ADDRESS}`)}`, link: `oxen:${ADDRESS}` },
    { url: `?url=${encodeURIComponent(`monero:${ADDRESS}`)}#/history`, link: `monero:${ADDRESS}` },
    { url: `#/send?link=monero:${ADDRESS}`, link: '' },
    { url: '', link: '' },
  ])('is taken from the address $url', ({ url, link }) => {
    expect(linkOfLocation(new URL(`https://wallet.example/faba/${url}`))).toBe(link)
  })
})
