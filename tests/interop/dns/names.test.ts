// OpenAlias names with DNSSEC and a real name server: BIND signs the zones and serves them over HTTP/2.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createResolverFetch } from '../../../src/cli/rpc/connections/resolverFetch.ts'
import { Log } from '../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../src/cli/rpc/wallets/walletFiles.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { createAliasResolver, type ResolveAlias } from '../../../src/dns/aliasResolver.ts'
import { NameNotFoundError, NotValidatedError, ResolverError } from '../../../src/dns/errors.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { freePort } from '../../support/peers/monero.ts'
import { type Algorithm, type NameServer, startNameServer, type Zone } from '../../support/peers/name-server.ts'
import { createSocksProxy } from '../../support/peers/socks-proxy.ts'

const COMMAND = fileURLToPath(new URL('../../../src/cli/faba.js', import.meta.url))

const ADDRESS = '46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em'
const ALIAS = `oa1:xmr recipient_address=${ADDRESS}; recipient_name=Somebody;`
const FOUND = [{ prefix: 'xmr', address: ADDRESS, recipientName: 'Somebody' }]
const HOUR = 3600
const DAY = 24 * HOUR
const LONG_NAME = 'who has a name of many letters '.repeat(20).trim()

const quoted = (text: string): string => (text.match(/.{1,250}/g) ?? []).map((part) => `"${part}"`).join(' ')

const zone = (name: string, more: Partial<Zone> = {}): Zone => ({
  name,
  algorithm: 'ECDSAP256SHA256',
  ...more,
  records: [`donate.${name} IN TXT ${quoted(ALIAS)}`, ...(more.records ?? [])],
})

/** Returns a function that changes one character in the matching lines of a zone file. */
const flipCharacter = (line: RegExp) => (text: string) => {
  let found = 0
  const lines = text.split('\n').map((whole) => {
    if (!line.test(whole)) return whole
    found++
    const at = whole.length - 40
    return `${whole.slice(0, at)}${whole[at] === 'A' ? 'B' : 'A'}${whole.slice(at + 1)}`
  })
  if (found === 0) throw new Error(`no line of the zone matches ${line}`)
  return lines.join('\n')
}

/** Returns a function that replaces a text in the matching lines of a zone file. */
const replaceText = (line: RegExp, from: string, to: string) => (text: string) => {
  const lines = text.split('\n').map((whole) => (line.test(whole) ? whole.replace(from, to) : whole))
  if (lines.join('\n') === text) throw new Error(`no line of the zone matches ${line} and contains ${from}`)
  return lines.join('\n')
}

const ALGORITHMS: readonly Algorithm[] = ['RSASHA256', 'RSASHA512', 'ECDSAP256SHA256', 'ECDSAP384SHA384', 'ED25519']

