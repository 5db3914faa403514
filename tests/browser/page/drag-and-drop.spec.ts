// Files, links and texts that are dragged onto the page, as the browser receives them from another program: the page never gives way to
// what was dropped, and only a field for a file takes one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, expect, test as it, type Locator, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { createWallet, expectSynced, goTo, newVisitor, openTool } from '../support/driver.ts'
import { type Served, startServe } from '../support/serve.ts'

let served: Served
let folder: string
let context: BrowserContext
let page: Page
let session: CDPSession

it.beforeAll(async ({ browser }) => {
  served = await startServe()
  folder = mkdtempSync(join(tmpdir(), 'faba-drop-'))
  const visitor = await newVisitor(browser, served.url)
  context = visitor.context
  page = visitor.page
  session = await context.newCDPSession(page)
  await createWallet(page, { name: 'Ann', node: en.node.inPage })
  await expectSynced(page)
})

it.afterAll(async () => {
  await context?.close()
  await served?.stop()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

const fileOf = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

type Dragged = {
  readonly files?: readonly string[]
  readonly items?: readonly { readonly mimeType: string; readonly data: string }[]
}

const LINK: Dragged = {
  items: [
    { mimeType: 'text/uri-list', data: 'https://example.com/' },
    { mimeType: 'text/plain', data: 'https://example.com/' },
  ],
}

/** Drags something over a place and drops it there; returns whether the place offered to take it. */
const drop = async (place: Locator, { files = [], items = [] }: Dragged): Promise<void> => {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (box === null) throw new Error('nothing can be dropped on what is not shown')
  // Of a place that is higher than the window, its upper part.
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 200)]
  const data = { items: items.map((item) => ({ ...item })), files: [...files], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data })
}

/** Marks the document, which a navigation replaces. */
const mark = (): Promise<unknown> => page.evaluate(() => Object.assign(window, { isSameDocument: true }))

const expectSamePage = async (): Promise<void> => {
  // A navigation would begin within this time.
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => ['isSameDocument' in window, location.origin])).toEqual([true, served.url])
  expect(context.pages()).toHaveLength(1)
}

it('stays with the open wallet whatever is dropped on a screen', async () => {
  await mark()
  const html = fileOf('page.html', '<script>document.title = "taken"</script>')
  for (const place of ['home', 'receive', 'history', 'settings'] as const) {
    await goTo(page, place)
    const heading = page.getByRole('main')
    for (const dragged of [
      { files: [html] },
      LINK,
      { items: [{ mimeType: 'text/plain', data: 'javascript:alert(1)' }] },
    ]) {
      await drop(heading, dragged)
      await expectSamePage()
    }
  }
  await expect(page.getByRole('button', { name: en.nav.lock })).toBeVisible()
})

it('stays where it is if a file is dropped on a text, and takes a dropped text there', async () => {
  await mark()
  await goTo(page, 'send')
  const to = page.getByLabel(en.send.to, { exact: true })
  await to.fill('abc')
  await drop(to, { files: [fileOf('note.txt', 'a text')] })
  await expectSamePage()
  await expect(to).toHaveValue('abc')
  await to.fill('')
  await drop(to, { items: [{ mimeType: 'text/plain', data: 'dropped' }] })
  await expectSamePage()
  await expect(to).toHaveValue('dropped')
})

it('takes one file where one is expected, and neither folders, links nor further files', async () => {
  await mark()
  await goTo(page, 'send')
  await goTo(page, 'contacts')
  await expect(page.getByRole('heading', { level: 1, name: en.contacts.title })).toBeVisible()
  await page.getByRole('button', { name: en.contacts.move }).click()
  await page.getByRole('menuitem', { name: en.contacts.import }).click()
  const field = page.locator('.file-drop')
  await drop(field, LINK)
  await drop(field, { files: [folder] })
  await expectSamePage()
  await expect(field).not.toHaveClass(/dragged/)
  for (const alert of await page.getByRole('alert').all()) await expect(alert).toHaveText('')
  const [ann, ben] = [20, 21].map((byte) =>
    formatAddress(oxenRegtest, subaddressAt(generateKeys(new Uint8Array(32).fill(byte)), 0, 0)),
  )
  const files = [fileOf('first.csv', `Ann,${ann}\n`), fileOf('second.csv', `Ben,${ben}\n`)]
  await drop(field, { files })
  await expectSamePage()
  await expect(page.getByText(en.contacts.imported.one)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByText('Ann', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Ben', { exact: true })).toHaveCount(0)
})

it('refuses a dropped file as a chosen one: one that is too large for a backup is not read', async () => {
  await mark()
  await openTool(page, en.tools.offline)
  const field = page.locator('.file-drop').first()
  await drop(field, { files: [fileOf('large.bin', new Uint8Array(32 * 1024 * 1024 + 1))] })
  await expectSamePage()
  await expect(field).toContainText(en.data.large)
  const typed = field.getByRole('textbox')
  await drop(typed, { files: [fileOf('set.bin', 'abcd')] })
  await expectSamePage()
  await expect(field).toContainText('set.bin')
})
