// A wallet that mined a long chain, so that its history has one entry a block, and its lists in the page.

import type { Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { goTo, nodeCall } from '../../browser/support/driver.ts'

export const HISTORY_ENTRIES = 100_000
const BLOCKS_PER_CALL = 1000

/** Mines a block for each entry of the history to an address. */
export const mineHistory = async (url: string, address: string): Promise<void> => {
  for (let mined = 0; mined < HISTORY_ENTRIES; mined += BLOCKS_PER_CALL)
    await nodeCall(url, 'dev_mine', { blocks: BLOCKS_PER_CALL, address })
}

/** Opens the history, with the pointer on its list. */
export const openHistory = async (page: Page): Promise<void> => {
  await goTo(page, 'history')
  await page.getByRole('list', { name: en.history.list }).locator('.transfer').first().waitFor()
  await page.mouse.move(300, 400)
}

/** Scrolls through a long list. */
export const scrollList = async (page: Page): Promise<void> => {
  for (let step = 0; step < 100; step++) {
    await page.mouse.wheel(0, step % 10 === 9 ? 40_000 : 600)
    await page.waitForTimeout(50)
  }
}