const ZONES: readonly Zone[] = [
  { name: '.', algorithm: 'RSASHA256', records: ['ns.test. IN A 127.0.0.1'] },
  { name: 'test.', algorithm: 'ECDSAP256SHA256', records: ['ns.test. IN A 127.0.0.1'] },
  ...ALGORITHMS.map((algorithm) => zone(`${algorithm.toLowerCase()}.test.`, { algorithm })),
  zone('deep.ed25519.test.', { algorithm: 'ED25519' }),
  zone('good.test.', {
    records: [
      'alias.good.test. IN CNAME next.good.test.',
      'next.good.test. IN CNAME donate.ed25519.test.',
      'nowhere.good.test. IN CNAME nothing.ed25519.test.',
      ...Array.from({ length: 9 }, (_, i) => `step${i}.good.test. IN CNAME step${i + 1}.good.test.`),
      `step9.good.test. IN TXT ${quoted(ALIAS)}`,
      'unsigned.good.test. IN CNAME donate.unsigned.test.',
      'Capital.Good.Test. IN CNAME Donate.Ed25519.TEST.',
      `long.good.test. IN TXT ${quoted(`oa1:xmr recipient_name=${LONG_NAME}; recipient_address=${ADDRESS};`)}`,
      'many.good.test. IN TXT "v=spf1 -all"',
      'many.good.test. IN TXT "oa1:btc recipient_address=1abc;"',
      `many.good.test. IN TXT ${quoted(ALIAS)}`,
      'two.good.test. IN TXT "oa1:xmr recipient_address=second;"',
      'two.good.test. IN TXT "oa1:xmr recipient_address=first;"',
      'other.good.test. IN TXT "v=spf1 -all"',
      `*.wild.good.test. IN TXT ${quoted(ALIAS)}`,
      'Some_Body.good.test. IN TXT "oa1:xmr recipient_address=first;"',
    ],
  }),
  zone('expired.test.', { begins: -2 * DAY, expires: -HOUR }),
  zone('early.test.', { begins: DAY }),
  zone('record.test.', { tamper: replaceText(/^donate\.\S+\s.*\sTXT\s+"oa1/, 'Somebody', 'Somebodx') }),
  zone('signature.test.', { tamper: flipCharacter(/\sRRSIG\s+TXT\s/) }),
  zone('zonekey.test.', { tamper: flipCharacter(/\sDNSKEY\s+256\s/) }),
  zone('entrykey.test.', { tamper: flipCharacter(/\sDNSKEY\s+257\s/) }),
  zone('signer.test.', { tamper: replaceText(/\sRRSIG\s+TXT\s/, ' signer.test. ', ' good.test. ') }),
  zone('above.test.', { tamper: replaceText(/\sRRSIG\s+TXT\s/, ' above.test. ', ' test. ') }),
  zone('unvouched.test.', { isWithoutDelegation: true }),
  zone('unsigned.test.', {
    algorithm: 'unsigned',
    records: ['alias.unsigned.test. IN CNAME donate.good.test.', 'other.unsigned.test. IN TXT "v=spf1 -all"'],
  }),
]

let server: NameServer
beforeAll(async () => {
  server = await startNameServer(ZONES)
})
afterAll(async () => {
  await server?.stop()
})

/** @param ahead seconds by which the clock is ahead */
const resolve = (name: string, ahead = 0): ReturnType<ResolveAlias> =>
  createAliasResolver({
    url: server.url,
    fetch: createResolverFetch(undefined),
    clock: () => Date.now() + ahead * 1000,
    anchors: server.anchors,
  })(name)

/** Returns the error of a resolution. */
const errorOf = async (name: string, ahead = 0): Promise<unknown> =>
  await resolve(name, ahead).then(
    (found) => found,
    (error: unknown) => error,
  )

const notValidated = (message: RegExp) =>
  expect.objectContaining({ name: 'NotValidatedError', message: expect.stringMatching(message) })

describe('a name with valid signatures', () => {
  it.each(ALGORITHMS)('resolves with signatures by %s', async (algorithm) => {
    expect(await resolve(`donate.${algorithm.toLowerCase()}.test`)).toEqual(FOUND)
  })

  it('resolves in a nested zone', async () => {
    expect(await resolve('donate.deep.ed25519.test')).toEqual(FOUND)
  })

  it('resolves with @, capital letters, a trailing dot and an underscore', async () => {
    for (const name of ['donate@good.test', 'DONATE.Good.TEST', 'donate.good.test.'])
      expect(await resolve(name)).toEqual(FOUND)
    expect(await resolve('some_body@good.test')).toHaveLength(1)
  })

  it('resolves through CNAME records', async () => {
    expect(await resolve('alias.good.test')).toEqual(FOUND)
    expect(await resolve('step2.good.test')).toEqual(FOUND)
    expect(await resolve('capital.good.test')).toEqual(FOUND)
  })

  it('resolves a TXT record of several strings', async () => {
    expect(await resolve('long.good.test')).toEqual([{ prefix: 'xmr', address: ADDRESS, recipientName: LONG_NAME }])
  })

  it('resolves with several TXT records', async () => {
    expect(await resolve('many.good.test')).toEqual([{ prefix: 'btc', address: '1abc', recipientName: '' }, ...FOUND])
  })

  it('returns two addresses in a stable order', async () => {
    for (let i = 0; i < 5; i++)
      expect((await resolve('two.good.test')).map(({ address }) => address)).toEqual(['first', 'second'])
  })
})

describe('a name without valid signatures', () => {
  it.each([
    ['expired', /expired/],
    ['early', /not yet valid/],
    ['record', /signature of record\.test for the records of .* is invalid/],
    ['signature', /signature of signature\.test for the records of .* is invalid/],
    ['zonekey', /signature of zonekey\.test for its keys is invalid/],
    ['entrykey', /no key of .* matches its DS records or trust anchors/],
    ['signer', /signed by a zone that does not contain them/],
    ['above', /signature of test for the records of .* is invalid/],
    ['unvouched', /zone above unvouched\.test has no DS record/],
    ['unsigned', /records of donate\.unsigned\.test are not signed/],
  ])('is rejected in the zone "%s"', async (name, message) => {
    expect(await errorOf(`donate.${name}.test`)).toEqual(notValidated(message))
  })

  it('is rejected before and after the validity period of its signatures', async () => {
    expect(await errorOf('donate.good.test', 60 * DAY)).toEqual(notValidated(/expired/))
    expect(await errorOf('donate.good.test', -DAY)).toEqual(notValidated(/not yet valid/))
  })

  it('is rejected if it matches a wildcard', async () => {
    expect(await errorOf('anything.wild.good.test')).toEqual(notValidated(/wildcard/))
  })

  it('is rejected if a CNAME leads into or out of an unsigned zone', async () => {
    expect(await errorOf('unsigned.good.test')).toEqual(notValidated(/are not signed/))
    expect(await errorOf('alias.unsigned.test')).toEqual(notValidated(/records of alias\.unsigned\.test are not/))
  })

  it('is rejected with the trust anchors of another root', async () => {
    const { url } = server
    const another = createAliasResolver({ url, fetch: createResolverFetch(undefined), clock: () => Date.now() })
    await expect(another('donate.good.test')).rejects.toThrow(NotValidatedError)
  })
})

it.each([
  'other.good.test',
  'other.unsigned.test',
  'nothing.good.test',
  'nowhere.good.test',
  'nothing.nowhere',
  'step0.good.test',
  'not a name.test',
  'a..test',
  `${'a'.repeat(64)}.test`,
  'ä.test',
])('reports that %s has no address', async (name) => {
  expect(await errorOf(name)).toBeInstanceOf(NameNotFoundError)
})

it('reaches the resolver through a SOCKS proxy, which resolves its host name', async () => {
  const names: string[] = []
  const proxy = createSocksProxy(0, names)
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo // of a TCP server
  try {
    const { anchors, url } = server
    const fetch = createResolverFetch({ host: '127.0.0.1', port })
    const proxied = createAliasResolver({ url, fetch, clock: () => Date.now(), anchors })
    expect(await proxied('donate.good.test')).toEqual(FOUND)
    expect(names).toEqual([new URL(url).host])
  } finally {
    proxy.close()
  }
})

it('resolves names in validate_address of the wallet RPC', async () => {
  const { url, anchors } = server
  const wallets = new WalletFiles({
    network: networkById('monero-mainnet'),
    folder: undefined,
    node: { url: 'http://127.0.0.1:1', login: undefined, trusted: false, fetch: undefined, proxy: '' },
    log: new Log('0', undefined),
    resolveName: createAliasResolver({ url, fetch: createResolverFetch(undefined), clock: () => Date.now(), anchors }),
    stop: () => undefined,
  })
  const validate = async (address: string): Promise<unknown> => {
    const params = { address, any_net_type: true, allow_openalias: true }
    const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'validate_address', params })
    const request = new Request('http://wallet/json_rpc', { method: 'POST', body })
    return await (await createWalletRpc(wallets.source)(request)).json()
  }
  expect(await validate('donate@many.good.test')).toMatchObject({ result: { valid: false } })
  expect(await validate('many@good.test')).toMatchObject({
    result: { valid: true, nettype: 'mainnet', openalias_address: ADDRESS },
  })
  expect(await validate('donate.record.test')).toMatchObject({
    error: { code: -2, message: 'Invalid DNSSEC for donate.record.test' },
  })
})

describe('faba rpc', () => {
  const start = async (...args: readonly string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'faba-names-'))
    const flags = ['--regtest', '--wallet-dir', folder, '--rpc-bind-port', '0', '--disable-rpc-login', ...args]
    // Trusts the test's certificate, as users of a company's resolver do.
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: server.ca }
    const child = spawn(process.execPath, [COMMAND, 'rpc', ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'close')
    let output = ''
    for await (const data of child.stdout) {
      output += String(data)
      if (output.includes('login:')) break
    }
    const url = /http:\S+json_rpc/.exec(output)?.[0] ?? ''
    return {
      validate: async (address: string): Promise<unknown> => {
        const params = { address, any_net_type: true, allow_openalias: true }
        const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'validate_address', params })
        return await (await fetch(url, { method: 'POST', body })).json()
      },
      stop: async () => {
        child.kill()
        await ended
        rmSync(folder, { recursive: true })
      },
    }
  }

  it('uses TLS, and trusts the real root only', async () => {
    const rpc = await start('--openalias-resolver', server.secureUrl)
    try {
      expect(await rpc.validate('donate.good.test')).toMatchObject({
        error: { code: -2, message: 'Invalid DNSSEC for donate.good.test' },
      })
      expect(await rpc.validate('nothing.good.test')).toMatchObject({ result: { valid: false } })
    } finally {
      await rpc.stop()
    }
  })

  it('resolves no names by default', async () => {
    const rpc = await start()
    try {
      expect(await rpc.validate('donate.good.test')).toMatchObject({
        error: { code: -1, message: 'OpenAlias names are not resolved' },
      })
    } finally {
      await rpc.stop()
    }
  })
})

it('reports a resolver that does not exist or is not trusted', async () => {
  const at = (url: string) =>
    createAliasResolver({ url, fetch: createResolverFetch(undefined), clock: () => Date.now(), timeoutMs: 5000 })
  const port = await freePort()
  await expect(at(`http://127.0.0.1:${port}/dns-query`)('a.test')).rejects.toThrow(ResolverError)
  await expect(at(server.url.replace('dns-query', 'other'))('a.test')).rejects.toThrow(/HTTP 404/)
  // Its certificate has no trusted issuer.
  await expect(at(server.secureUrl)('a.test')).rejects.toThrow(/certificate/)
})
