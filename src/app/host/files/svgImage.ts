// SVG images, which some programs save QR codes as. A short file can draw for hours, by parts that repeat other parts or by filters: such files are not
// drawn.

/** A QR code has some hundred thousand bytes at most. */
const MAX_BYTES = 2_000_000

/** Elements that draw other images or elements again, or take more time than their size says. */
const REFUSED = /<(?:[\w.-]+:)?(?:image|feImage|foreignObject|script|pattern|mask|marker|filter|animate\w*|set)\b/

/** Declarations of a document type can define text that repeats itself. */
const ENTITIES = /<!ENTITY|<!DOCTYPE[^>]*\[/i

/** Effects of styles. */
const EFFECTS = /\bfilter\b/

/** References to gradients and clip paths, which may refer to others in turn. */
const MAX_REFERENCES = 8

const SHAPES = /<(?:[\w.-]+:)?(?:path|rect|circle|ellipse|polygon|polyline|line)\b[^>]*\sid\s*=\s*["']([^"']*)["']/g
const ANY_ID = /\sid\s*=\s*["']([^"']*)["']/g
const USES = /<(?:[\w.-]+:)?use\b[^>]*/g
const HREF = /href\s*=\s*["']#([^"']*)["']/

const matchesOf = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0])

/** Whether every part that is drawn again is a single shape, so that no repetition repeats another one. */
const repeatsShapesOnly = (text: string): boolean => {
  const uses = matchesOf(text, USES)
  if (uses.length === 0) return true
  const shapes = new Set(matchesOf(text, SHAPES))
  const ids = matchesOf(text, ANY_ID)
  return uses.every((use) => {
    const target = HREF.exec(use)?.[1]
    return target !== undefined && shapes.has(target) && ids.filter((id) => id === target).length === 1
  })
}

const isQuickToDraw = (text: string): boolean =>
  !REFUSED.test(text) &&
  !ENTITIES.test(text) &&
  !EFFECTS.test(text) &&
  matchesOf(text, /url\(/g).length <= MAX_REFERENCES &&
  repeatsShapesOnly(text)

const ROOT = /<((?:[\w.-]+:)?svg)\b([^>]*)>/

const lengthOf = (attributes: string, name: string): number =>
  Number.parseFloat(new RegExp(`\\s${name}\\s*=\\s*["']([^"'%]*)["']`).exec(attributes)?.[1] ?? '')

/** Returns the attributes of the root with a size in pixels: browsers draw no image without one, or a small one. */
const sized = (attributes: string, size: number): string => {
  const [width, height] = [lengthOf(attributes, 'width'), lengthOf(attributes, 'height')]
  const hasBox = /\sviewBox\s*=/.test(attributes)
  const box = hasBox || !(width > 0 && height > 0) ? '' : ` viewBox="0 0 ${width} ${height}"`
  const others = attributes.replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
  return ` width="${size}" height="${size}"${box}${others}`
}

/**
 * Returns an SVG image in a size in pixels.
 * @returns undefined for a file that is no SVG image, or one that may take long to draw
 */
export const sizedSvg = (file: Uint8Array, size: number): string | undefined => {
  const text = file.length > MAX_BYTES ? '' : new TextDecoder().decode(file)
  return /^\s*</.test(text) && ROOT.test(text) && isQuickToDraw(text)
    ? text.replace(ROOT, (_, name: string, attributes: string) => `<${name}${sized(attributes, size)}>`)
    : undefined
}
