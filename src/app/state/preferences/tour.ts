// The tour for a new user: cards on the home screen after the first wallet was created or restored. It is offered once, and can be opened again.
import { createSignal } from 'solid-js'
import { readPreference, writePreference } from './preferences.ts'

/** `open` while it shows, `done` after it was ended; empty before the first wallet. */
const TOUR_KEY = 'faba.tour'

const [isTourOpen, setOpen] = createSignal(readPreference(TOUR_KEY) === 'open')

/** Whether the tour shows. A reload does not end it. */
export { isTourOpen }

/** Opens the tour, also for those who have seen it. */
export const openTour = (): void => {
  setOpen(true)
  writePreference(TOUR_KEY, 'open')
}

/** Opens the tour unless it was ended before. */
export const offerTour = (): void => {
  if (readPreference(TOUR_KEY) === '') openTour()
}

/** Ends the tour: it is not offered again. */
export const endTour = (): void => {
  setOpen(false)
  writePreference(TOUR_KEY, 'done')
}
