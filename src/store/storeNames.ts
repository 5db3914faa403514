// Names of tables and keys are ASCII, so that every store orders them alike and finds prefixes alike.

import { StoreNameError } from './errors.ts'

const TABLE = /^[\w.-]{1,100}$/
const KEY = /^[ -~]{1,300}$/
const PREFIX = /^[ -~]{0,300}$/

/** @throws StoreNameError unless a table is named by 1 to 100 letters, digits, `_`, `.` and `-` */
export const validateTable = (table: string): void => {
  if (!TABLE.test(table)) throw new StoreNameError(`"${table}" is not a name of a table: 1 to 100 of A-Z a-z 0-9 _ . -`)
}

/** @throws StoreNameError unless a key is 1 to 300 printable ASCII characters */
export const validateKey = (key: string): void => {
  if (!KEY.test(key)) throw new StoreNameError(`"${key}" is not a key: 1 to 300 printable ASCII characters`)
}

/** @throws StoreNameError unless a prefix is up to 300 printable ASCII characters */
export const validatePrefix = (prefix: string): void => {
  if (!PREFIX.test(prefix)) throw new StoreNameError(`"${prefix}" begins no key: up to 300 printable ASCII characters`)
}

/** The least text above all keys that begin with `prefix`. */
export const prefixUpperBound = (prefix: string): string => `${prefix}\u007f`
