// Files of others that would take much time or memory: each is refused before the work, and the page goes on.
import { crc32, deflateSync } from 'node:zlib'
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { contactRows, createWallet, expectSynced, goTo, newVisitor, shownAddress } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()
const contexts: BrowserContext[] = []
it.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

const chunk = (type: string, data: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}

/** A black image of one bit a pixel. */
const blackPng = (side: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const chooseImage = (page: Page, buffer: Buffer, mimeType = 'image/png'): Promise<void> =>
  page.getByLabel(en.fill.imageFile).setInputFiles({ name: 'code', mimeType, buffer })

const chooseTable = async (page: Page, text: string): Promise<void> => {
  const chooser = page.getByLabel(en.data.chooseFor.replace('{{ label }}', en.contacts.import))
  if ((await chooser.count()) === 0) {
    await page.getByRole('button', { name: en.contacts.move }).click()
    await page.getByRole('menuitem', { name: en.contacts.import }).click()
  }
  await chooser.setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

it('refuses huge images before they are decoded, and tables that are too long; lists few invalid contacts', async ({
  browser,
}) => {
  const { page, context } = await newVisitor(browser, served.url)
  contexts.push(context)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)

  await goTo(page, 'send')
  await chooseImage(page, blackPng(30_000))
  await expect(page.getByText(en.fill.faults.large)).toBeVisible()
  for (const content of ['<image href="data:,"/>', '<g id="a"><use href="#b"/></g><g id="b"/><use href="#a"/>']) {
    await chooseImage(page, Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`), 'image/svg+xml')
    await expect(page.getByText(en.fill.faults.kind)).toBeVisible()
    await chooseImage(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')
    await expect(page.getByText(en.fill.noCode)).toBeVisible()
  }
  // What a browser encodes is read.
  for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
    const bytes = await page.evaluate(async (type) => {
      const canvas = document.createElement('canvas')
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())]
    }, type)
    await chooseImage(page, Buffer.from(bytes), type)
    await expect(page.getByText(en.fill.noCode)).toBeVisible()
    await chooseImage(page, blackPng(30_000))
    await expect(page.getByText(en.fill.faults.large)).toBeVisible()
  }

  await page.goto(`${served.url}/#/contacts`)
  await chooseTable(page, `name,address\n${'x'.repeat(2_000_000)}`)
  await expect(page.getByText(en.entryError.fileTooLarge.replace('{{ limit }}', '2.0\u00a0MB'))).toBeVisible()
  await chooseTable(page, `name,address\n${'x,y\n'.repeat(10_001)}`)
  await expect(page.getByText(en.contacts.tooMany.split('{{')[0] ?? '')).toBeVisible()
  await chooseTable(page, `name,address\n${'x,y\n'.repeat(5000)}`)
  await expect(page.getByText(/^And 4.980 more/)).toBeVisible()
  await expect(page.locator('ul.muted li')).toHaveCount(20)
})

it('imports a table of two megabytes beside the page, with its progress, until it is cancelled', async ({
  browser,
}) => {
  const { page, context } = await newVisitor(browser, served.url)
  contexts.push(context)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await page.goto(`${served.url}/#/contacts`)

  // The most that is read: ten thousand rows of 2 MB, of which each address is checked.
  const name = 'x'.repeat(1_990_000 / 9999 - address.length - 2)
  const table = `name,address\n${`${name},${address}\n`.repeat(9999)}`
  await chooseTable(page, table)
  const progress = page.getByRole('progressbar', { name: en.contacts.importing })
  await expect(progress).toBeVisible()
  await page.getByRole('button', { name: en.action.cancel }).click()
  await expect(page.getByText(en.contacts.importCancelled)).toBeVisible()
  await expect(progress).toBeHidden()
  await expect(page.getByText(en.contacts.empty)).toBeVisible()

  await chooseTable(page, table)
  await expect(page.getByText(en.contacts.imported.one)).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText(en.contacts.importCancelled)).toBeHidden()
  await expect(contactRows(page)).toHaveCount(1)
})
