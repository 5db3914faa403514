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
 * Returns an address, a key or an id without the spaces, line breaks and invisible characters of its copies.
 *
 * @example
 * withoutGaps(' 4\u200b9 a1\n') // '49a1'
 */
export const withoutGaps = (text: string): string => withoutInvisibleCharacters(text).replace(/\s/gu, '')

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
 * Characters that are not displayed, or not as what they are: controls, marks of direction, joiners, fillers, spaces other than the ordinary one,
 * private and unassigned code points, and a line of Braille without dots.
 */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u2800]|(?! )\p{Zs}/u

/** An ordinary space that ends or begins a text or a line. */
const EDGE_SPACE = /(?:^|(?<=\n)) +| +(?=\n|$)/

const codePoint = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** A part of a text as it is displayed. */
export type ShownPart = {
  readonly text: string
  /** it stands for a character that is not displayed */
  readonly isMark: boolean
}

const markOf = (hidden: string): string => {
  if (hidden === '\n') return '↵\n'
  return hidden.startsWith(' ') ? '␣'.repeat(hidden.length) : codePoint(hidden)
}

/** Returns what splits a text into parts: characters that stay, those that are marked, and the rest between them. */
const splitterOf = (hidden: RegExp, kept: RegExp) => {
  const [isHidden, isKept] = [hidden, kept].map((pattern) => new RegExp(`^(?:${pattern.source})$`, 'u'))
  const separator = new RegExp(`(${kept.source}|${hidden.source})`, 'gu')
  return (text: string): readonly ShownPart[] =>
    text
      .split(separator)
      .filter((part) => part !== '')
      .map((part) => {
        const isMark = isKept?.test(part) === false && isHidden?.test(part) === true
        return { text: isMark ? markOf(part) : part, isMark }
      })
}

const splitExactly = splitterOf(new RegExp(`${HIDDEN.source}|${EDGE_SPACE.source}`, 'u'), /(?!)/)

/**
 * Returns a text in parts in which every character can be seen, for texts that are signed or approved: hidden characters as code points, line
 * breaks as `↵` before the break, spaces at the ends of lines as `␣`.
 *
 * @example
 * exactParts('a\u200bb').map(({ text }) => text).join('') // 'a[U+200B]b'
 */
export const exactParts = (text: string): readonly ShownPart[] => splitExactly(text)

/**
 * Returns whether a text has characters that are not displayed as what they are, other than line breaks.
 *
 * @example
 * hasHidden('a\nb') // false
 * hasHidden('a\u202eb') // true
 */
export const hasHidden = (text: string): boolean => exactParts(text).some((part) => part.isMark && part.text !== '↵\n')

/** What names may contain: spaces of other writing systems, emoji, and joiners between letters of scripts that join. */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Malayalam}\\p{Script=Tamil}\\p{M}'
const EMOJI = '\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]*'
const KEPT_IN_NAMES = new RegExp(
  `${EMOJI}(?:\\u200d${EMOJI})*|[#*\\d]\\ufe0f\\u20e3|[${JOINING}][\\u200c\\u200d](?=[${JOINING}])|(?!\\u00a0)\\p{Zs}`,
  'u',
)

const splitName = splitterOf(HIDDEN, KEPT_IN_NAMES)

/**
 * Returns a name, a note or another short text of someone else in one line, with its hidden characters as code points. No control of direction is
 * left in it.
 *
 * @example
 * showHidden('Eve \u202e0001') // 'Eve [U+202E]0001'
 * showHidden('👩\u200d🚀') // '👩\u200d🚀'
 */
export const showHidden = (text: string): string =>
  splitName(text)
    .map((part) => part.text.replace('\n', ' '))
    .join('')

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
