// QR codes as others show and save them, and the camera, which is off as soon as nobody looks through it.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import encodeQR from 'qr'
import { en } from '../../../src/app/text/en.ts'
import { installCamera, showToCamera } from '../support/camera.ts'
import { actOnRow, contactRows, createWallet, goTo, newVisitor, shownAddress } from '../support/driver.ts'
import { startServe } from '../support/serve.ts'
import { serveAll } from '../support/serve-all.ts'
import { filled } from '../support/texts.ts'
import { resizePage } from '../support/viewport.ts'
import { startFirefox } from '../support/webdriver/firefox.ts'
import { WalletUser } from '../support/webdriver/walletUser.ts'
import { startWebKit } from '../support/webdriver/webkit.ts'

const served = serveAll()
const contexts: BrowserContext[] = []
it.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** The dark modules of a code as an SVG path, and its side. */
const codeOf = (text: string): { readonly side: number; readonly path: string } => {
  const modules = encodeQR(text, 'raw', { border: 4, ecc: 'medium' })
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { side: modules.length, path }
}

/** Codes as programs save them, by how they look. */
const imagesOf = (text: string): Readonly<Record<string, string>> => {
  const { side, path } = codeOf(text)
  const whole = `M0 0h${side}v${side}h-${side}z`
  const svg = (attributes: string, content: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`
  const box = `viewBox="0 0 ${side} ${side}"`
  const size = `width="${side}" height="${side}"`
  return {
    'dark on transparent': svg(`${box} ${size}`, `<path d="${path}"/>`),
    'light on transparent': svg(`${box} ${size}`, `<path fill="white" d="${path}"/>`),
    'light on dark': svg(size, `<path d="${whole}"/><path fill="white" d="${path}"/>`),
    'transparent in a light square': svg(box, `<path fill="white" fill-rule="evenodd" d="${whole}${path}"/>`),
    'of repeated squares': svg(
      `${box} width="100%"`,
      `<defs><path id="p" d="M0 0h1v1h-1z"/></defs>${path.replace(/M(\d+) (\d+)h1v1h-1z/g, '<use href="#p" x="$1" y="$2"/>')}`,
    ),
  }
}

/** Runs in a page: draws an SVG image, and returns the bytes of a PNG with its transparent parts. */
const toPng = async (svg: string): Promise<number[]> => {
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = 600
  canvas.height = 600
  const context = canvas.getContext('2d')
  if (context !== null) context.imageSmoothingEnabled = false
  context?.drawImage(image, 0, 0, 600, 600)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())]
}

const newWallet = async (context: BrowserContext, page: Page): Promise<string> => {
  contexts.push(context)
  await createWallet(page, { name: 'Ann' })
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await goTo(page, 'send')
  return address
}

const chooseImage = (page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> =>
  page.getByLabel(en.fill.imageFile).setInputFiles({ name, mimeType, buffer })

it('reads transparent images, light codes on dark, and SVG files', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  const address = await newWallet(context, page)
  const to = page.getByLabel(en.send.to, { exact: true })
  for (const [look, svg] of Object.entries(imagesOf(address))) {
    await chooseImage(page, 'code.svg', 'image/svg+xml', Buffer.from(svg))
    await expect(to, `an SVG image, ${look}`).toHaveValue(address)
    await to.fill('')
    // Browsers draw an image without a size in one of their choice.
    if (!svg.includes('height=')) continue
    await chooseImage(page, 'code.png', 'image/png', Buffer.from(await page.evaluate(toPng, svg)))
    await expect(to, `a PNG image, ${look}`).toHaveValue(address)
    await to.fill('')
  }
})

/** Makes the canvas return noise, as browsers do that prevent fingerprinting. */
const hidePixels = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    CanvasRenderingContext2D.prototype.getImageData = (x, y, width, height) => {
      const image = new ImageData(width, height)
      return new ImageData(
        image.data.map((_, i) => (i * 167 + x + y) % 256),
        width,
        height,
      )
    }
  })
}

it('says that the browser returns no pixels, for images and for the camera', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await hidePixels(context)
  await installCamera(context)
  await page.reload()
  const address = await newWallet(context, page)
  const svg = Object.values(imagesOf(address))[0] ?? ''
  await chooseImage(page, 'code.svg', 'image/svg+xml', Buffer.from(svg))
  await expect(page.getByText(en.fill.faults.noise)).toBeVisible()
  await page.getByRole('button', { name: en.fill.scan }).click()
  await expect(page.getByRole('dialog').getByText(en.fill.faults.noise)).toBeVisible()
  expect(await openedTracks(page)).toBe(0)
})

const liveTracks = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { fakeTracks } = window as unknown as { fakeTracks: readonly MediaStreamTrack[] }
    return fakeTracks.filter(({ readyState }) => readyState === 'live').length
  })

const openedTracks = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { fakeTracks: readonly MediaStreamTrack[] }).fakeTracks.length)

it('turns the camera off when its dialog closes at any moment, and when the wallet locks', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await installCamera(context)
  await context.addInitScript(() => {
    // Each part of the start takes its time.
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const wait = () => new Promise((resolve) => setTimeout(resolve, 40))
    mediaDevices.getUserMedia = async (wanted) => {
      await wait()
      return open(wanted)
    }
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = async function () {
      await wait()
      await play.call(this)
    }
  })
  await page.reload()
  await newWallet(context, page)
  const dialog = page.getByRole('dialog')
  for (const [i, delay] of [0, 20, 45, 60, 85, 120, 300].entries()) {
    await page.getByRole('button', { name: en.fill.scan }).click()
    await expect(dialog).toBeVisible()
    await page.waitForTimeout(delay)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => openedTracks(page), { message: `closed after ${delay} ms` }).toBe(i + 1)
    await expect.poll(() => liveTracks(page), { message: `closed after ${delay} ms` }).toBe(0)
  }
  await page.getByRole('button', { name: en.fill.scan }).click()
  await expect.poll(() => liveTracks(page)).toBe(1)
  await page.keyboard.press('ControlOrMeta+Alt+l')
  await expect(page.getByLabel(en.wallet.password, { exact: true })).toBeVisible()
  expect(await liveTracks(page)).toBe(0)
})

it('turns the camera off when its picture does not play, and says why; also when the camera ends by itself', async ({
  browser,
}) => {
  const { page, context } = await newVisitor(browser, served.url)
  await installCamera(context)
  await page.reload()
  await newWallet(context, page)
  await page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = () => {
      HTMLMediaElement.prototype.play = play
      return Promise.reject(new DOMException('play() failed', 'NotAllowedError'))
    }
  })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: en.fill.scan }).click()
  await expect(dialog.getByText(en.scan.camera.paused)).toBeVisible()
  expect(await openedTracks(page)).toBe(1)
  expect(await liveTracks(page)).toBe(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: en.fill.scan }).click()
  await expect.poll(() => liveTracks(page)).toBe(1)
  await expect(dialog.locator('video')).toBeVisible()
  await page.evaluate(() => {
    for (const track of (window as unknown as { fakeTracks: readonly MediaStreamTrack[] }).fakeTracks) track.stop()
  })
  await expect(dialog.getByText(en.scan.camera.ended)).toBeVisible()
  await expect(dialog.locator('video')).toHaveCount(0)
})

/** Runs in a page: chooses a file. */
const chooseFile = (label: string, name: string, type: string, bytes: readonly number[]): void => {
  const input = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
  const files = new DataTransfer()
  files.items.add(new File([Uint8Array.from(bytes)], name, { type }))
  if (input === null) return
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)]

/** Opens the Send screen of a new wallet in a browser that is not Chromium; returns its address. */
const openSend = async (user: WalletUser): Promise<string> => {
  await user.create('Ann')
  await user.goTo('receive')
  const address = await user.read('[data-testid=address]')
  await user.goTo('send')
  await user.see('button', en.fill.scan)
  return address
}

for (const [name, start] of [
  ['Firefox ESR', startFirefox],
  ['WebKitGTK', startWebKit],
] as const)
  it(`reads transparent images, light codes on dark, and SVG files in ${name}`, async () => {
    const own = await startServe()
    const browser = await start()
    try {
      const user = await WalletUser.visit(await browser.newPage(), own.url)
      const address = await openSend(user)
      for (const [look, svg] of Object.entries(imagesOf(address))) {
        await user.fill(en.send.to, '-')
        await user.ask(chooseFile, en.fill.imageFile, 'code.svg', 'image/svg+xml', bytesOf(svg))
        const shown = () => user.ask(() => document.querySelector('textarea')?.value ?? '')
        await user.until(look, shown, (text) => text === address)
      }
    } finally {
      await browser.stop()
      await own.stop()
    }
  })

it('says that Firefox returns no pixels when it resists fingerprinting', async () => {
  const own = await startServe()
  const browser = await startFirefox({ 'privacy.resistFingerprinting': true })
  try {
    const user = await WalletUser.visit(await browser.newPage(), own.url)
    const address = await openSend(user)
    const svg = Object.values(imagesOf(address))[0] ?? ''
    await user.ask(chooseFile, en.fill.imageFile, 'code.svg', 'image/svg+xml', bytesOf(svg))
    const problems = () =>
      user.ask(() => [...document.querySelectorAll('.field-problem')].map(({ textContent }) => textContent).join(' '))
    await user.until('the problem', problems, (text) => text.includes(en.fill.faults.noise))
  } finally {
    await browser.stop()
    await own.stop()
  }
})

/** A contact whose name has signs of its own in links. */
const CONTACT = 'Zoë & Ben, 50 %'

/** Holds a code in front of the camera until the scanner closes. */
const holdCode = async (page: Page, svg: string): Promise<void> => {
  while ((await page.locator('video').count()) > 0) await showToCamera(page, svg)
}

it('shows the code of a contact with its name, which the form of a contact reads back from camera and image', async ({
  browser,
}) => {
  const { page, context } = await newVisitor(browser, served.url)
  await installCamera(context)
  await page.reload()
  await resizePage(page, { width: 1440, height: 900 })
  const address = await newWallet(context, page)
  await goTo(page, 'contacts')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel(en.contacts.name, { exact: true })
  const to = dialog.getByLabel(en.contacts.address, { exact: true })
  await page.getByRole('button', { name: en.contacts.add }).click()
  await name.fill(CONTACT)
  await to.fill(address)
  await dialog.getByRole('button', { name: en.contacts.save }).click()
  await expect(dialog).toHaveCount(0)

  // From the menu of its row, and from the panel.
  await actOnRow(page, CONTACT, en.contacts.qr)
  const code = page.getByRole('img', { name: en.contacts.qr })
  await expect(code).toBeVisible()
  await expect(dialog.getByText(filled(en.contacts.qrHint, { name: CONTACT }))).toBeVisible()
  const svg = await code.evaluate((element) => new XMLSerializer().serializeToString(element))
  await page.keyboard.press('Escape')
  await expect(code).toHaveCount(0)
  await contactRows(page).filter({ hasText: CONTACT }).click()
  await page
    .getByRole('region', { name: en.contacts.one, exact: true })
    .getByRole('button', { name: en.contacts.qr })
    .click()
  await expect(code).toBeVisible()
  await page.keyboard.press('Escape')

  // Of the two, the name that is typed stays.
  await actOnRow(page, CONTACT, en.contacts.removeIt)
  await page.getByRole('button', { name: en.contacts.add }).click()
  await dialog.getByRole('button', { name: en.fill.scan }).click()
  await holdCode(page, svg)
  await expect(name).toHaveValue(CONTACT)
  await expect(to).toHaveValue(address)
  await to.fill('')
  await name.fill('Ben')
  await dialog.getByLabel(en.fill.imageFile).setInputFiles({
    name: 'ben.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(svg),
  })
  await expect(to).toHaveValue(address)
  await expect(name).toHaveValue('Ben')
  // Closing the chooser of the image closes no dialog.
  await dialog
    .getByLabel(en.fill.imageFile)
    .evaluate((field) => void field.dispatchEvent(new Event('cancel', { bubbles: true })))
  await dialog.getByRole('button', { name: en.contacts.save }).click()
  await expect(contactRows(page)).toContainText('Ben')
})
