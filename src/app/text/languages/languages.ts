// The languages that the page offers, each a file of its own that is loaded when the language is shown.
import type { Language, Translation } from '../translation.ts'

type Offer<L extends Language> = {
  /** in the language itself */
  readonly name: string
  load(): Promise<Translation<L>>
}

export const languages: { readonly [L in Language]: Offer<L> } = {
  en: { name: 'English', load: async () => (await import('../en.ts')).en },
  de: { name: 'Deutsch', load: async () => (await import('./de.ts')).de },
  es: { name: 'Español', load: async () => (await import('./es.ts')).es },
  fr: { name: 'Français', load: async () => (await import('./fr.ts')).fr },
  pt: { name: 'Português', load: async () => (await import('./pt.ts')).pt },
  ru: { name: 'Русский', load: async () => (await import('./ru.ts')).ru },
  zh: { name: '中文', load: async () => (await import('./zh.ts')).zh },
  ar: { name: 'العربية', load: async () => (await import('./ar.ts')).ar },
}

/** Returns whether the page has texts in a language. */
export const isOffered = (code: string): code is Language => Object.hasOwn(languages, code)

export const offeredLanguages: readonly Language[] = Object.keys(languages).filter(isOffered)
