// The size of an image by its first bytes. A file of some kilobytes can decode to gigabytes: its size is checked before.

/** In pixels. */
export type ImageSize = { readonly width: number; readonly height: number }

const ascii = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))

const pngSize = (view: DataView): ImageSize | undefined =>
  view.getUint32(0) === 0x89504e47 && ascii(view, 12, 4) === 'IHDR'
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : undefined

const gifSize = (view: DataView): ImageSize | undefined =>
  ascii(view, 0, 4) === 'GIF8' ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : undefined

const bmpSize = (view: DataView): ImageSize | undefined =>
  ascii(view, 0, 2) === 'BM'
    ? { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
    : undefined

/** Returns a number of 24 bits. */
const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

const webpSize = (view: DataView): ImageSize | undefined => {
  if (ascii(view, 0, 4) !== 'RIFF' || ascii(view, 8, 4) !== 'WEBP') return undefined
  const form = ascii(view, 12, 4)
  if (form === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (form === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (form !== 'VP8L') return undefined
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Returns whether a JPEG marker begins a frame header: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const jpegSize = (view: DataView): ImageSize | undefined => {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // A marker may be preceded by any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

const READERS = [pngSize, jpegSize, gifSize, webpSize, bmpSize]

/** Returns the size of a PNG, JPEG, GIF, WebP or BMP image by its header; undefined for other files. */
export const imageSize = (file: Uint8Array): ImageSize | undefined => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (const read of READERS) {
    try {
      const size = read(view)
      if (size !== undefined) return size
    } catch (error) {
      // The file ends within its header.
      if (!(error instanceof RangeError)) throw error
    }
  }
  return undefined
}
