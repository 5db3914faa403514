// The built page in browsers that are not Chromium: Firefox ESR, and WebKitGTK, which has the engine of Safari. One life of a wallet with a
// second one in its own profile, by pointer and keyboard.
import { writeFileSync } from 'node:fs'
import { expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { nodeCall, PASSWORD } from '../support/driver.ts'
import { startServe } from '../support/serve.ts'
import { startFilesHost } from '../support/static-host.ts'
import { startFirefox } from '../support/webdriver/firefox.ts'
import type { RemoteBrowser } from '../support/webdriver/remoteBrowser.ts'
import { WalletUser } from '../support/webdriver/walletUser.ts'
import { startWebKit } from '../support/webdriver/webkit.ts'

const COIN = 10n ** 9n

const BROWSERS: readonly (readonly [name: string, engine: RegExp, start: () => Promise<RemoteBrowser>])[] = [
  ['Firefox ESR', /Firefox\//, startFirefox],
  ['WebKitGTK', /AppleWebKit\/(?!.*Chrom)/, startWebKit],
]

/** Calls the wallet RPC of the page. */
const callRpc = async (method: string): Promise<{ readonly result?: Record<string, unknown> }> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method })
  return await (await fetch('/json_rpc', { method: 'POST', body })).json()
}

const deleteDatabase = (): Promise<boolean> =>
  new Promise((resolve) => {
    const deletion = indexedDB.deleteDatabase('faba')
    deletion.onsuccess = () => resolve(true)
    deletion.onerror = () => resolve(false)
  })

/** Clears the storage of an open wallet, unlocks it again, and writes it back. */
const keepThrough = async (
  user: WalletUser,
  name: string,
  balance: bigint,
  clear: () => Promise<unknown>,
): Promise<void> => {
  await clear()
  await user.see('heading', en.storageLoss.clearedTitle)
  await user.press('button', en.nav.lock)
  await user.fill(en.wallet.password, PASSWORD)
  await user.press('button', en.unlock.submit)
  await user.owns(balance)
  await user.press('button', en.storageLoss.writeBack)
  await user.until(
    'the notice',
    () => user.ask(() => document.body.textContent ?? ''),
    (text) => text.includes(en.storageLoss.writtenBack) && !text.includes(en.storageLoss.clearedTitle),
  )
  await user.reopen(name)
  await user.owns(balance)
}

for (const [name, engine, start] of BROWSERS)
  it(`creates, pays, keeps its wallet when a page deletes the database, restores and opens offline in ${name}`, async () => {
    it.setTimeout(600_000)
    const served = await startServe()
    const files = await startFilesHost(served.url)
    const browser = await start()
    const profiles: WalletUser[] = []
    const visit = async (): Promise<WalletUser> => {
      const user = await WalletUser.visit(await browser.newPage(), served.url)
      profiles.push(user)
      return user
    }
    try {
      const ann = await visit()
      expect(await ann.ask(() => navigator.userAgent)).toMatch(engine)
      await ann.create('Ann')
      await ann.press('button', en.home.faucet)
      await ann.owns(100n * COIN)
      await ann.goTo('receive')
      const main = await ann.read('[data-testid=address]')
      await ann.press('button', en.receive.create)
      await ann.fill(en.receive.label, 'Rent')
      await ann.press('button', en.receive.create)
      await ann.until(
        'the new address',
        () => ann.read('[data-testid=address]'),
        (address) => address !== main,
      )

      const ben = await visit()
      const words = await ben.create('Ben')
      expect(words).toHaveLength(25)
      await ben.goTo('receive')
      const address = await ben.read('[data-testid=address]')
      await ben.goTo('home')

      await nodeCall(served.url, 'dev_mine', { blocks: 12 })
      await ann.goTo('home')
      await ann.owns(100n * COIN, 'balance-available')
      const fee = await ann.pay(address, '5.25')
      await ben.sees('in', 'pool', '5.25')
      await nodeCall(served.url, 'dev_mine', { blocks: 1 })
      await ben.sees('in', 'confirmed', '5.25')
      await ben.owns((21n * COIN) / 4n)
      await ben.page.close()

      // Balance, history and labels survive a reload.
      await ann.reopen('Ann')
      await ann.owns(100n * COIN - (21n * COIN) / 4n - fee)
      await ann.goTo('history')
      await ann.sees('out', 'confirmed', '5.25')
      await ann.goTo('receive')
      await ann.until(
        'the label',
        () => ann.ask(() => document.querySelector('main')?.textContent ?? ''),
        (text) => text.includes('Rent'),
      )

      // The service worker answers once the user allows it.
      await ann.goTo('settings')
      await ann.press('link', en.settings.rpc)
      await ann.press('field', en.settings.rpcLabel)
      const answer = await ann.until(
        'the wallet RPC',
        () => ann.ask(callRpc, 'get_address'),
        ({ result }) => result !== undefined,
      )
      expect(answer.result).toMatchObject({ address: main })

      await ann.goTo('home')
      await keepThrough(ann, 'Ann', 100n * COIN - (21n * COIN) / 4n - fee, () => ann.ask(deleteDatabase))

      const again = await visit()
      await again.restore('Ben again', words)
      await again.owns((21n * COIN) / 4n)

      // Old blocks come from files of another origin.
      await nodeCall(served.url, 'dev_mine', { blocks: 100 })
      await again.goTo('settings')
      await again.press('link', en.settings.nodes)
      await again.press('link', en.nodes.manage)
      await again.fill(en.compact.address, `${files.origin}/compact`)
      await again.press('button', en.compact.save)
      await again.goTo('settings')
      await again.press('link', en.settings.advanced)
      await again.press('button', en.settings.rescan)
      await again.press('button', en.settings.rescanGo)
      await again.goTo('settings')
      await again.press('link', en.settings.nodes)
      await again.press('link', en.nodes.manage)
      await again.until(
        'the files',
        () => again.ask(() => document.querySelector('main')?.textContent ?? ''),
        (text) => /The files reach up to block \d/.test(text),
      )
      await again.goTo('home')
      await again.owns((21n * COIN) / 4n)
      await again.synced()

      // Without its server the page opens, and the wallet shows its stored state.
      await served.stop()
      await ann.reopen('Ann')
      await ann.owns(100n * COIN - (21n * COIN) / 4n - fee)
      await ann.synced('offline')
    } catch (error) {
      for (const [i, { page }] of profiles.entries()) {
        const picture = await page.screenshot().catch(() => undefined)
        if (picture !== undefined) writeFileSync(it.info().outputPath(`profile-${i}.png`), picture)
      }
      throw error
    } finally {
      files.stop()
      await browser.stop()
      await served.stop()
    }
  })

it('keeps an open wallet when the user clears the data of the site in Firefox ESR', async () => {
  it.setTimeout(300_000)
  const served = await startServe()
  const browser = await startFirefox()
  try {
    const ann = await WalletUser.visit(await browser.newPage(), served.url)
    await ann.create('Ann')
    await ann.press('button', en.home.faucet)
    await ann.owns(100n * COIN)
    await keepThrough(ann, 'Ann', 100n * COIN, () => browser.clearSiteData('127.0.0.1'))
  } finally {
    await browser.stop()
    await served.stop()
  }
})
