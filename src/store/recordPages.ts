// Reads a table in pages, one query each.

import type { StoredRecord } from './store.ts'
import { prefixUpperBound, validatePrefix, validateTable } from './storeNames.ts'

/** Records of a page, at most. */
export const RECORDS_PER_PAGE = 500

/** Returns the first possible key behind another one: keys have no character before the space. */
const keyAfter = (key: string): string => `${key} `

/**
 * Yields the records of a table whose keys begin with `prefix`, in ascending order of keys.
 * @param read returns the first `RECORDS_PER_PAGE` records from a key on, before an end
 */
export async function* readPages(
  table: string,
  prefix: string,
  read: (start: string, end: string) => readonly StoredRecord[] | Promise<readonly StoredRecord[]>,
): AsyncIterable<readonly StoredRecord[]> {
  validateTable(table)
  validatePrefix(prefix)
  let page: readonly StoredRecord[]
  let start = prefix
  do {
    page = await read(start, prefixUpperBound(prefix))
    if (page.length > 0) yield page
    start = keyAfter(page.at(-1)?.[0] ?? start)
  } while (page.length === RECORDS_PER_PAGE)
}
