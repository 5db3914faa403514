// Changes that show before they are saved, and the latest of several fetches.
import { expect, it } from 'vitest'
import { createPendingChanges } from '../../../../src/app/state/lists/pendingChanges.ts'
import { createLatest } from '../../../../src/app/state/requests/latest.ts'

type Item = { readonly id: number; readonly label: string }

const relabel =
  (id: number, label: string) =>
  (items: readonly Item[]): readonly Item[] =>
    items.map((item) => (item.id === id ? { ...item, label } : item))

/** A list with a store behind it, whose answers the test gives. */
const createList = () => {
  const stored = { items: [{ id: 1, label: 'one' }] as readonly Item[] }
  let fetched = stored.items
  const shown: string[] = []
  const show = (): void => void shown.push(pending.applyTo(fetched)[0]?.label ?? '')
  const pending = createPendingChanges<Item>(show, async () => {
    fetched = stored.items
  })
  return { stored, shown, pending }
}

it('shows a change at once and until the saved one is fetched, without the former one in between', async () => {
  const { stored, shown, pending } = createList()
  const { promise, resolve } = Promise.withResolvers<void>()
  const saving = pending.run(relabel(1, 'uno'), async () => {
    await promise
    stored.items = relabel(1, 'uno')(stored.items)
  })
  expect(shown).toEqual(['uno'])
  resolve()
  await saving
  expect(shown).toEqual(['uno', 'uno'])
})

it('takes a change back that cannot be saved, and keeps another one', async () => {
  const { shown, pending } = createList()
  const failing = pending.run(relabel(1, 'uno'), async () => {
    throw new Error('the disk is full')
  })
  const kept = pending.run(relabel(2, 'two'), () => new Promise(() => undefined))
  await expect(failing).rejects.toThrow('the disk is full')
  expect(shown).toEqual(['uno', 'uno', 'one'])
  expect(pending.applyTo([{ id: 2, label: '' }])).toEqual([{ id: 2, label: 'two' }])
  void kept
})

it('leaves the saved items as they are', () => {
  const { stored, pending } = createList()
  void pending.run(relabel(1, 'uno'), () => new Promise(() => undefined))
  expect(pending.applyTo(stored.items)).toEqual([{ id: 1, label: 'uno' }])
  expect(stored.items).toEqual([{ id: 1, label: 'one' }])
})

it('resolves a run only after later ones, and names those that are no longer the latest', async () => {
  const answers: (() => void)[] = []
  const ended: boolean[] = []
  const run = createLatest(async (isLatest) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    ended.push(isLatest())
  })
  let isDone = false
  const first = run().then(() => {
    isDone = true
  })
  const second = run()
  answers[0]?.()
  await new Promise((resolve) => setTimeout(resolve))
  expect(isDone).toBe(false)
  answers[1]?.()
  await Promise.all([first, second])
  expect(ended).toEqual([false, true])
})
