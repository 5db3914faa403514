// QR codes from the camera and from image files. Frames stay in the browser; a worker decodes them.
import { type Remote, transfer, wrap } from 'comlink'
import type { Milliseconds } from '../../../async/time.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import type { QrDecoderApi } from '../../../rpc/hosts/workerProtocol.ts'
import { imageSize } from './imageSize.ts'
import { readFile } from './readFile.ts'

export type CameraFault = 'missing' | 'denied' | 'busy'

/** The camera cannot be used. */
export class CameraError extends FabaError<{ readonly fault: CameraFault }> {
  override readonly name = 'CameraError'
  readonly code = 'camera'
}

export type ImageFault = 'large' | 'kind'

/** An image is not decoded: it has too many pixels, or its kind does not say before how many. */
export class ImageError extends FabaError<{ readonly fault: ImageFault }> {
  override readonly name = 'ImageError'
  readonly code = 'image'
}

/** Pixels of an image, of which each takes 4 bytes of memory. Cameras make some 50 million. */
const MAX_PIXELS = 64_000_000

/** A running camera. */
export type QrCamera = {
  /** Stops the camera and the worker. */
  stop(): void
}

/** The longer side of a decoded image. More pixels cost time and find no more. */
const MAX_SIZE = 900

/** Time between two frames. A sender shows each part longer. */
const FRAME_INTERVAL_MS: Milliseconds = 50

const startDecoder = (): { readonly decoder: Remote<QrDecoderApi>; readonly stop: () => void } => {
  const worker = new Worker(new URL('../../../../workers/qrDecoder.ts', import.meta.url), {
    type: 'module',
    name: 'qr decoder',
  })
  return { decoder: wrap<QrDecoderApi>(worker), stop: () => worker.terminate() }
}

type Source = HTMLVideoElement | ImageBitmap

const sizeOf = (source: Source): { readonly width: number; readonly height: number } =>
  source instanceof ImageBitmap ? source : { width: source.videoWidth, height: source.videoHeight }

/** Draws a source onto a canvas in a size that is quick to decode; undefined for a source without pixels. */
const pixelsOf = (canvas: HTMLCanvasElement, source: Source): ImageData | undefined => {
  const { width, height } = sizeOf(source)
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, MAX_SIZE / Math.max(width, height))
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height)
}

const decode = (decoder: Remote<QrDecoderApi>, image: ImageData): Promise<string | undefined> =>
  decoder.decode(transfer(image, [image.data.buffer]))

/** The names of the browser's errors. */
const FAULTS: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** @throws CameraError */
const openCamera = async (): Promise<MediaStream> => {
  // Browsers without a secure context have no media devices.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined) throw new CameraError('this browser offers no camera', { details: { fault: 'missing' } })
  try {
    return await devices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } })
  } catch (error) {
    const fault = error instanceof DOMException ? FAULTS[error.name] : undefined
    if (fault === undefined) throw error
    throw new CameraError('the camera cannot be used', { details: { fault }, cause: error })
  }
}

/**
 * Shows the camera in a video element and reports the text of each QR code, also the same one again.
 * @param onFailure receives an error of decoding; the camera has stopped then
 * @throws CameraError
 */
export const startQrCamera = async (
  video: HTMLVideoElement,
  onText: (text: string) => void,
  onFailure: (error: unknown) => void,
): Promise<QrCamera> => {
  const stream = await openCamera()
  const { decoder, stop: stopDecoder } = startDecoder()
  const canvas = document.createElement('canvas')
  let stopped = false
  const stop = (): void => {
    stopped = true
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
    stopDecoder()
  }
  const readFrames = async (): Promise<void> => {
    while (!stopped) {
      const image = pixelsOf(canvas, video)
      const text = image === undefined ? undefined : await decode(decoder, image)
      if (text !== undefined && !stopped) onText(text)
      await new Promise((resolve) => setTimeout(resolve, FRAME_INTERVAL_MS))
    }
  }
  video.srcObject = stream
  await video.play()
  readFrames().catch((error: unknown) => {
    stop()
    onFailure(error)
  })
  return { stop }
}

/**
 * Checks an image before it is decoded.
 * @throws ImageError, FileTooLargeError
 */
export const checkImage = async (file: Blob): Promise<void> => {
  const size = imageSize(await readFile(file, 'image'))
  if (size === undefined)
    throw new ImageError('the file is no PNG, JPEG, GIF, WebP or BMP image', { details: { fault: 'kind' } })
  const { width, height } = size
  if (width * height > MAX_PIXELS)
    throw new ImageError(`the image has ${width} × ${height} pixels, more than ${MAX_PIXELS}`, {
      details: { fault: 'large' },
    })
}

/**
 * Returns the text of the QR code in an image; undefined if there is none.
 * @throws ImageError, FileTooLargeError; DOMException for an image that the browser cannot decode
 */
export const readQrImage = async (file: Blob): Promise<string | undefined> => {
  await checkImage(file)
  const { decoder, stop } = startDecoder()
  try {
    const bitmap = await createImageBitmap(file)
    const image = pixelsOf(document.createElement('canvas'), bitmap)
    bitmap.close()
    return image === undefined ? undefined : await decode(decoder, image)
  } finally {
    stop()
  }
}
