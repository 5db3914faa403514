// Addresses of scripts that the page's Trusted Types let through.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkScriptUrl, installScriptPolicy } from '../../../../src/rpc/hosts/scriptPolicy.ts'

const FOLDER = 'https://wallet.example/'
const PAGE = `${FOLDER}#/send`

it.each([
  '/service-worker.js',
  '/assets/engine-WO0_GeXv.js',
  'https://wallet.example/assets/scanner-1.js',
  'assets/a.js?v=1',
])('accepts %s, a file of the page', (url) => {
  expect(checkScriptUrl(url, PAGE, FOLDER)).toBe(url)
})

it.each([
  'https://evil.example/assets/engine.js',
  'http://wallet.example/assets/engine.js',
  'https://wallet.example:8443/assets/engine.js',
  '//evil.example/service-worker.js',
  'data:text/javascript,alert(1)',
  'blob:https://wallet.example/1',
  'javascript:alert(1)',
  '/uploads/x.js',
  '/uploads/assets/x.js',
  '/assets/x.jsx',
  '/assets/x.js/y',
  '/assets/../uploads/x.js',
  '/assets/%2e%2e/uploads/x.js',
  '/assets/sub/x.js',
  '/assets/x.wasm',
  '/json_rpc',
  '',
])('rejects %j', (url) => {
  expect(() => checkScriptUrl(url, PAGE, FOLDER)).toThrow(
    expect.objectContaining({
      name: 'ForeignScriptError',
      code: 'foreign-script',
      message: 'this script is no file of the page',
    }),
  )
})

describe('below a path', () => {
  const WALLET = 'https://host.example/wallet/'

  it.each([
    ['./service-worker.js', `${WALLET}#/send`],
    ['/wallet/assets/engine-1.js', `${WALLET}index.html?x#/send`],
    // As a worker in assets starts another.
    ['scanner-1.js', `${WALLET}assets/engine-1.js`],
  ])('accepts %s of %s', (url, base) => {
    expect(checkScriptUrl(url, base, WALLET)).toBe(url)
  })

  it.each([
    '/service-worker.js',
    '/assets/engine-1.js',
    '/walletx/assets/engine-1.js',
    '/wallet/uploads/x.js',
    '/wallet/wallet/service-worker.js',
    '../assets/engine-1.js',
    'https://evil.example/wallet/assets/engine-1.js',
  ])('rejects %s', (url) => {
    expect(() => checkScriptUrl(url, WALLET, WALLET)).toThrow('no file of the page')
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('checks every script of a page as its default policy, where the browser has Trusted Types', () => {
  const createPolicy = vi.fn<(name: string, rules: { readonly createScriptURL: (url: string) => string }) => void>()
  vi.stubGlobal('trustedTypes', { createPolicy })
  vi.stubGlobal('location', { href: PAGE })
  installScriptPolicy('./')
  expect(createPolicy.mock.calls).toEqual([['default', { createScriptURL: expect.any(Function) }]])
  const check = createPolicy.mock.calls[0]?.[1].createScriptURL
  expect(check?.('/service-worker.js')).toBe('/service-worker.js')
  expect(() => check?.('https://evil.example/assets/engine.js')).toThrow('no file of the page')
  vi.unstubAllGlobals()
  expect(() => installScriptPolicy('./')).not.toThrow()
})

it('checks scripts of a worker, which is in the folder assets of the page', () => {
  const createPolicy = vi.fn<(name: string, rules: { readonly createScriptURL: (url: string) => string }) => void>()
  vi.stubGlobal('trustedTypes', { createPolicy })
  vi.stubGlobal('location', { href: 'https://host.example/wallet/assets/engine-1.js' })
  installScriptPolicy('../')
  const check = createPolicy.mock.calls[0]?.[1].createScriptURL
  expect(check?.('scanner-1.js')).toBe('scanner-1.js')
  expect(() => check?.('/assets/scanner-1.js')).toThrow('no file of the page')
})
