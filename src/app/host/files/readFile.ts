// Reads files that the user chose. Each kind has a largest size, which is checked before anything is read.

import { FabaError } from '../../../errors/fabaError.ts'

/** A file is larger than those of its kind. */
export class FileTooLargeError extends FabaError<{ readonly limitBytes: number }> {
  override readonly name = 'FileTooLargeError'
  readonly code = 'file-too-large'
}

const MEGABYTE = 1_000_000

/** Largest sizes in bytes, by kind. */
export const MAX_FILE_BYTES = {
  /** ten thousand contacts */
  contacts: 2 * MEGABYTE,
  image: 32 * MEGABYTE,
  /** unsigned and signed sets, outputs, key images, data of multisig wallets */
  data: 32 * MEGABYTE,
  /** those of large wallets have some hundred megabytes */
  walletCache: 512 * MEGABYTE,
  backup: 512 * MEGABYTE,
} as const

export type FileKind = keyof typeof MAX_FILE_BYTES

/** @throws FileTooLargeError */
export const checkFileSize = ({ size }: Blob, kind: FileKind): void => {
  const most = MAX_FILE_BYTES[kind]
  if (size <= most) return
  throw new FileTooLargeError(`the file has ${size} bytes, the limit is ${most}: choose another one`, {
    details: { limitBytes: most },
  })
}

/**
 * Returns the bytes of a file.
 * @throws FileTooLargeError
 */
export const readFile = async (file: Blob, kind: FileKind): Promise<Uint8Array<ArrayBuffer>> => {
  checkFileSize(file, kind)
  return new Uint8Array(await file.arrayBuffer())
}
