// The size of pages in tests.
import type { Page } from '@playwright/test'

type Size = { readonly width: number; readonly height: number }

/** A page that draws nothing for this long is resized again. */
const LONGEST_FRAME_MS = 10_000
const ATTEMPTS = 3

const drawsFrame = (page: Page): Promise<boolean> =>
  page.evaluate(
    (longest) =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(true))
        setTimeout(() => resolve(false), longest)
      }),
    LONGEST_FRAME_MS,
  )

/**
 * Resizes the page and waits until it draws. Headless Chromium on a loaded machine rarely stops to draw after several changes of the size, and
 * clicks wait for frames; another change wakes it.
 * @throws Error if the page still draws nothing
 */
export const resizePage = async (page: Page, size: Size): Promise<void> => {
  await page.setViewportSize(size)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await drawsFrame(page)) return
    await page.setViewportSize({ width: size.width, height: size.height + 1 })
    await page.setViewportSize(size)
  }
  throw new Error(`the page draws no frame at ${size.width} × ${size.height}`)
}
