// Addresses of nodes as people type and scan them.
import { expect, test as it } from '@playwright/test'
import encodeQR from 'qr'
import { en } from '../../../src/app/text/en.ts'
import { installCamera, showToCamera } from '../support/camera.ts'
import { newVisitor } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()

it('reads addresses without a scheme and those of QR codes, and says what is wrong with others', async ({
  browser,
}) => {
  const { page, context } = await newVisitor(browser, served.url)
  await installCamera(context)
  await page.goto(`${served.url}/#/create`)
  await page.reload()
  const node = `${new URL(served.url).host}/node`
  await page.getByLabel(en.node.custom).check()
  const url = page.getByLabel(en.node.url, { exact: true })
  const problem = page.locator('.field').filter({ has: url }).locator('.field-problem')
  const test = page.getByRole('button', { name: en.node.test })
  const answer = page.locator('.node-answer')

  for (const [text, expected] of [
    ['https://user:pass@node.example.org:18089', en.urlError.login],
    ['https://node.example.org:99999', en.urlError.port],
    ['http://node.example.org', en.node.urlBad],
    ['nonsense', en.node.urlForm],
    ['', en.node.urlMissing],
  ] as const) {
    await url.fill(text)
    await test.click()
    await expect(problem).toHaveText(expected)
  }
  await url.fill(node)
  await test.click()
  await expect(answer).toContainText('The node responds')

  await url.fill('')
  await page.getByRole('button', { name: en.fill.scan }).click()
  const code = encodeQR(`xmrrpc://${node}?label=Home`, 'svg', { border: 4 })
  await showToCamera(page, code.replace('>', '><rect width="100%" height="100%" fill="white"/>'))
  await expect(url).toHaveValue(`xmrrpc://${node}?label=Home`)
  await test.click()
  await expect(answer).toContainText('The node responds')
  await context.close()
})
