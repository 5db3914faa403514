// Texts of QR codes of whole wallets: those of wallets for phones, and Feather's.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatWatchUri, parseWalletUri } from '../../../src/coin/addresses/walletUri.ts'
import { moneroMainnet } from '../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../src/coin/networks/oxen.ts'

const address = '46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em'
const viewKey = 'e422831985c9205238ef84daf6805526c14d96fd7b059fe68c7ab98e495e5703'
const spendKey = '11'.repeat(32)

it('writes and reads the watch-only wallet of a coin', () => {
  const uri = formatWatchUri(moneroMainnet, { address, viewKey, height: 3_000_000 })
  expect(uri).toBe(`monero_wallet:${address}?view_key=${viewKey}&height=3000000`)
  expect(parseWalletUri(` ${uri}\n`)).toEqual({ address, viewKey, spendKey: '', height: 3_000_000 })
  expect(formatWatchUri(oxenMainnet, { address, viewKey, height: 0 })).toMatch(/^oxen_wallet:/)
})

it.each([
  [`monero_wallet:${address}?spend_key=${spendKey}&view_key=${viewKey}&height=7`, { spendKey, height: 7 }],
  [`Monero_Wallet:${address}?height=x&view_key=${viewKey.toUpperCase()}&label=Ann`, {}],
  [`monero_wallet:${address}?view_key=${viewKey}&height=12345678901`, {}],
  [
    `{"version":0,"primaryAddress":"${address}","privateViewKey":"${viewKey}","restoreHeight":9,"walletName":"x"}`,
    { height: 9 },
  ],
  [`{"primaryAddress":"${address}","privateViewKey":"${viewKey}","restoreHeight":-1}`, {}],
])('reads %s', (text, fields) => {
  expect(parseWalletUri(text)).toEqual({ address, viewKey, spendKey: '', height: undefined, ...fields })
})

it.each([
  address,
  `monero:${address}`,
  'monero_wallet:',
  'monero_wallet:0?view_key=ab',
  '{',
  '{}',
  '[]',
  '{"primaryAddress":1}',
])('leaves %s to others', (text) => {
  expect(parseWalletUri(text)).toBeUndefined()
})

it('takes no key that is no hex', () => {
  expect(parseWalletUri(`monero_wallet:${address}?view_key=zz`)?.viewKey).toBe('')
})

it('reads any text without an error', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseWalletUri(`{"primaryAddress":"4A","privateViewKey":${text}`)))
  fc.assert(fc.property(fc.string(), (text) => void parseWalletUri(`monero_wallet:4A?${text}`)))
})
