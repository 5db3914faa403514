// Errors in words for a person. The engine's errors already say what was wrong and what to do.
import { t } from '../text/text.ts'

/** The message of whatever was thrown. */
export const errorText = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : t('error.unknown')
