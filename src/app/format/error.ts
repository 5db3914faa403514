// Texts for errors. An expected error (FabaError) has a text by its code, or else its own message. Any other error is internal: the
// user gets a general text, and the console the error.
import { type TextKey, t } from '../text/text.ts'

const texts: Readonly<Record<string, TextKey>> = {
  'wrong-password': 'error.wrongPassword',
  'no-wallet': 'error.noWallet',
  'node-unreachable': 'error.nodeUnreachable',
  internal: 'error.internal',
}

/** Names that errors of the platform and of libraries have. */
const PLATFORM_NAMES = /^(|Aggregate|Eval|Range|Reference|Syntax|Type|URI)Error$/

/**
 * Returns the code of an expected error; undefined for any other. An error that crossed from a worker without its code is recognised
 * by its name, from which the code derives: WrongPasswordError, wrong-password.
 */
export const errorCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || error instanceof DOMException) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (PLATFORM_NAMES.test(error.name) || !error.name.endsWith('Error')) return undefined
  return error.name
    .replace(/Error$/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
}

/** Writes an internal error to the console. Expected errors are not reported. */
export const reportInternal = (error: unknown): void => {
  if (errorCode(error) === undefined) console.error(error)
}

/** Returns a text with a capital letter at its beginning and a full stop at its end. */
export const sentence = (text: string): string => {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  // An address or a link at the beginning keeps its case.
  const capitalised = /^\S*[:/]/.test(trimmed) ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…]$/.test(capitalised) ? capitalised : `${capitalised}.`
}

/** Returns the text of an error for the user, and reports an internal error to the console. */
export const errorText = (error: unknown): string => {
  reportInternal(error)
  const code = errorCode(error)
  if (code === undefined || !(error instanceof Error)) return t('error.internal')
  const key = texts[code]
  return key === undefined ? sentence(error.message) || t('error.internal') : t(key)
}
