// The block explorer of a network: which templates are taken, and what becomes of a transaction id.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const ID = '0123456789abcdef'.repeat(4)
const ONION = `http://${'a'.repeat(56)}.onion`

const stored = new Map<string, string>()

/** Loads the modules anew, as a page does when it opens. */
const openPage = async () => {
  vi.resetModules()
  const preferences = await import('../../../../src/app/state/preferences/explorer.ts')
  const urls = await import('../../../../src/app/state/nodes/explorerUrl.ts')
  return { ...preferences, ...urls }
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('location', { origin: 'http://192.168.1.2:8080' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('is none by default, and belongs to its network once it is set, also in a new page', async () => {
  const page = await openPage()
  expect(page.explorerUrl('monero', ID)).toBeUndefined()
  page.setExplorerTemplate('monero', 'https://xmr.example/tx/{txid}')
  const next = await openPage()
  expect(next.explorerUrl('monero', ID)?.href).toBe(`https://xmr.example/tx/${ID}`)
  expect(next.explorerUrl('oxen', ID)).toBeUndefined()
  next.setExplorerTemplate('monero', '')
  expect((await openPage()).explorerUrl('monero', ID)).toBeUndefined()
})

it.each([
  ['https://xmr.example/tx/{txid}', 'https://xmr.example/tx/{txid}'],
  [' xmr.example/search?value={txid}#top ', 'https://xmr.example/search?value={txid}#top'],
  ['https://xmr.example/#/tx/{txid}', 'https://xmr.example/#/tx/{txid}'],
  [`${ONION}/tx/{txid}`, `${ONION}/tx/{txid}`],
  ['localhost:8081/tx/{txid}', 'http://localhost:8081/tx/{txid}'],
  ['http://127.0.0.1:8081/tx/{txid}', 'http://127.0.0.1:8081/tx/{txid}'],
])('takes the template %s', async (typed, template) => {
  expect((await openPage()).readExplorerTemplate(typed)).toBe(template)
})

it.each([
  ['without a place for the id', 'https://xmr.example/tx/'],
  ['of plain http', 'http://xmr.example/tx/{txid}'],
  ['of plain http on the host of the page', 'http://192.168.1.2:8080/tx/{txid}'],
  ['that runs a script', 'javascript:alert("{txid}")'],
  ['of data', 'data:text/html,{txid}'],
  ['with the id in its host', 'https://{txid}.example/'],
  ['with a login', 'https://user:password@xmr.example/{txid}'],
  ['that is a word', 'explorer {txid}'],
])('refuses a template %s', async (_, typed) => {
  expect((await openPage()).readExplorerTemplate(typed)).toBeUndefined()
})

it.each(['javascript:alert("{txid}")', 'http://xmr.example/{txid}', '{}', '[1'])(
  'makes no link of a stored value that is no template: %s',
  async (value) => {
    stored.set(
      'faba.explorers',
      value.startsWith('{}') || value.startsWith('[') ? value : JSON.stringify({ monero: value }),
    )
    expect((await openPage()).explorerUrl('monero', ID)).toBeUndefined()
  },
)

it('warns once of each host', async () => {
  const page = await openPage()
  expect(page.isWarnedOf('xmr.example')).toBe(false)
  page.rememberWarned('xmr.example')
  const next = await openPage()
  expect(next.isWarnedOf('xmr.example')).toBe(true)
  expect(next.isWarnedOf('other.example')).toBe(false)
})
