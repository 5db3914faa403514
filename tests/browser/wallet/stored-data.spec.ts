// The databases that earlier versions of the program wrote (tests/data/stores) open in the page, in the browser's own IndexedDB.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { type IndexedDbDump, loadIndexedDb } from '../../support/store/indexed-db-dump.ts'
import { expectBalance, goTo, unlockWallet } from '../support/driver.ts'
import { startServe } from '../support/serve.ts'

const SETS = new URL('../../data/stores/', import.meta.url)

for (const set of readdirSync(SETS))
  for (const family of ['oxen', 'monero'] as const)
    it(`opens the database of ${set}, ${family}, with its balance and history`, async ({ browser }) => {
      const read = (name: string): Buffer => gunzipSync(readFileSync(new URL(`${set}/${family}/${name}.gz`, SETS)))
      const folder = mkdtempSync(join(tmpdir(), 'faba-stored-'))
      const chain = join(folder, 'chain')
      writeFileSync(chain, read('chain'))
      const served = await startServe('--network', family, '--wallets', '0', '--load', chain)
      try {
        // Files of the tests have these shapes.
        const dump = JSON.parse(read('plain.json').toString()) as IndexedDbDump
        const expected = JSON.parse(readFileSync(new URL(`${set}/${family}/expected.json`, SETS), 'utf8'))
        // A list; a wider page has a table.
        const context = await browser.newContext({ viewport: { width: 900, height: 1400 } })
        const page = await context.newPage()
        // A file of the same origin: the page itself would make a database first.
        await page.goto(`${served.url}/manifest.webmanifest`)
        await page.evaluate(loadIndexedDb, dump)
        await page.goto(served.url)
        await unlockWallet(page, 'plain', expected.password)
        const total = expected.plain.accounts.reduce(
          (sum: bigint, account: { balance: number }) => sum + BigInt(account.balance),
          0n,
        )
        await expectBalance(page, total, networkById(`${family}-regtest`).decimals)
        await goTo(page, 'history')
        // A payment to several recipients is one line.
        const lines: number = expected.plain.transfers.length
        await expect(page.getByRole('list', { name: en.history.list }).locator('.transfer')).toHaveCount(lines)
        await context.close()
      } finally {
        await served.stop()
        rmSync(folder, { recursive: true })
      }
    })
