// Host headers that a service accepts: its own addresses and named hosts, against DNS rebinding.

import { describe, expect, it } from 'vitest'
import { isAllowedHost, parseAllowedHosts } from '../../../../src/cli/http/allowedHosts.ts'

const LOOPBACK = { listenHost: '127.0.0.1', localAddress: '127.0.0.1', allowed: [] }
const EVERYWHERE = { listenHost: '0.0.0.0', localAddress: '192.168.1.5', allowed: [] }

describe('isAllowedHost', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1:8090',
    '127.1:8090',
    '127.0.0.2:8090',
    'localhost:8090',
    'LOCALHOST',
    'localhost.:8090',
    'wallet.localhost:8090',
    '[::1]:8090',
  ])('accepts %s on a loopback address', (header) => {
    expect(isAllowedHost(header, LOOPBACK)).toBe(true)
  })

  it.each([
    '',
    'evil.example',
    'evil.example:8090',
    '127.0.0.1.evil.example',
    'localhost.evil.example:8090',
    'evillocalhost',
    '192.168.1.5:8090',
    '0.0.0.0:8090',
    '127.0.0.1:8090@evil.example',
    'evil.example#127.0.0.1',
    'evil.example/127.0.0.1',
    '[::1].evil.example',
    '[::2]',
    '127.0.0.1, evil.example',
    '127.0.0.1:80:90',
  ])('rejects %j on a loopback address', (header) => {
    expect(isAllowedHost(header, LOOPBACK)).toBe(false)
  })

  it('accepts the address at which a connection arrives and the one listened on, and no other of other machines', () => {
    for (const header of ['192.168.1.5', '192.168.1.5:22023', '0.0.0.0:22023'])
      expect(isAllowedHost(header, EVERYWHERE), header).toBe(true)
    for (const header of ['192.168.1.6', 'localhost', '127.0.0.1', 'evil.example'])
      expect(isAllowedHost(header, EVERYWHERE), header).toBe(false)
    const ipv6 = { listenHost: '::', localAddress: 'fe80::1%eth0', allowed: [] }
    expect(isAllowedHost('[FE80:0::1]:5', ipv6)).toBe(true)
    expect(isAllowedHost('box.lan:5', { ...EVERYWHERE, listenHost: 'box.lan' })).toBe(true)
  })

  it('accepts named hosts, names below a name with a leading dot, and any name with *', () => {
    const allowed = parseAllowedHosts(' Wallet.example, .lan ')
    for (const header of ['wallet.example', 'WALLET.example:443', 'wallet.example.', 'lan', 'box.lan', 'a.b.lan:1'])
      expect(isAllowedHost(header, { ...LOOPBACK, allowed }), header).toBe(true)
    for (const header of ['a.wallet.example', 'wallet.example.evil.example', 'evillan', 'evil.example'])
      expect(isAllowedHost(header, { ...LOOPBACK, allowed }), header).toBe(false)
    expect(isAllowedHost('evil.example', { ...LOOPBACK, allowed: parseAllowedHosts('*,a') })).toBe(true)
    expect(parseAllowedHosts(undefined)).toEqual([])
  })
})
