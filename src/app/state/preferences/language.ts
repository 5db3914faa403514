// The choice of the language: the user's, or else the first language of the browser that the page offers.
import { createSignal } from 'solid-js'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { keepTextsOffline, loadTexts } from '../../host/services/languageFiles.ts'
import { isOffered, offeredLanguages } from '../../text/languages/languages.ts'
import { directionOf, manifestFile, preferredLanguage } from '../../text/locale.ts'
import { showTexts } from '../../text/text.ts'
import type { AnyTranslation, Language } from '../../text/translation.ts'
import { readPreference, writePreference } from './preferences.ts'

const LANGUAGE_KEY = 'faba.language'

/** `browser`: follows the languages of the browser. */
export type LanguageChoice = Language | 'browser'

const storedChoice = (): LanguageChoice => {
  const stored = readPreference(LANGUAGE_KEY)
  return isOffered(stored) ? stored : 'browser'
}

const [languageChoice, setChoice] = createSignal<LanguageChoice>(storedChoice())

export { languageChoice }

const languageOf = (choice: LanguageChoice): Language =>
  choice === 'browser' ? (preferredLanguage(offeredLanguages) ?? 'en') : choice

const show = (language: Language, translation: AnyTranslation): void => {
  showTexts(language, translation)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `./${manifestFile(language)}`)
  void keepTextsOffline(language)
}

/** Shows the language of the user once its texts are loaded, unless another one was chosen meanwhile. */
const showChosen = async (): Promise<void> => {
  const language = languageOf(languageChoice())
  const translation = await loadTexts(language)
  if (languageOf(languageChoice()) === language) show(language, translation)
}

/**
 * Shows the language of the user. Without its file, for example because the network failed, the page begins in English.
 * @throws LanguageLoadError if the texts in English cannot be loaded either
 */
export const startLanguage = async (): Promise<void> => {
  try {
    await showChosen()
  } catch (error) {
    if (languageOf(languageChoice()) === 'en') throw error
    reportInternal(error)
    show('en', await loadTexts('en'))
  }
}

/** Follows the choice that the user makes in another tab. */
export const followOtherTabs = (): void =>
  window.addEventListener('storage', ({ key }) => {
    if (key !== LANGUAGE_KEY) return
    setChoice(storedChoice())
    showChosen().catch(reportInternal)
  })

/** Stores the choice and changes the language of the page. */
export const chooseLanguage = async (choice: LanguageChoice): Promise<void> => {
  setChoice(choice)
  writePreference(LANGUAGE_KEY, choice === 'browser' ? '' : choice)
  await showChosen()
}
