// A camera for the page whose picture a test draws: the QR codes that another page shows. The page decodes the pixels of a real video stream.
import type { BrowserContext, Page } from '@playwright/test'

/** Replaces the camera of the pages of a context by a canvas. */
export const installCamera = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 640
    canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height)
    const fakeTracks: MediaStreamTrack[] = []
    navigator.mediaDevices.getUserMedia = () => {
      const stream = canvas.captureStream(30)
      fakeTracks.push(...stream.getTracks())
      return Promise.resolve(stream)
    }
    Object.assign(window, { fakeCamera: canvas, fakeTracks })
  })
}

/** Draws an SVG image into the picture of the camera. */
export const showToCamera = (page: Page, svg: string): Promise<void> =>
  page.evaluate(async (text) => {
    const { fakeCamera } = window as unknown as { fakeCamera: HTMLCanvasElement }
    const image = new Image()
    image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
    await image.decode()
    URL.revokeObjectURL(image.src)
    const { width, height } = fakeCamera
    fakeCamera.getContext('2d')?.drawImage(image, 40, 40, width - 80, height - 80)
  }, svg)

/** Holds the QR codes that a page shows in front of the camera of another, until its scanner closes. */
export const holdCodes = async (from: Page, to: Page): Promise<void> => {
  const code = from.locator('.animated-qr svg')
  while ((await to.locator('video').count()) > 0) {
    const svg = await code.evaluate((element) => new XMLSerializer().serializeToString(element))
    await showToCamera(to, svg)
  }
}
