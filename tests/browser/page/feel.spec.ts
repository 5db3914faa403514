// How the page feels: transitions between screens, placeholders that nothing moves, changes that show at once, and what can be undone.
import { expect, test as it, type Locator, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import {
  actOnRow,
  createWallet,
  expectSynced,
  goTo,
  newVisitor,
  openSettings,
  shownAddress,
  unlockWallet,
} from '../support/driver.ts'
import { breakStorage, delayEngine } from '../support/engine-faults.ts'
import { serveAll } from '../support/serve-all.ts'
import { resizePage } from '../support/viewport.ts'

const served = serveAll()

const named = (text: string, name: string): string => text.replace('{{ name }}', name)

/** Records the parts that view transitions animate, and what moves by itself on the page. */
const record = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const recorded = { parts: [] as string[], shifts: [] as string[] }
    Object.assign(window, { recorded })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      transition.ready.then(
        () => {
          for (const { effect } of document.getAnimations())
            if (effect instanceof KeyframeEffect && effect.pseudoElement !== null)
              recorded.parts.push(effect.pseudoElement)
        },
        () => recorded.parts.push('skipped'),
      )
      return transition
    }
    type Shift = PerformanceEntry & {
      readonly value: number
      readonly sources: readonly { readonly node: Node | null }[]
    }
    new PerformanceObserver((list) => {
      // Entries of this type have these members.
      for (const { value, sources } of list.getEntries() as Shift[])
        if (value > 0.001) recorded.shifts.push(sources.map(({ node }) => (node as Element)?.className).join(' '))
    }).observe({ type: 'layout-shift' })
  })

const recorded = (page: Page, what: 'parts' | 'shifts'): Promise<readonly string[]> =>
  page.evaluate((member) => {
    // `record` defines it.
    const { recorded } = window as unknown as { recorded: Record<string, string[]> }
    return recorded[member]?.splice(0) ?? []
  }, what)

type Point = { readonly x: number; readonly y: number }

