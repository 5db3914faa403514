// QR codes as images. A canvas would draw them too, but browsers that prevent fingerprinting falsify what is read from one.
import encodeQR from 'qr'
import { concat } from '../../bytes/bytes.ts'
import { crc32 } from '../../bytes/crc32.ts'

/** Modules of the white border. */
const QUIET_ZONE = 4

/** The image is at least this wide and high, in pixels. */
const MIN_IMAGE_SIZE = 720

export type QrCorrection = 'low' | 'medium'

/** Rows of modules; `true` is dark. */
export type QrModules = readonly (readonly boolean[])[]

/** Returns the modules of a QR code with its white border. */
export const qrModules = (text: string, correction: QrCorrection = 'medium'): QrModules =>
  encodeQR(text, 'raw', { border: QUIET_ZONE, ecc: correction })

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

const uint32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** Returns a chunk of a PNG file: length, type, data and checksum (PNG specification, 5.3). */
const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const content = concat(new TextEncoder().encode(type), data)
  return concat(uint32(data.length), content, uint32(crc32(content)))
}

/** Compresses bytes in the zlib format. */
const deflate = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Returns a line of pixels, one bit each, behind the byte of its filter: 0, none. */
const scanline = (row: readonly boolean[], scale: number): Uint8Array => {
  const line = new Uint8Array(1 + Math.ceil((row.length * scale) / 8))
  for (let x = 0; x < row.length * scale; x++)
    if (row[Math.floor(x / scale)] !== true) line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  return line
}

/** Returns a QR code as a PNG image of two colours: grey values of 1 bit, no interlacing. */
export const qrPng = async (text: string): Promise<Uint8Array<ArrayBuffer>> => {
  const modules = qrModules(text)
  const scale = Math.ceil(MIN_IMAGE_SIZE / modules.length)
  const size = modules.length * scale
  const header = concat(uint32(size), uint32(size), Uint8Array.of(1, 0, 0, 0, 0))
  const pixels = concat(...modules.flatMap((row) => Array.from({ length: scale }, () => scanline(row, scale))))
  return new Uint8Array(
    concat(SIGNATURE, chunk('IHDR', header), chunk('IDAT', await deflate(pixels)), chunk('IEND', new Uint8Array())),
  )
}
