// Addresses of scripts that the page's Trusted Types let through.
import { expect, it } from 'vitest'
import { checkScriptUrl } from '../../../src/rpc/hosts/scriptPolicy.ts'

const PAGE = 'https://wallet.example/#/send'

it.each([
  '/service-worker.js',
  '/assets/engine-WO0_GeXv.js',
  'https://wallet.example/assets/scanner-1.js',
  'assets/a.js?v=1',
])('accepts %s, a file of the page', (url) => {
  expect(checkScriptUrl(url, PAGE)).toBe(url)
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
  '/assets/../uploads/x.js',
  '/assets/%2e%2e/uploads/x.js',
  '/assets/sub/x.js',
  '/assets/x.wasm',
  '/json_rpc',
  '',
])('rejects %j', (url) => {
  expect(() => checkScriptUrl(url, PAGE)).toThrow('this script is no file of the page')
})
