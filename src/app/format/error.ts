// Errors in words for a person. The engine's errors already say what was wrong and what to do, for a log as for a person; here they
// become sentences.
import { type TextKey, t } from '../text/text.ts'

/** Errors that the page can put better, by the name of their class: all that crosses from the worker besides the message. */
const texts: Readonly<Record<string, TextKey>> = {
  WrongPasswordError: 'error.wrongPassword',
  NoWalletError: 'error.noWallet',
  NodeUnreachableError: 'error.nodeAway',
}

/** A text with a capital letter at its beginning and a full stop at its end. */
export const sentence = (text: string): string => {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  // An address or a link at the beginning stays as it is.
  const begun = /^\S*[:/]/.test(trimmed) ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`
}

/** The message of whatever was thrown. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof Error) || error.message === '') return t('error.unknown')
  const key = texts[error.name]
  return key === undefined ? sentence(error.message) : t(key)
}
