// Makes the engine of a page slow, or its storage fail.
import type { Page } from '@playwright/test'

/** Keeps the engine busy, so that it answers late. */
export const delayEngine = async (page: Page, time: number): Promise<void> => {
  for (const worker of page.workers())
    void worker
      .evaluate((milliseconds) => {
        const end = Date.now() + milliseconds
        while (Date.now() < end);
      }, time)
      .catch(() => undefined)
}

/** Makes the storage of the engine fail, as on a full disk. */
export const breakStorage = async (page: Page): Promise<void> => {
  for (const worker of page.workers())
    await worker.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full', 'QuotaExceededError')
      }
    })
}
