// Files that the user chooses have a limit by their kind, which is checked before they are read.
import { describe, expect, it } from 'vitest'
import { describeError } from '../../../../src/app/format/error.ts'
import { checkImage } from '../../../../src/app/host/files/qrImageFile.ts'
import { ImageError } from '../../../../src/app/host/files/qrReader.ts'
import { type FileKind, FileTooLargeError, MAX_FILE_BYTES, readFile } from '../../../../src/app/host/files/readFile.ts'
import { createDataInput } from '../../../../src/app/state/tools/dataInput.ts'
import { en } from '../../../../src/app/text/en.ts'
import { ContactRowsError, MAX_CONTACT_ROWS, parseContactsCsv } from '../../../../src/wallet/accounts/contactsTable.ts'
import '../../../support/english-texts.ts'

/** A file that reports a size and must not be read. */
const unreadable = (size: number): File =>
  Object.defineProperties(new File([], 'huge'), {
    size: { value: size },
    arrayBuffer: { value: () => Promise.reject(new Error('the file was read')) },
  })

describe('readFile', () => {
  // The type of Object.keys does not tell the names.
  it.each(Object.keys(MAX_FILE_BYTES) as FileKind[])(
    'refuses a longer file of the kind %s before it reads',
    async (kind) => {
      const refused = await readFile(unreadable(MAX_FILE_BYTES[kind] + 1), kind).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(FileTooLargeError)
      await expect(readFile(unreadable(MAX_FILE_BYTES[kind]), kind)).rejects.toThrow('the file was read')
    },
  )

  it('names the limit in the text of its error', async () => {
    const refused = await readFile(unreadable(9_000_000), 'contacts').catch((error: unknown) => error)
    expect(describeError(refused)).toBe('This file is too large: at most 2.0\u00a0MB.')
  })
})

const errorOf = (act: () => void): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

describe('checkImage', () => {
  const png = (width: number, height: number): Uint8Array => {
    const view = new DataView(new ArrayBuffer(33))
    view.setUint32(0, 0x89504e47)
    view.setUint32(12, 0x49484452)
    view.setUint32(16, width)
    view.setUint32(20, height)
    return new Uint8Array(view.buffer)
  }

  it.each([
    [8000, 8000],
    [64_000_000, 1],
    [1, 1],
  ])('accepts %i × %i pixels', (width, height) => {
    expect(checkImage(png(width, height))).toBeUndefined()
  })

  it.each([
    [8001, 8000],
    [30_000, 30_000],
    [0xffff_ffff, 0xffff_ffff],
  ])('refuses %i × %i pixels', (width, height) => {
    const refused = errorOf(() => checkImage(png(width, height)))
    expect(refused).toBeInstanceOf(ImageError)
    expect(describeError(refused)).toBe(en.fill.faults.large)
  })

  it('refuses a file whose size in pixels is unknown', () => {
    expect(describeError(errorOf(() => checkImage(new TextEncoder().encode('<svg/>'))))).toBe(en.fill.faults.kind)
  })
})

describe('a table of contacts', () => {
  it('is refused with more rows than are imported at once', () => {
    const rows = (count: number): string => 'a,b\n'.repeat(count)
    expect(parseContactsCsv(rows(MAX_CONTACT_ROWS))).toHaveLength(MAX_CONTACT_ROWS)
    expect(() => parseContactsCsv(rows(MAX_CONTACT_ROWS + 1))).toThrow(ContactRowsError)
  })
})

describe('a pasted text', () => {
  it('is refused if it is longer than a file in hex', () => {
    const input = createDataInput()
    input.setText(' '.repeat(2 * MAX_FILE_BYTES.data + 1))
    expect(input.validate()).toBeUndefined()
    expect(input.problem()).toBe(en.data.large)
  })
})
