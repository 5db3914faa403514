// How amounts, times and dates are written on this device: shorter amounts, the clock, and ISO 8601 dates.
import { batch, createSignal } from 'solid-js'
import { type DateForm, dateForm, setDateForm, setTimeForm, type TimeForm, timeForm } from '../../text/locale.ts'
import { readPreference, writePreference } from './preferences.ts'

export type { DateForm, TimeForm }
export { dateForm, timeForm }

/** Digits after the point that lists show of an amount. */
export type AmountPlaces = 'all' | '4' | '2'

const PLACES_KEY = 'faba.decimals'
const TIME_KEY = 'faba.timeForm'
const DATE_KEY = 'faba.dateForm'

const KEYS: readonly (string | null)[] = [PLACES_KEY, TIME_KEY, DATE_KEY]

const storedPlaces = (): AmountPlaces => {
  const stored = readPreference(PLACES_KEY)
  return stored === '4' || stored === '2' ? stored : 'all'
}

const [amountPlaces, setPlaces] = createSignal<AmountPlaces>(storedPlaces())

export { amountPlaces }

/** Returns how many digits after the point lists show of an amount; undefined for all. */
export const placesLimit = (): number | undefined => (amountPlaces() === 'all' ? undefined : Number(amountPlaces()))

const readForms = (): void => {
  const [time, date] = [readPreference(TIME_KEY), readPreference(DATE_KEY)]
  setTimeForm(time === '24' || time === '12' ? time : 'language')
  setDateForm(date === 'iso' ? date : 'language')
}
readForms()

/** Follows the choice that the user makes in another tab. */
export const followFormsOfOtherTabs = (): void =>
  window.addEventListener('storage', ({ key }) => {
    if (!KEYS.includes(key)) return
    batch(() => {
      setPlaces(storedPlaces())
      readForms()
    })
  })

/** Sets how many digits after the point lists show. */
export const chooseAmountPlaces = (places: AmountPlaces): void => {
  setPlaces(places)
  writePreference(PLACES_KEY, places === 'all' ? '' : places)
}

/** Sets the clock. */
export const chooseTimeForm = (form: TimeForm): void => {
  setTimeForm(form)
  writePreference(TIME_KEY, form === 'language' ? '' : form)
}

/** Sets the form of dates. */
export const chooseDateForm = (form: DateForm): void => {
  setDateForm(form)
  writePreference(DATE_KEY, form === 'language' ? '' : form)
}
