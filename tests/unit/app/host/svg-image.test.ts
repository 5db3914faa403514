// SVG images of others: those of QR codes are drawn in a size, those that may take long to draw are not.
import { describe, expect, it } from 'vitest'
import { sizedSvg } from '../../../../src/app/host/files/svgImage.ts'

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
const sized = (text: string): string | undefined => sizedSvg(new TextEncoder().encode(text), 900)
const image = (content: string): string => `<svg ${NAMESPACE} viewBox="0 0 9 9">${content}</svg>`

describe('an SVG image', () => {
  it('gets a size, and a box of its former size if it has none', () => {
    expect(sized(`<svg ${NAMESPACE} width='33mm' height="33"/>`)).toBe(
      `<svg width="900" height="900" viewBox="0 0 33 33" ${NAMESPACE}/>`,
    )
    expect(sized(`<?xml version="1.0"?>\n<svg:svg ${NAMESPACE} viewBox="0 0 9 9" width="100%"/>`)).toContain(
      `<svg:svg width="900" height="900" ${NAMESPACE} viewBox="0 0 9 9"/>`,
    )
  })

  it.each([
    ['paths', '<path d="M0 0h9v9z" stroke-width="1"/>'],
    ['a clip path', '<clipPath id="c"><rect width="9"/></clipPath><rect clip-path="url(#c)"/>'],
    ['a repeated shape', '<defs><rect id="p" width="1"/></defs><use href="#p"/><use xlink:href="#p" x="1"/>'],
    ['metadata', '<metadata><rdf:RDF/></metadata><sodipodi:namedview/>'],
  ])('is drawn with %s', (_, content) => {
    expect(sized(image(content))).toContain(content)
  })

  it.each([
    ['parts that repeat parts', '<g id="a"><use href="#b"/></g><g id="b"/><use href="#a"/>'],
    ['a part with the name of a shape', '<g id="p"><use href="#p"/></g><rect id="p"/><use href="#p"/>'],
    ['a repetition of another name space', '<x:use xmlns:x="http://www.w3.org/2000/svg" href="#a"/><g id="a"/>'],
    ['a repetition of nothing', '<use/>'],
    ['images', '<image href="data:image/svg+xml,"/>'],
    ['a filter', '<rect style="filter: blur(99px)"/>'],
    ['a pattern', '<pattern id="a"/>'],
    ['a mask', '<mask id="a"/>'],
    ['HTML', '<foreignObject/>'],
    ['an animation', '<animateTransform/>'],
    ['many references', '<rect clip-path="url(#a)"/>'.repeat(9)],
  ])('is not drawn with %s', (_, content) => {
    expect(sized(image(content))).toBeUndefined()
  })

  it('is not drawn with a document type that defines texts, nor if it is long', () => {
    expect(sized(`<!DOCTYPE svg [<!ENTITY a "b">]>${image('')}`)).toBeUndefined()
    expect(sized(image(' '.repeat(2_000_000)))).toBeUndefined()
  })

  it('is not found in other files', () => {
    expect(sized('no image')).toBeUndefined()
    expect(sized('<html></html>')).toBeUndefined()
    expect(sized(`text ${image('')}`)).toBeUndefined()
    expect(sizedSvg(Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 900)).toBeUndefined()
  })
})
