// The texts of the page by key: t('send.title').
import { flatten, resolveTemplate } from '@solid-primitives/i18n'
import { en } from './en.ts'

type Leaves<T, Path extends string> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Leaves<T[K], `${Path}${K}.`>
}[keyof T & string]

/** The key of a text, such as `send.title`. */
export type TextKey = Leaves<typeof en, ''>

const dictionary: Readonly<Record<string, unknown>> = flatten(en)

/** Returns the text of a key with its {{ placeholders }} replaced. */
export const t = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string =>
  resolveTemplate(String(dictionary[key]), values)
