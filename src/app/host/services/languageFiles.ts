// The files of texts: loads that of a language, and keeps it in the cache of the service worker
// (workers/service-worker/languageTexts.ts).
import { FabaError } from '../../../errors/fabaError.ts'
import { languages } from '../../text/languages/languages.ts'
import type { AnyTranslation, Language } from '../../text/translation.ts'
import { hasServiceWorker } from '../device/browserSupport.ts'

/** The texts of a language cannot be loaded. */
export class LanguageLoadError extends FabaError {
  override readonly name = 'LanguageLoadError'
  readonly code = 'language-load'
}

let loads = 0

/** Returns whether texts are loading. If their file is missing, the page stays as it is; other missing files require a reload. */
export const areTextsLoading = (): boolean => loads > 0

/**
 * Loads the texts of a language that the page offers.
 * @throws LanguageLoadError
 */
export const loadTexts = async (language: Language): Promise<AnyTranslation> => {
  loads++
  try {
    return await languages[language].load()
  } catch (error) {
    throw new LanguageLoadError(`the texts in ${language} cannot be loaded`, { cause: error })
  } finally {
    loads--
  }
}

/** Asks the service worker, as soon as there is one, to cache the texts of a language. */
export const keepTextsOffline = async (language: Language): Promise<void> => {
  if (!hasServiceWorker() || import.meta.env.DEV) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'KEEP_TEXTS', language })
}
