// The worker that finds QR codes in frames of the camera and in images, so that the page stays responsive.

import { expose } from 'comlink'
import decodeQr from 'qr/decode.js'
import type { QrDecoderApi } from '../src/rpc/hosts/workerProtocol.ts'

const api: QrDecoderApi = {
  decode: ({ width, height, data }) => {
    try {
      return decodeQr({ width, height, data })
    } catch {
      // The library throws for images without a QR code: most frames.
      return undefined
    }
  },
}

expose(api)
