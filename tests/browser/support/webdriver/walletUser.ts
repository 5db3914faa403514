// What a user does with a wallet in a remote page: the screen actions of ../driver.ts that the lives of other browsers need.
import { en } from '../../../../src/app/text/en.ts'
import { atomicUnits, PASSWORD } from '../driver.ts'
import type { RemotePage } from './remoteBrowser.ts'
import { User } from './user.ts'

const DECIMALS = 9

const BALANCE = '[data-testid=balance-total]'

export class WalletUser extends User {
  /** Opens the page in a new profile, and waits until its service worker controls it. */
  static async visit(page: RemotePage, url: string): Promise<WalletUser> {
    const user = new WalletUser(page)
    await page.resize(1280, 800)
    await page.open(url)
    await user.until(
      'the service worker',
      () => user.ask(() => navigator.serviceWorker.controller?.state),
      (state) => state === 'activated',
    )
    return user
  }

  /** Creates a wallet; returns its seed words. */
  async create(name: string): Promise<readonly string[]> {
    await this.press('link', en.welcome.create)
    await this.#describe(name)
    await this.press('button', en.action.continue)
    await this.see('heading', en.create.wordsTitle)
    const words = await this.ask(() => [...document.querySelectorAll('.word')].map((word) => word.textContent ?? ''))
    await this.press('button', en.create.written)
    await this.see('heading', en.create.checkTitle)
    const labels = await this.ask(() => [...document.querySelectorAll('label')].map((label) => label.textContent ?? ''))
    for (const label of labels) await this.fill(label, words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
    await this.press('button', en.create.finish)
    await this.synced()
    return words
  }

  /** Restores a wallet from its words. */
  async restore(name: string, words: readonly string[]): Promise<void> {
    await this.press('link', en.welcome.restore)
    await this.fill(en.restore.words, words.join(' '))
    await this.#describe(name)
    await this.press('button', en.restore.submit)
    await this.synced()
  }

  /** Reloads the page and opens the wallet again. */
  async reopen(name: string): Promise<void> {
    await this.page.reload()
    // Where the tab keeps nothing over a reload, the list of wallets leads to the lock.
    const isAsked = (selector: string): Promise<boolean> =>
      this.ask((sought) => document.querySelector(sought) !== null, selector)
    await this.until('the wallet', () => isAsked('input[type=password], .link-card'), Boolean)
    if (!(await isAsked('input[type=password]'))) await this.press('link', name)
    await this.fill(en.wallet.password, PASSWORD)
    await this.press('button', en.unlock.submit)
    await this.goTo('home')
    await this.read(BALANCE)
  }

  async goTo(place: keyof typeof en.nav): Promise<void> {
    await this.press('link', en.nav[place])
  }

  /** Waits until the wallet on the home screen is in a state of the sync. */
  async synced(phase = 'synced'): Promise<void> {
    await this.until(
      'the sync',
      () => this.ask(() => document.querySelector<HTMLElement>('[data-phase]')?.dataset['phase'] ?? ''),
      (shown) => shown === phase,
      180_000,
    )
  }

  /** Waits until the home screen shows an amount. */
  async owns(amount: bigint, testId = 'balance-total'): Promise<void> {
    await this.until(
      testId,
      async () => String(await this.amount(testId)),
      (shown) => shown === String(amount),
      120_000,
    )
  }

  async amount(testId: string): Promise<bigint> {
    return atomicUnits(await this.read(`[data-testid=${testId}]`), DECIMALS)
  }

  /** Pays with a review; returns the fee. */
  async pay(address: string, amount: string): Promise<bigint> {
    await this.goTo('send')
    await this.fill(en.send.to, address)
    await this.fill(en.send.amount, amount)
    await this.press('button', en.send.review)
    const fee = await this.amount('fee')
    await this.press('button', en.send.confirm)
    await this.see('heading', en.send.doneTitle)
    return fee
  }

  /** Waits for one payment in a direction whose row contains a text. */
  async sees(direction: 'in' | 'out', state: string, text: string): Promise<void> {
    await this.until(
      `a payment ${direction} ${state} with ${text}`,
      () =>
        this.ask(
          (selector) => [...document.querySelectorAll(selector)].map((row) => row.textContent ?? ''),
          `.transfer[data-direction=${direction}][data-state=${state}]`,
        ),
      (rows) => rows.length === 1 && (rows[0] ?? '').includes(text),
    )
  }

  async #describe(name: string): Promise<void> {
    await this.fill(en.wallet.name, name)
    await this.fill(en.wallet.password, PASSWORD)
    await this.fill(en.wallet.repeat, PASSWORD)
  }
}
