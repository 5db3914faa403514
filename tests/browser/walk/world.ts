// What the tasks of the walk need: a page with a development node, a wallet with coins, people to pay.
import { type Browser, expect, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { goTo, nodeCall, readAmount, shownAddress } from '../support/driver.ts'
import { createWallet } from './creating.ts'
import { createWalker, type Walker } from './walker.ts'

export const COIN = 10n ** BigInt(moneroRegtest.decimals)

export type World = {
  readonly browser: Browser
  readonly url: string
  readonly viewport: { readonly width: number; readonly height: number }
  /** the profile of the wallet that pays */
  readonly page: Page
  /** the address of that wallet */
  readonly address: string
  /** what a task left for a later one */
  readonly kept: Map<string, Buffer | string>
}

export type Task = {
  readonly name: string
  /** begins without a wallet, on the first screen of a new profile */
  readonly isFirst?: true
  readonly walk: (walker: Walker, world: World) => Promise<void>
}

const keysOf = (byte: number): ReturnType<typeof generateKeys> => generateKeys(new Uint8Array(32).fill(byte))

const addressOf = (byte: number): string => formatAddress(moneroRegtest, subaddressAt(keysOf(byte), 0, 0))

/** The addresses of the recipients. */
export const BEN = addressOf(91)
export const CARL = addressOf(92)
export const DORA = addressOf(93)

/** A wallet of which only the view key is on this device, and which another one pays for. */
export const SIGNER = {
  address: addressOf(94),
  view: toHex(keysOf(94).viewSecret),
  spend: toHex(keysOf(94).spendSecret),
}

/** Opens the page in a new profile. */
export const newProfile = async ({
  browser,
  url,
  viewport,
}: Omit<World, 'page' | 'address' | 'kept'>): Promise<Page> => {
  const isMobile = viewport.width < 1024
  const context = await browser.newContext({ baseURL: url, viewport, isMobile, hasTouch: isMobile, locale: 'en' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible({ timeout: 60_000 })
  return page
}

/** Mines until all coins of the wallet can be spent, and returns to Home. */
export const settle = async (page: Page, url: string): Promise<void> => {
  await nodeCall(url, 'dev_mine', { blocks: 12 })
  await page.evaluate(() => location.assign('#/'))
  const amount = (id: string): Promise<bigint> => readAmount(page, id, moneroRegtest.decimals)
  await expect(page.getByTestId('balance-total')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('main').getByText(en.home.waiting, { exact: true })).toHaveCount(0, { timeout: 60_000 })
  await expect.poll(() => amount('balance-available'), { timeout: 60_000 }).toBeGreaterThan(10n * COIN)
}

/** Creates the wallet that pays, with coins of several payments. */
export const furnish = async (parts: Omit<World, 'page' | 'address' | 'kept'>): Promise<World> => {
  const page = await newProfile(parts)
  await createWallet(createWalker(page), 'Ann')
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await page.evaluate(() => location.assign('#/'))
  for (let i = 0; i < 8; i += 1) {
    await nodeCall(parts.url, 'dev_faucet', { address, amount: Number(9n * COIN) + i * 10 ** 11 })
    await nodeCall(parts.url, 'dev_mine', { blocks: 1 })
  }
  await nodeCall(parts.url, 'dev_faucet', { address: SIGNER.address, amount: Number(20n * COIN) })
  await settle(page, parts.url)
  return { ...parts, page, address, kept: new Map() }
}
