// Tasks about addresses to be paid at, and about payments.
import { en } from '../../../src/app/text/en.ts'
import { tCount } from '../../../src/app/text/text.ts'
import type { Walker } from './walker.ts'
import { BEN, CARL, DORA, type Task } from './world.ts'

const dialog = (walker: Walker) => walker.page.getByRole('dialog')

const review = async (walker: Walker): Promise<void> => {
  await walker.press(walker.button(en.send.review))
  await walker.reach(walker.page.getByRole('dialog', { name: en.send.reviewTitle }))
}

/** From the filled form to the end of the payment. */
const pay = async (walker: Walker): Promise<void> => {
  await review(walker)
  await walker.press(walker.button(en.send.confirm))
  await walker.reach(walker.page.getByRole('heading', { name: en.send.doneTitle }))
}

const fillPayment = async (walker: Walker, to: string, amount: string): Promise<void> => {
  await walker.fill(walker.field(en.send.to), to)
  await walker.fill(walker.field(en.send.amount), amount)
}

export const receivingTasks: readonly Task[] = [
  {
    name: 'copy an unused address',
    walk: async (walker) => {
      await walker.open('receive')
      await walker.press(walker.page.locator('.address-card .address-actions button').first())
    },
  },
  {
    name: 'new address with a label',
    walk: async (walker) => {
      await walker.open('receive')
      await walker.press(walker.button(en.receive.create))
      await walker.reach(dialog(walker))
      await walker.fill(dialog(walker).getByLabel(en.receive.label, { exact: true }), 'Invoice 17')
      await walker.key('Enter')
      await walker.see(walker.page.locator('.address-card').getByText('Invoice 17'))
    },
  },
  {
    name: 'payment link with an amount, and its QR code as an image',
    walk: async (walker, { kept }) => {
      await walker.open('receive')
      await walker.fill(walker.field(en.receive.amount), '1.5')
      await walker.press(walker.button(en.receive.copyLink))
      kept.set('link', await walker.page.evaluate(() => navigator.clipboard.readText()))
      kept.set('image', await walker.save(walker.button(en.share.save)))
    },
  },
]

export const payingTasks: readonly Task[] = [
  {
    name: 'pay an address',
    walk: async (walker) => {
      await walker.open('send')
      await fillPayment(walker, CARL, '1.25')
      await pay(walker)
    },
  },
  {
    name: 'pay two at once, from pasted lines',
    walk: async (walker) => {
      await walker.open('send')
      await walker.fill(walker.field(en.send.to), `${BEN}, 0.5\n${DORA}, 0.25`)
      await pay(walker)
    },
  },
  {
    name: 'pay a contact by name',
    walk: async (walker) => {
      await walker.open('send')
      await walker.fill(walker.field(en.send.to), 'ben')
      await walker.see(walker.page.getByRole('option'))
      await walker.key('Enter')
      await walker.fill(walker.field(en.send.amount), '0.75')
      await pay(walker)
    },
  },
  {
    name: 'pay by a payment link',
    walk: async (walker) => {
      await walker.open('send')
      await walker.fill(walker.field(en.send.to), `monero:${DORA}?tx_amount=0.3&tx_description=Bread`)
      await pay(walker)
    },
  },
  {
    name: 'pay by an image of a QR code',
    walk: async (walker, { kept }) => {
      await walker.open('send')
      const buffer = kept.get('image')
      if (!(buffer instanceof Buffer)) throw new Error('no image was saved')
      await walker.chooseFile(walker.button(en.fill.image), { name: 'code.png', buffer })
      await walker.see(walker.page.locator('.recognised'))
      await pay(walker)
    },
  },
  {
    name: 'pay at another fee',
    walk: async (walker) => {
      await walker.open('send')
      await fillPayment(walker, CARL, '0.2')
      await walker.press(walker.button(en.fees.change))
      await walker.press(walker.page.locator('.priority').nth(2))
      await pay(walker)
    },
  },
  {
    name: 'pay from a coin of your choice',
    walk: async (walker) => {
      await walker.open('coins')
      await walker.press(walker.page.locator('.coin, .coin-row').getByRole('checkbox').first())
      await walker.press(walker.button(tCount('coins.use', 1)))
      await walker.reach(walker.field(en.send.to))
      await fillPayment(walker, CARL, '0.1')
      await pay(walker)
    },
  },
  {
    name: 'sign a payment and save it without sending',
    walk: async (walker) => {
      await walker.open('send')
      await fillPayment(walker, CARL, '0.4')
      await review(walker)
      await walker.press(walker.page.getByText(en.built.title))
      await walker.save(walker.button(en.built.save))
    },
  },
  {
    name: 'combine two coins',
    walk: async (walker) => {
      await walker.open('coins')
      const boxes = walker.page.locator('.coin, .coin-row').getByRole('checkbox')
      await walker.press(boxes.nth(0))
      await walker.press(boxes.nth(1))
      await walker.press(walker.button(en.coins.combine))
      await walker.reach(dialog(walker))
      await walker.press(walker.button(en.send.confirm))
      await walker.reach(walker.page.getByRole('heading', { name: en.send.doneTitle }))
    },
  },
  {
    name: 'freeze a coin, and thaw it',
    walk: async (walker) => {
      await walker.open('coins')
      const coin = walker.page.locator('.coin, .coin-row')
      await walker.pressLong(coin.first())
      await walker.press(walker.page.getByRole('menuitem', { name: en.coins.freeze, exact: true }))
      const frozen = walker.page.locator('[data-state="frozen"]').first()
      await walker.see(frozen)
      await walker.pressLong(frozen)
      await walker.press(walker.page.getByRole('menuitem', { name: en.coins.thaw, exact: true }))
      await walker.see(walker.page.getByText(tCount('toast.thawed', 1)))
    },
  },
]

/** Leaves nothing to pay from. */
export const lastPayment: Task = {
  name: 'send everything',
  walk: async (walker) => {
    await walker.open('send')
    await walker.fill(walker.field(en.send.to), CARL)
    await walker.press(walker.button(en.send.all))
    await pay(walker)
  },
}