const middleOf = async (target: Locator): Promise<Point> => {
  const box = await target.boundingBox()
  if (box === null) throw new Error('it is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Clicks as the user does right after the next click that changes the screen, while the browser shows the present screen still. */
const clickBeforeNextScreen = (page: Page, point: Point): Promise<void> =>
  page.evaluate(({ x, y }) => {
    const start = document.startViewTransition
    document.startViewTransition = (update) => {
      document.startViewTransition = start
      const click = new MouseEvent('click', { bubbles: true, clientX: x, clientY: y, detail: 1 })
      setTimeout(() => document.documentElement.dispatchEvent(click))
      return start.call(document, update)
    }
  }, point)

const editNote = async (page: Page): Promise<void> => {
  await page.locator('main .transfer').click({ button: 'right' })
  await page.getByRole('menuitem', { name: en.payment.editNote }).click()
}

it('animates screens, holds places, shows changes at once, and undoes harmless ones', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // What is fetched while the user types takes neither the screen nor the focus away.
  await page.getByRole('link', { name: en.welcome.restore }).click()
  await page.getByLabel(en.restore.words, { exact: true }).focus()
  await page.keyboard.type('abbey', { delay: 50 })
  await expect(page.getByLabel(en.restore.words, { exact: true })).toHaveValue('abbey')
  await page.getByRole('link', { name: en.action.cancel }).click()
  await createWallet(page, { name: 'Ann' })
  // The tour for the first wallet: a reload keeps it, its end is for good, and it can be opened again.
  const tour = page.getByRole('region', { name: en.tour.label })
  const next = tour.getByRole('button', { name: en.tour.next })
  await expect(tour).toContainText(en.tour.keepTitle)
  await next.click()
  await expect(tour).toContainText(en.tour.payTitle)
  await expect(next).toBeFocused()
  await next.click()
  await tour.getByRole('button', { name: en.tour.done }).click()
  await expect(tour).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await goTo(page, 'settings')
  await goTo(page, 'home')
  await expect(tour).toBeHidden()
  await openSettings(page, 'about')
  await page.getByRole('button', { name: en.tour.again }).click()
  await expect(tour).toContainText(en.tour.keepTitle)
  await page.reload()
  await unlockWallet(page, 'Ann')
  await tour.getByRole('button', { name: en.tour.skip }).click()
  await expect(tour).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(en.tour.again)
  await page.keyboard.press('Enter')
  await expect(tour).toContainText(en.tour.keepTitle)
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expect(page.locator('.transfer')).toHaveCount(1, { timeout: 60_000 })
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await record(page)

  // A payment of a list becomes its details, and these the line again. On a wide page they stand beside each other.
  await resizePage(page, { width: 1000, height: 800 })
  await goTo(page, 'history')
  await expect.poll(() => recorded(page, 'parts')).toContain('::view-transition-new(root)')
  await page.locator('.transfer').click()
  await expect(page.locator('.details-amount')).toBeVisible()
  await expect.poll(() => recorded(page, 'parts')).toContain('::view-transition-group(shared-element)')
  await page.getByRole('link', { name: en.details.back }).click()
  await expect.poll(() => recorded(page, 'parts')).toContain('::view-transition-group(shared-element)')
  // The page is still for who wants no motion.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await goTo(page, 'settings')
  await page.waitForTimeout(300)
  expect(await recorded(page, 'parts')).toEqual([])

  // A note shows at once; one that cannot be saved is put back, and what was typed stays.
  await resizePage(page, { width: 1280, height: 720 })
  await goTo(page, 'history')
  await editNote(page)
  await delayEngine(page, 1500)
  await page.getByLabel(en.history.note, { exact: true }).fill('Beans')
  await page.keyboard.press('Enter')
  await expect(page.locator('main .transfer')).toContainText('Beans', { timeout: 1000 })

  // Contacts: the list shows its place while it loads, and nothing moves when it comes.
  await goTo(page, 'send')
  await goTo(page, 'contacts')
  for (const name of ['Ben', 'Cleo']) {
    await page.getByRole('button', { name: en.contacts.add, exact: true }).click()
    await page.getByLabel(en.contacts.name, { exact: true }).fill(name)
    await page.getByLabel(en.contacts.address, { exact: true }).fill(address)
    await page.getByRole('button', { name: en.contacts.save }).click()
    if (name === 'Cleo') {
      await expect(page.getByText(named(en.contacts.addressTaken, 'Ben'))).toBeVisible()
      await page.keyboard.press('Escape')
    }
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const list = page.getByRole('grid', { name: en.contacts.list })
  await goTo(page, 'send')
  await recorded(page, 'shifts')
  await delayEngine(page, 2000)
  await goTo(page, 'contacts')
  await expect(page.locator('.skeleton').first()).toBeVisible()
  await expect(list).toContainText('Ben')
  expect(await recorded(page, 'shifts')).toEqual([])

  // So do the settings, which wait longer for the engine.
  for (const size of [
    { width: 1280, height: 4000 },
    { width: 390, height: 5500 },
  ]) {
    await resizePage(page, size)
    await goTo(page, 'home')
    await recorded(page, 'shifts')
    await delayEngine(page, 6000)
    await page.evaluate(() => location.assign('#/settings/security'))
    await page.waitForFunction(() => document.querySelector('.skeleton') !== null)
    await expect(page.getByLabel(en.settings.reloadLabel)).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
    expect(await recorded(page, 'shifts')).toEqual([])
  }

  // A click during a transition reaches what the user sees: the navigation, but no part of a screen that is not shown yet.
  await resizePage(page, { width: 1280, height: 1000 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const placeOf = (place: 'history' | 'receive') =>
    middleOf(page.getByRole('navigation', { name: en.nav.label }).getByRole('link', { name: en.nav[place] }))
  const [toHistory, toReceive] = [await placeOf('history'), await placeOf('receive')]
  await goTo(page, 'receive')
  const create = await middleOf(page.getByRole('button', { name: en.receive.create }))
  await goTo(page, 'home')
  await clickBeforeNextScreen(page, create)
  await goTo(page, 'receive')
  await expect(page.getByTestId('address')).toBeVisible()
  await goTo(page, 'home')
  await clickBeforeNextScreen(page, toReceive)
  await page.mouse.click(toHistory.x, toHistory.y)
  await expect(page.getByTestId('address')).toBeVisible()
  await goTo(page, 'home')
  await recorded(page, 'parts')
  await page.mouse.click(toReceive.x, toReceive.y)
  await expect.poll(() => recorded(page, 'parts')).toContain('::view-transition-new(root)')
  await page.mouse.click(create.x, create.y)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  // A press during a transition counts also when it is released after its end.
  await goTo(page, 'home')
  await page.mouse.click(toReceive.x, toReceive.y)
  await page.mouse.move(create.x, create.y)
  await page.waitForFunction(() => document.getAnimations().length > 0)
  await page.mouse.down()
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await goTo(page, 'send')
  await goTo(page, 'contacts')

  // A removed contact can be undone by a button, also on another screen, and by a key.
  const remove = (): Promise<void> => actOnRow(page, 'Ben', en.contacts.removeIt)
  const messages = page.getByRole('status', { name: en.toast.label })
  await remove()
  await expect(list).toBeHidden()
  await expect(messages).toContainText(named(en.toast.contactRemoved, 'Ben'))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await goTo(page, 'home')
  await messages.getByRole('button', { name: en.toast.undo }).click()
  await expect(messages).toBeEmpty()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await goTo(page, 'send')
  await goTo(page, 'contacts')
  await expect(list).toContainText('Ben')
  await remove()
  await expect(list).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(list).toContainText('Ben')

  // A message ends by itself, but not while the focus is in it.
  await page.clock.install()
  await remove()
  await messages.getByRole('button', { name: en.toast.undo }).focus()
  await page.keyboard.press('Tab')
  await page.clock.fastForward(9000)
  await expect(messages).toContainText(named(en.toast.contactRemoved, 'Ben'))
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(list).toContainText('Ben')
  await remove()
  await expect(messages).toContainText(named(en.toast.contactRemoved, 'Ben'))
  await page.clock.fastForward(9000)
  await expect(messages).toBeEmpty()
  await page.clock.resume()

  // What cannot be saved is put back, with the reason.
  await goTo(page, 'history')
  await breakStorage(page)
  await editNote(page)
  const note = page.getByLabel(en.history.note, { exact: true })
  await note.fill('Peas')
  await page.keyboard.press('Enter')
  await expect(messages).toContainText(en.toast.notSaved.replace(' {{ reason }}', ''))
  await expect(note).toHaveValue('Peas')
  await page.keyboard.press('Escape')
  await expect(page.locator('.transfer-title')).toHaveText('Beans')
  await context.close()
})
