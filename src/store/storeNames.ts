// Validates names of tables and keys. They are ASCII, so every store orders them and matches prefixes in the same way.

import { StoreNameError } from './errors.ts'

const TABLE = /^[\w.-]{1,100}$/
const KEY = /^[ -~]{1,300}$/
const PREFIX = /^[ -~]{0,300}$/

/** @throws StoreNameError unless the name has 1 to 100 letters, digits, `_`, `.` and `-` */
export const validateTable = (table: string): void => {
  if (!TABLE.test(table))
    throw new StoreNameError(`"${table}" is not a table name: 1 to 100 characters of A-Z a-z 0-9 _ . -`)
}

/** @throws StoreNameError unless the key has 1 to 300 printable ASCII characters */
export const validateKey = (key: string): void => {
  if (!KEY.test(key)) throw new StoreNameError(`"${key}" is not a key: 1 to 300 printable ASCII characters`)
}

/** @throws StoreNameError unless the prefix has up to 300 printable ASCII characters */
export const validatePrefix = (prefix: string): void => {
  if (!PREFIX.test(prefix))
    throw new StoreNameError(`"${prefix}" is not a prefix of a key: up to 300 printable ASCII characters`)
}

/** Returns an exclusive upper bound of all keys that begin with `prefix`. */
export const prefixUpperBound = (prefix: string): string => `${prefix}\u007f`
