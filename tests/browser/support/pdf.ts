// The pages and the text of a PDF file that Chromium prints (by Skia, which compresses streams but no objects).
import { inflateSync } from 'node:zlib'

type Font = { readonly width: number; readonly characters: ReadonlyMap<string, string> }

const fromUtf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Reads which characters the codes of a font stand for: its ToUnicode stream (ISO 32000-1, 9.10.3). */
const readFont = (cmap: string): Font => {
  const characters = new Map<string, string>()
  const sections = (name: string): readonly string[] =>
    [...cmap.matchAll(new RegExp(`begin${name}([\\s\\S]*?)end${name}`, 'g'))].map(([, lines]) => lines ?? '')
  for (const lines of sections('bfchar'))
    for (const [, code = '', text = ''] of lines.matchAll(/<(\w+)> <(\w+)>/g)) characters.set(code, fromUtf16(text))
  for (const lines of sections('bfrange'))
    for (const [, from = '', to = '', text = ''] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1) {
        const point = Number.parseInt(text, 16) + code - Number.parseInt(from, 16)
        characters.set(
          code.toString(16).toUpperCase().padStart(from.length, '0'),
          fromUtf16(point.toString(16).padStart(text.length, '0')),
        )
      }
  return { width: /begincodespacerange\s*<(\w+)>/.exec(cmap)?.[1]?.length ?? 4, characters }
}

/** Returns the number of pages, and what is written on them, without spaces. */
export const readPdf = (file: Buffer): { readonly pages: number; readonly text: string } => {
  const raw = file.toString('latin1')
  const streams = new Map<string, string>()
  for (const match of raw.matchAll(/(\d+) 0 obj\s*<<((?:(?!endobj)[\s\S])*?)>>\s*stream\r?\n/g)) {
    const length = Number(/\/Length (\d+)/.exec(match[2] ?? '')?.[1])
    const bytes = file.subarray(match.index + match[0].length, match.index + match[0].length + length)
    streams.set(match[1] ?? '', /FlateDecode/.test(match[2] ?? '') ? inflateSync(bytes).toString('latin1') : '')
  }
  const fonts = new Map<string, Font>()
  for (const [, name = '', font = ''] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, cmap = ''] = new RegExp(`(?:^|\\s)${font} 0 obj[\\s\\S]*?/ToUnicode (\\d+) 0 R`).exec(raw) ?? []
    fonts.set(name, readFont(streams.get(cmap) ?? ''))
  }
  const written = [...streams.values()].filter((content) => /\bBT\b/.test(content)).join('\n')
  let font: Font | undefined
  let text = ''
  for (const [, name, codes = ''] of written.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name !== undefined) font = fonts.get(name)
    else
      for (let at = 0; font !== undefined && at < codes.length; at += font.width)
        text += font.characters.get(codes.slice(at, at + font.width).toUpperCase()) ?? ''
  }
  return { pages: [...raw.matchAll(/\/Type \/Page\b(?!s)/g)].length, text: text.replace(/\s/g, '') }
}
