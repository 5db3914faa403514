// Invisible characters of a text: pages, chats and other programs put them between letters and around names.

/**
 * Returns a text without characters that are not displayed: soft hyphens, joiners and spaces of no width, marks of direction.
 *
 * @example
 * withoutInvisibleCharacters('4\u200b9\u00ad1') // '491'
 */
export const withoutInvisibleCharacters = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/**
 * Returns a text whose controls of direction end with it: without embeddings and overrides, and with as many ends of isolates as beginnings. Its
 * letters keep their own direction. Such a text, isolated, changes the order of nothing around it (Unicode Standard Annex 9).
 *
 * @example
 * closeDirections('a\u202eb\u2069c') // 'abc'
 * closeDirections('a\u2068b') // 'a\u2068b\u2069'
 */
export const closeDirections = (text: string): string => {
  let open = 0
  const closed = text.replace(/[\u202a-\u202e]|[\u2066-\u2068]|\u2069/g, (control) => {
    if (control <= '\u202e') return ''
    if (control !== '\u2069') open++
    else if (open-- === 0) {
      open = 0
      return ''
    }
    return control
  })
  return closed + '\u2069'.repeat(open)
}

/**
 * Returns a text with its controls and marks of direction as visible code points, for texts of which every character counts.
 *
 * @example
 * showDirections('pay \u202e100') // 'pay [U+202E]100'
 */
export const showDirections = (text: string): string =>
  text.replace(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )

/** Letters that run from right to left, in their blocks, and marks and controls of direction. */
const DIRECTED =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Returns whether a text has letters or controls that can change the order of the text around it, where that runs from left to right.
 *
 * @example
 * runsFromRightToLeft('שלום') // true
 * runsFromRightToLeft('hello') // false
 */
export const runsFromRightToLeft = (text: string): boolean => DIRECTED.test(text)

/**
 * Returns a text without the controls that change the direction of what follows (Unicode Standard Annex 9: embeddings, overrides, isolates).
 * Its letters keep their own direction.
 *
 * @example
 * withoutDirectionControls('a\u202eb\u2069c') // 'abc'
 */
export const withoutDirectionControls = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
