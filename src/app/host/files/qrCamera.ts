// QR codes in front of the camera.
import type { Milliseconds } from '../../../async/time.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import { checkPixels, startQrReader } from './qrReader.ts'

/** `paused`: the browser does not play the picture; `ended`: the camera was turned off or unplugged while it ran. */
export type CameraFault = 'missing' | 'denied' | 'busy' | 'paused' | 'ended'

/** The camera cannot be used. */
export class CameraError extends FabaError<{ readonly fault: CameraFault }> {
  override readonly name = 'CameraError'
  readonly code = 'camera'
}

/** Time between two frames. A sender shows each part longer. */
const FRAME_INTERVAL_MS: Milliseconds = 50

/** Of so many frames, one is read with light and dark exchanged: some programs show codes in light on dark. */
const FRAMES_PER_INVERTED = 4

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

/** @throws CameraError */
const play = async (video: HTMLVideoElement, stream: MediaStream): Promise<void> => {
  video.srcObject = stream
  try {
    await video.play()
  } catch (error) {
    // Without autoplay, or with a battery saver.
    throw new CameraError('the browser does not play the picture of the camera', {
      details: { fault: 'paused' },
      cause: error,
    })
  }
}

const isEnded = (stream: MediaStream): boolean => stream.getTracks().every(({ readyState }) => readyState === 'ended')

/**
 * Shows the camera in a video element and reports the text of each QR code, also the same one again. Resolves when the signal aborts. The camera is off
 * from that moment on, and after every error.
 * @throws CameraError, ImageError
 */
export const runQrCamera = async (
  video: HTMLVideoElement,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  checkPixels()
  const stream = await openCamera()
  const reader = startQrReader()
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
    reader.stop()
  }
  signal.addEventListener('abort', stop)
  try {
    // The signal may have aborted before there was a camera to stop.
    if (signal.aborted) return
    await play(video, stream)
    for (let frame = 1; !signal.aborted; frame++) {
      const isInverted = frame % FRAMES_PER_INVERTED === 0
      const text = await reader.read(video, { background: 'white', isInverted })
      if (signal.aborted) return
      if (isEnded(stream)) throw new CameraError('the camera was turned off', { details: { fault: 'ended' } })
      if (text !== undefined) onText(text)
      await new Promise((resolve) => setTimeout(resolve, FRAME_INTERVAL_MS))
    }
  } catch (error) {
    // What fails because the camera is stopped is no failure.
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
