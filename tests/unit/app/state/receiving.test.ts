// What the Receive screen shows: payments that arrive, what they mean for a requested amount, the search, and QR codes as images.
import { inflateSync } from 'node:zlib'
import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { qrModules, qrPng } from '../../../../src/app/format/qrImage.ts'
import { findsAddress } from '../../../../src/app/state/receive/addressSearch.ts'
import { arrivedSince, paymentsToShow, requestOutcome } from '../../../../src/app/state/receive/paymentArrivals.ts'
import type { AddressPayment } from '../../../../src/wallet/history/historyViews.ts'

const payment = (txid: string, amount: bigint, confirmations = 0): AddressPayment => ({
  ...{ txid, amount, confirmations, account: 0, index: 1 },
  ...{ paymentId: '', timestamp: 1, doubleSpendSeen: false, isApproved: false },
  state: confirmations === 0 ? 'pool' : 'confirmed',
})

describe('the payments beside an address', () => {
  it('are those that are not settled, and those that arrived meanwhile', () => {
    const payments = [payment('new', 1n), payment('late', 2n, 12), payment('young', 3n, 9), payment('old', 4n, 10)]
    const shown = paymentsToShow(payments, new Set(['young', 'old']))
    expect(shown.map(({ txid }) => txid)).toEqual(['new', 'late', 'young'])
    // Until it is known what was there at first, nothing counts as new.
    expect(paymentsToShow(payments, undefined).map(({ txid }) => txid)).toEqual(['new', 'young'])
    expect(arrivedSince(payments, new Set(['young', 'old'])).map(({ txid }) => txid)).toEqual(['new', 'late'])
  })

  it('pay a request in full, less, or more, together', () => {
    expect(requestOutcome(5n, [])).toBeUndefined()
    expect(requestOutcome(5n, [payment('a', 5n)])).toEqual({ paid: 'full' })
    expect(requestOutcome(5n, [payment('a', 2n), payment('b', 3n, 1)])).toEqual({ paid: 'full' })
    expect(requestOutcome(5n, [payment('a', 2n)])).toEqual({ paid: 'less', missing: 3n })
    expect(requestOutcome(5n, [payment('a', 2n), payment('b', 4n)])).toEqual({ paid: 'more', extra: 1n })
  })
})

describe('the search among addresses', () => {
  const address = { index: 12, address: 'LAbCdEf12' }
  it.each(['rent', 'RENT ', 'bcde', '12', '#12', ''])('finds “%s”', (search) => {
    expect(findsAddress(search, address, 'Rent of the flat')).toBe(true)
  })
  it.each(['1', '#1', '123', 'house', 'la'])('does not find “%s”', (search) => {
    expect(findsAddress(search, address, 'Rent of the f.')).toBe(false)
  })
})

/** Returns width, height and grey values of a PNG image as `qrPng` makes it. */
const readPng = (png: Uint8Array) => {
  const view = new DataView(png.buffer)
  expect([...png.subarray(0, 8)]).toEqual([...Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')])
  const chunks = new Map<string, Uint8Array>()
  for (let offset = 8; offset < png.length; ) {
    const length = view.getUint32(offset)
    const type = Buffer.from(png.subarray(offset + 4, offset + 8)).toString('latin1')
    chunks.set(type, png.subarray(offset + 8, offset + 8 + length))
    offset += length + 12
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
  const header = chunks.get('IHDR') ?? new Uint8Array()
  const width = Buffer.from(header).readUInt32BE(0)
  const lines = inflateSync(chunks.get('IDAT') ?? new Uint8Array())
  const lineLength = 1 + Math.ceil(width / 8)
  expect(lines.length).toBe(width * lineLength)
  const isLight = (x: number, y: number): boolean =>
    ((lines[y * lineLength + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
  return { width, height: Buffer.from(header).readUInt32BE(4), isLight }
}

it('draws a QR code as an image from which the same text is read', async () => {
  const text = `oxen:${'L'.repeat(95)}?tx_amount=3.5&tx_description=Order%207`
  const { width, height, isLight } = readPng(await qrPng(text))
  const modules = qrModules(text)
  expect([width, height % modules.length, width >= 720]).toEqual([height, 0, true])
  // The quiet zone is white.
  expect(isLight(0, 0)).toBe(true)
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (!isLight(x, y)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  expect(decodeQR({ width, height, data })).toBe(text)
})
