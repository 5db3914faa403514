// Reads QR codes from pictures: draws them onto a canvas, whose pixels a worker decodes. Nothing leaves the browser.
import { type Remote, transfer, wrap } from 'comlink'
import { FabaError } from '../../../errors/fabaError.ts'
import type { QrDecoderApi } from '../../../rpc/hosts/workerProtocol.ts'

export type ImageFault = 'large' | 'kind' | 'noise'

/**
 * An image is not decoded: it has too many pixels (`large`), or its kind does not say before how many (`kind`), or the browser returns noise in place
 * of its pixels to prevent fingerprinting (`noise`).
 */
export class ImageError extends FabaError<{ readonly fault: ImageFault }> {
  override readonly name = 'ImageError'
  readonly code = 'image'
}

/** The longer side of a decoded image. More pixels cost time and find no more. */
export const MAX_SIZE = 900

export type Picture = HTMLVideoElement | HTMLImageElement | ImageBitmap

/** How a picture is drawn: what is behind its transparent parts, and whether light and dark are exchanged. */
export type Drawing = { readonly background: 'white' | 'black'; readonly isInverted: boolean }

export type QrReader = {
  /** Returns the text of the QR code in a picture; undefined if there is none, or if the picture has no pixels yet. */
  read(picture: Picture, drawing: Drawing): Promise<string | undefined>
  stop(): void
}

const sizeOf = (picture: Picture): { readonly width: number; readonly height: number } => {
  if (picture instanceof HTMLVideoElement) return { width: picture.videoWidth, height: picture.videoHeight }
  return picture instanceof HTMLImageElement
    ? { width: picture.naturalWidth, height: picture.naturalHeight }
    : { width: picture.width, height: picture.height }
}

/** Returns the pixels of a picture in a size that is quick to decode; undefined for a picture without pixels. */
const pixelsOf = (
  canvas: HTMLCanvasElement,
  picture: Picture,
  { background, isInverted }: Drawing,
): ImageData | undefined => {
  const { width, height } = sizeOf(picture)
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, MAX_SIZE / Math.max(width, height))
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  context.globalCompositeOperation = 'difference'
  context.fillStyle = 'white'
  if (isInverted) context.fillRect(0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** Starts a reader with its worker. */
export const startQrReader = (): QrReader => {
  const worker = new Worker(new URL('../../../../workers/qrDecoder.ts', import.meta.url), {
    type: 'module',
    name: 'qr decoder',
  })
  const decoder: Remote<QrDecoderApi> = wrap<QrDecoderApi>(worker)
  const canvas = document.createElement('canvas')
  return {
    read: async (picture, drawing) => {
      const image = pixelsOf(canvas, picture, drawing)
      return image === undefined ? undefined : await decoder.decode(transfer(image, [image.data.buffer]))
    },
    stop: () => worker.terminate(),
  }
}

/** Width and height of the picture that is drawn to be read back. */
const PROBE_SIZE = 8
/** Browsers that prevent fingerprinting a little change few pixels, and those a little. */
const MAX_WRONG_SHARE = 0.1
const MAX_DIFFERENCE = 64

/** Returns whether the browser returns the pixels that were drawn: it compares those of black and white columns. */
const returnsPixels = (): boolean => {
  const canvas = document.createElement('canvas')
  canvas.width = PROBE_SIZE
  canvas.height = PROBE_SIZE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return false
  for (let x = 0; x < PROBE_SIZE; x++) {
    context.fillStyle = x % 2 === 0 ? 'black' : 'white'
    context.fillRect(x, 0, 1, PROBE_SIZE)
  }
  const { data } = context.getImageData(0, 0, PROBE_SIZE, PROBE_SIZE)
  let wrong = 0
  for (let pixel = 0; pixel < PROBE_SIZE * PROBE_SIZE; pixel++) {
    const drawn = pixel % 2 === 0 ? 0 : 255
    if (Math.abs((data[4 * pixel] ?? 0) - drawn) > MAX_DIFFERENCE) wrong++
  }
  return wrong <= MAX_WRONG_SHARE * PROBE_SIZE * PROBE_SIZE
}

/**
 * Checks that pictures can be read here. Firefox with `privacy.resistFingerprinting`, as Tor Browser has it, returns noise until the user allows it.
 * @throws ImageError
 */
export const checkPixels = (): void => {
  if (!returnsPixels())
    throw new ImageError('the browser returns no pixels of images to this page', { details: { fault: 'noise' } })
}
