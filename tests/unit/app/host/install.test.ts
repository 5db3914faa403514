// Where browsers install a page, and where an unlocked wallet goes on.
import { describe, expect, it } from 'vitest'
import { installMenu } from '../../../../src/app/host/device/install.ts'
import { returnPathOf, unlockHref } from '../../../../src/app/state/session/returnPath.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/'

describe('installMenu', () => {
  it.each([
    [
      'an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1',
      5,
      'ios',
    ],
    ['an iPad', `${MAC}605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 5, 'ios'],
    ['Safari on a Mac', `${MAC}605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 0, 'safari'],
    ['Chrome on a Mac', `${MAC}537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`, 0, undefined],
    [
      'Firefox on a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
      0,
      undefined,
    ],
    ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5, 'firefox'],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
      5,
      undefined,
    ],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, undefined],
  ])('knows %s', (_, userAgent, maxTouchPoints, menu) => {
    expect(installMenu({ userAgent, maxTouchPoints })).toBe(menu)
  })
})

describe('the screen after an unlock', () => {
  it('is the one that is named, if it is a path of this page', () => {
    expect(returnPathOf({ to: '/send' })).toBe('/send')
    for (const to of [undefined, '', 'send', '//elsewhere.example', 'https://elsewhere.example', ['/send']])
      expect(returnPathOf({ to })).toBe('/')
    expect(unlockHref('a/b', '/')).toBe('/unlock/a%2Fb')
    expect(unlockHref('a', '/history?x=1')).toBe('/unlock/a?to=%2Fhistory%3Fx%3D1')
  })
})
