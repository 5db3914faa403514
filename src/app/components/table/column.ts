// What the columns, the order and the rows of a table are.
import type { JSX } from 'solid-js'
import { fractionPlaces } from '../../format/amount.ts'
import { dateForm, placesLimit, timeForm } from '../../state/preferences/displayForms.ts'

/** By which column a table is sorted. */
export type TableOrder<By extends string> = { readonly by: By; readonly isDescending: boolean }

export type Column<Row, By extends string = string> = {
  readonly id: string
  /** Returns the heading; empty for a column of controls. */
  readonly heading: () => string
  /** a control in the place of the heading */
  readonly headControl?: () => JSX.Element
  /** a track size of CSS grids; it does not depend on the contents, as each row is a grid of its own */
  readonly width: string
  /** digits after the point of its amounts, which are aligned at the point, at the end of the column; undefined without amounts */
  readonly places?: number
  /** the table shows the column from this width on, in pixels */
  readonly from?: number
  /** the order that a click on the heading selects, from small to large first if `ascends` */
  readonly sort?: { readonly by: By; readonly ascends: boolean }
  readonly cell: (row: () => Row, position: number) => JSX.Element
}

/** Returns a width that has space for amounts: digits before the point, and after it. */
export const amountWidth = (wholeDigits: number, places: number, least: number): string =>
  `max(${least}px, calc(${wholeDigits + places + 2} * 1ch + 24px))`

/** Returns the width of a column of days with the time of the day, in the forms that the user chose. */
export const dateWidth = (): string => {
  if (dateForm() === 'iso') return timeForm() === '24' ? '10.25rem' : '12rem'
  return timeForm() === '12' ? '10.25rem' : '8.75rem'
}

/** Digits of amounts before the point, with the separators of thousands, and after it, for which a column makes room. */
export type AmountDigits = { readonly whole: number; readonly places: number }

export const MIN_DIGITS: AmountDigits = { whole: 1, places: 2 }

/** Returns the room that amounts need, at least that of before, so that columns do not move while the user scrolls. */
export const amountDigits = (amounts: readonly bigint[], decimals: number, before: AmountDigits): AmountDigits => {
  let largest = 0n
  for (const amount of amounts) if (amount > largest) largest = amount
  const whole = (largest / 10n ** BigInt(decimals)).toString().length
  return {
    whole: Math.max(before.whole, whole + Math.floor((whole - 1) / 3)),
    places: Math.max(before.places, fractionPlaces(amounts, decimals, placesLimit())),
  }
}
