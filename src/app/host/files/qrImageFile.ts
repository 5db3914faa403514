// QR codes in image files.
import { imageSize } from './imageSize.ts'
import { checkPixels, type Drawing, ImageError, MAX_SIZE, type Picture, startQrReader } from './qrReader.ts'
import { readFile } from './readFile.ts'
import { sizedSvg } from './svgImage.ts'

/** Pixels of an image, of which each takes 4 bytes of memory. Cameras make some 50 million. */
const MAX_PIXELS = 64_000_000

/** Transparent parts stand for light or for dark, and codes of dark themes are light on dark. */
const DRAWINGS: readonly Drawing[] = [
  { background: 'white', isInverted: false },
  { background: 'black', isInverted: true },
  { background: 'black', isInverted: false },
  { background: 'white', isInverted: true },
]

/**
 * Checks an image before it is decoded.
 * @throws ImageError
 */
export const checkImage = (bytes: Uint8Array): void => {
  const size = imageSize(bytes)
  if (size === undefined)
    throw new ImageError('the file is no PNG, JPEG, GIF, WebP, BMP or plain SVG image', { details: { fault: 'kind' } })
  const { width, height } = size
  if (width * height > MAX_PIXELS)
    throw new ImageError(`the image has ${width} × ${height} pixels, more than ${MAX_PIXELS}`, {
      details: { fault: 'large' },
    })
}

/** @throws DOMException for an image that the browser cannot draw */
const drawSvg = async (svg: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** @throws ImageError, FileTooLargeError; DOMException for an image that the browser cannot decode */
const pictureOf = async (file: Blob): Promise<Exclude<Picture, HTMLVideoElement>> => {
  const bytes = await readFile(file, 'image')
  const svg = imageSize(bytes) === undefined ? sizedSvg(bytes, MAX_SIZE) : undefined
  if (svg !== undefined) return drawSvg(svg)
  checkImage(bytes)
  return createImageBitmap(file)
}

/**
 * Returns the text of the QR code in an image; undefined if there is none.
 * @throws ImageError, FileTooLargeError; DOMException for an image that the browser cannot decode
 */
export const readQrImage = async (file: Blob): Promise<string | undefined> => {
  const picture = await pictureOf(file)
  const reader = startQrReader()
  try {
    for (const drawing of DRAWINGS) {
      const text = await reader.read(picture, drawing)
      if (text !== undefined) return text
    }
    checkPixels()
    return undefined
  } finally {
    reader.stop()
  }
}
