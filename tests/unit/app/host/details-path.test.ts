// The address of the details of a payment does not tell which one it is; the entry of the tab's history does, for a reload.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const ID = `in/${'ab'.repeat(32)}/0`
let state: unknown

beforeEach(() => {
  state = { _depth: 2 }
  vi.stubGlobal('history', {
    get state() {
      return state
    },
    replaceState: (next: unknown) => {
      state = next
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The module of a page that was just loaded. */
const loadPage = () => import('../../../../src/app/host/navigation/detailsPath.ts')

const wordIn = (path: string): string => /^\/history\/([0-9a-f]{16})$/.exec(path)?.[1] ?? ''

it('is the same for one payment, another one for others, and without their ids', async () => {
  const { detailsPath, shownPayment } = await loadPage()
  const word = wordIn(detailsPath(ID))
  expect(word).not.toBe('')
  expect(detailsPath(ID)).toBe(`/history/${word}`)
  expect(detailsPath('another')).not.toBe(`/history/${word}`)
  expect(shownPayment(word)).toBe(ID)
})

it('shows the payment again after a reload, and none in another tab', async () => {
  const { detailsPath, shownPayment } = await loadPage()
  const word = wordIn(detailsPath(ID))
  shownPayment(word)
  expect(state).toEqual({ _depth: 2, payment: ID })
  vi.resetModules()
  const reloaded = await loadPage()
  expect(reloaded.shownPayment(word)).toBe(ID)
  state = null
  expect(reloaded.shownPayment(word)).toBe('')
})
