// Tasks about what the wallet keeps: payments, notes, contacts; and what is proven with it.
import type { Locator } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import type { Walker } from './walker.ts'
import { BEN, type Task } from './world.ts'

const dialog = (walker: Walker) => walker.page.getByRole('dialog')

const newestSent = (walker: Walker) => walker.page.locator('main .transfer[data-direction="out"]').first()

/** Opens the details of the newest payment: beside the history, or in its place. */
const openNewestSent = async (walker: Walker): Promise<void> => {
  await walker.open('history')
  await walker.press(newestSent(walker))
  await walker.reach(walker.field(en.details.note))
}

/** Opens the screen of proofs. */
const openProofs = async (walker: Walker): Promise<void> => {
  await walker.open('tools')
  await walker.press(walker.page.getByRole('link', { name: en.proofs.title }))
  await walker.reach(walker.page.getByRole('heading', { level: 1, name: en.proofs.title }))
}

const readClipboard = (walker: Walker): Promise<string> => walker.page.evaluate(() => navigator.clipboard.readText())

export const contactTasks: readonly Task[] = [
  {
    name: 'add a contact',
    walk: async (walker) => {
      await walker.open('contacts')
      await walker.press(walker.page.getByRole('main').getByRole('button', { name: en.contacts.add }).first())
      await walker.reach(dialog(walker))
      await walker.fill(dialog(walker).getByLabel(en.contacts.name, { exact: true }), 'Ben Bean')
      await walker.fill(dialog(walker).getByLabel(en.contacts.address, { exact: true }), BEN)
      await walker.press(walker.button(en.contacts.save))
      await walker.see(walker.page.locator('.contacts .address-row'))
    },
  },
  {
    name: 'rename a contact',
    walk: async (walker) => {
      await walker.open('contacts')
      const row = walker.page.locator('.contacts .address-row').first()
      const nameIn = (place: Locator): Locator => place.getByLabel(en.contacts.name, { exact: true })
      if (walker.isWide()) {
        await walker.pressTwice(row)
        await walker.fill(nameIn(row), 'Ben Beanstalk')
      } else {
        await walker.pressLong(row)
        await walker.press(walker.page.getByRole('menuitem', { name: en.contacts.edit, exact: true }))
        await walker.reach(dialog(walker))
        await walker.fill(nameIn(dialog(walker)), 'Ben Beanstalk')
      }
      await walker.key('Enter')
      await walker.see(walker.page.getByText('Ben Beanstalk'))
    },
  },
]

export const historyTasks: readonly Task[] = [
  {
    name: 'add a note to a payment',
    walk: async (walker) => {
      await walker.open('history')
      if (walker.isWide()) await walker.pressTwice(newestSent(walker))
      else {
        await walker.press(newestSent(walker))
        await walker.reach(walker.field(en.details.note))
      }
      // Beside the table, the details have the note too.
      const note = walker.isWide()
        ? newestSent(walker).getByLabel(en.history.note, { exact: true })
        : walker.field(en.details.note)
      await walker.fill(note, 'Rent of November')
      await walker.key('Enter')
      await walker.see(
        walker.isWide() ? newestSent(walker).getByText('Rent of November') : walker.page.getByText(en.action.saved),
      )
    },
  },
  {
    name: 'find a payment by its note',
    walk: async (walker) => {
      await walker.open('history')
      await walker.fill(walker.page.getByRole('searchbox', { name: en.history.searchLabel }), 'rent')
      await walker.see(walker.page.getByText('Rent of November'))
    },
  },
  {
    name: 'list the payments between two dates and amounts',
    walk: async (walker) => {
      await walker.open('history')
      await walker.press(walker.page.getByRole('button', { name: new RegExp(`^${en.table.filter}`) }))
      await walker.fill(walker.field(en.history.from), '2024-01-01')
      await walker.fill(walker.field(en.history.until), '2037-01-01')
      await walker.fill(walker.field(en.history.minAmount), '0.5')
      await walker.fill(walker.field(en.history.maxAmount), '2')
    },
  },
  {
    name: 'export the history as CSV',
    walk: async (walker) => {
      await walker.open('history')
      await walker.press(walker.button(en.export.open))
      await walker.reach(dialog(walker))
      await walker.save(dialog(walker).getByRole('button', { name: en.export.save }))
    },
  },
  {
    name: 'prove a payment',
    walk: async (walker, { kept }) => {
      await openNewestSent(walker)
      await walker.press(walker.button(en.payment.prove))
      await walker.reach(dialog(walker))
      await walker.press(walker.button(en.proofs.copyForFeather))
      kept.set('proof', await readClipboard(walker))
    },
  },
  {
    name: 'check a proof',
    walk: async (walker, { kept }) => {
      await openProofs(walker)
      await walker.fill(walker.field(en.proofs.received), String(kept.get('proof')))
      await walker.press(walker.button(en.proofs.checkGo))
      await walker.see(walker.page.getByText(`${en.proofs.good}.`))
    },
  },
  {
    name: 'sign a message',
    walk: async (walker, { kept }) => {
      await openProofs(walker)
      await walker.fill(walker.field(en.proofs.text), 'It was me')
      await walker.press(walker.button(en.proofs.signGo))
      await walker.press(walker.button(en.proofs.copyAll))
      kept.set('signed', await readClipboard(walker))
    },
  },
  {
    name: 'verify a signed message',
    walk: async (walker, { kept }) => {
      await openProofs(walker)
      await walker.fill(walker.field(en.proofs.received), String(kept.get('signed')))
      await walker.press(walker.button(en.proofs.checkGo))
      await walker.see(walker.page.getByText(`${en.proofs.goodMessage}.`))
    },
  },
]
