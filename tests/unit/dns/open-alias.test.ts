// OpenAlias records: parsing as the standard defines it, and selection of an address.
import { describe, expect, it } from 'vitest'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { isAliasName, parseAlias, selectAlias } from '../../../src/dns/openAlias.ts'
import { vector } from '../../support/data/vectors.ts'

const XMR = '46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em'

const read = (pairs: string) => parseAlias(`oa1:xmr ${pairs}`)

describe('an OpenAlias record', () => {
  it('is parsed as in the standard', () => {
    const text = `oa1:xmr recipient_address=${XMR}; recipient_name=Monero Development;`
    expect(parseAlias(text)).toEqual({ prefix: 'xmr', address: XMR, recipientName: 'Monero Development' })
  })

  it.each([
    ['without spaces', 'recipient_address=a;recipient_name=b;', 'a', 'b'],
    ['without the last semicolon', 'recipient_name=b; recipient_address=a', 'a', 'b'],
    ['with escaped semicolons', 'recipient_address=a\\; recipient_name=b\\;', 'a', 'b'],
    ['with spaces around', ' recipient_name =  b c  ;  recipient_address = a ;', 'a', 'b c'],
    ['with spaces that are escaped', 'recipient_address=a; recipient_name=\\ b\\ ;', 'a', ' b '],
    ['in quotation marks', 'recipient_address="a"; recipient_name="b; c=d";', 'a', 'b; c=d'],
    ['with quotation marks inside', 'recipient_address=a; recipient_name=b "c" d;', 'a', 'b "c" d'],
    ['in quotation marks with some inside', 'recipient_address=a; recipient_name="b "c" d";', 'a', 'b "c" d'],
    ['with a quotation mark that stays open', 'recipient_name="b; recipient_address=a;', 'a', '"b'],
    ['with a key twice', 'recipient_address=a; recipient_address=c;', 'a', ''],
    ['with texts that are not pairs', 'this; recipient_address=a; that', 'a', ''],
    ['with an equals sign inside', 'recipient_address=a; recipient_name=b=c;', 'a', 'b=c'],
  ])('is parsed %s', (_, pairs, address, recipientName) => {
    expect(read(pairs)).toEqual({ prefix: 'xmr', address, recipientName })
  })

  it.each([
    'v=spf1 include:example.org -all',
    'oa1:xmr',
    'oa1: recipient_address=a;',
    'oa2:xmr recipient_address=a;',
    'oa1:xmr recipient_name=b;',
    'oa1:xmr recipient_address=;',
    '',
  ])('is rejected without prefix or address: %j', (text) => {
    expect(parseAlias(text)).toBeUndefined()
  })

  it.each(['a=";', 'a="x;', ' ', '\\ ', '=', '"', ';'])('is rejected in bounded time if it repeats %j', (piece) => {
    expect(read(piece.repeat(60_000))).toBeUndefined()
    expect(read(piece.repeat(500))).toBeUndefined()
  })
})

it('recognizes names by their dot', () => {
  for (const name of ['donate.example.org', 'somebody@example.org', 'a.b']) expect(isAliasName(name)).toBe(true)
  for (const text of ['', 'localhost', 'a b.c', 'http://a.b', `${'.'.repeat(300)}a`, XMR])
    expect(isAliasName(text)).toBe(false)
})

describe('several addresses', () => {
  const [oxen, testnet, monero] = ['oxen-mainnet', 'oxen-testnet', 'monero-mainnet'].map(networkById)
  const { A, B } = vector('oxen/chain-small/wallets.json').wallets
  const alias = (prefix: string, address: string) => ({ prefix, address, recipientName: '' })
  const [one, other] = [A.keys.address, B.keys.address]

  it('yield the first of the network, by order of its prefixes', () => {
    const all = [alias('btc', one), alias('xmr', XMR), alias('xmr', one), alias('oxen', other), alias('oxen', one)]
    if (oxen === undefined || monero === undefined || testnet === undefined) throw new Error('a network is missing')
    expect(selectAlias([oxen], all)?.address).toBe(other)
    expect(selectAlias([monero], all)?.address).toBe(XMR)
    expect(selectAlias([oxen], all.slice(0, 3))?.address).toBe(one)
    expect(selectAlias([oxen], [alias('loki', 'nonsense'), alias('loki', one)])?.address).toBe(one)
    expect(selectAlias([testnet], all)).toBeUndefined()
    expect(selectAlias([testnet, oxen], all)?.address).toBe(other)
    expect(selectAlias([oxen], [alias('btc', one)])).toBeUndefined()
  })
})
