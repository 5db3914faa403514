// Walks through a task as a user does, and counts: presses and keys, filled fields, screens and dialogs.
import { expect, type Locator, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'

/** Below this width, some places are behind another one, and tables are lists. */
const WIDE_PX = 1024

const PATIENCE = { timeout: 60_000 }

/** What a task took so far. */
export type Count = {
  /** presses, keys, and fields that were filled in */
  readonly actions: number
  /** screens, dialogs and menus that the user came to */
  readonly screens: number
  readonly seconds: number
}

export type Walker = {
  readonly page: Page
  readonly count: () => Count
  /** whether the page has space for tables, and the user a mouse and keys */
  readonly isWide: () => boolean
  /** Begins anew, after what is no part of the task. */
  begin(): void
  /** Adds what was done on another page; the time went on meanwhile. */
  add(other: Count): void
  /** Presses with a mouse or a finger. */
  press(target: Locator): Promise<void>
  /** Presses twice, which edits a row. */
  pressTwice(target: Locator): Promise<void>
  /** Opens the menu of a row: by the second button of a mouse, or a long press. */
  pressLong(target: Locator): Promise<void>
  key(keys: string): Promise<void>
  /** Types or pastes into a field. */
  fill(field: Locator, text: string): Promise<void>
  /** Opens a select field and chooses from it. */
  choose(field: Locator, label: string): Promise<void>
  /** Presses a button that asks for a file, and chooses one in the window of the system. */
  chooseFile(button: Locator, file: { readonly name: string; readonly buffer: Buffer }): Promise<void>
  /** Waits for another screen or a dialog. */
  reach(landmark: Locator): Promise<void>
  /** Waits for what the same screen shows. */
  see(result: Locator): Promise<void>
  /** Presses what saves a file. */
  save(button: Locator): Promise<Buffer>
  /** Opens a screen by the navigation. */
  open(place: keyof typeof en.nav): Promise<void>
  button(name: string): Locator
  field(label: string): Locator
}

const readStream = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** Starts to count on a page. */
export const createWalker = (page: Page): Walker => {
  let actions = 0
  let screens = 0
  let began = performance.now()
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const press = async (target: Locator): Promise<void> => {
    actions += 1
    await target.click(PATIENCE)
  }
  const reach = async (landmark: Locator): Promise<void> => {
    await expect(landmark.first()).toBeVisible(PATIENCE)
    screens += 1
  }
  const isWide = (): boolean => (page.viewportSize()?.width ?? WIDE_PX) >= WIDE_PX
  return {
    page,
    count: () => ({ actions, screens, seconds: (performance.now() - began) / 1000 }),
    begin: () => {
      actions = 0
      screens = 0
      began = performance.now()
    },
    add: (other) => {
      actions += other.actions
      screens += other.screens
    },
    press,
    isWide,
    pressTwice: async (target) => {
      actions += 1
      await target.dblclick(PATIENCE)
    },
    pressLong: async (target) => {
      actions += 1
      screens += 1
      await target.click({ ...PATIENCE, button: 'right' })
    },
    key: async (keys) => {
      actions += 1
      await page.keyboard.press(keys)
    },
    fill: async (field, text) => {
      actions += 1
      await field.fill(text, PATIENCE)
    },
    choose: async (field, label) => {
      actions += 2
      await field.selectOption({ label }, PATIENCE)
    },
    chooseFile: async (target, { name, buffer }) => {
      const chooser = page.waitForEvent('filechooser')
      await press(target)
      actions += 1
      screens += 1
      await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
    },
    reach,
    see: async (result) => await expect(result.first()).toBeVisible(PATIENCE),
    save: async (target) => {
      const download = page.waitForEvent('download')
      await press(target)
      return await readStream(await (await download).createReadStream())
    },
    open: async (place) => {
      const navigation = page.getByRole('navigation', { name: en.nav.label })
      const link = navigation.getByRole('link', { name: en.nav[place], exact: true })
      if (isWide() || (await link.isVisible())) await press(link)
      else {
        await press(navigation.getByRole('link', { name: en.nav.more }))
        await reach(page.getByRole('heading', { level: 1, name: en.nav.more }))
        await press(page.getByRole('main').getByRole('link', { name: en.nav[place] }))
      }
      await reach(page.getByRole('heading', { level: 1, name: en.nav[place], exact: true }))
    },
    button,
    field: (label) => page.getByLabel(label, { exact: true }),
  }
}
