// Which page of blocks an error shows to be false: of several nodes, another one may be in use by then than the one that sent it.

import type { BlockPage } from '../../daemon/nodeClient.ts'

const falsePages = new WeakMap<object, BlockPage>()

/** Remembers the page that an error is about. Returns the error. */
export const ofPage = (page: BlockPage, error: unknown): unknown => {
  if (error instanceof Error) falsePages.set(error, page)
  return error
}

/** Returns the page that an error is about; undefined if it is about no page. */
export const falsePageOf = (error: Error): BlockPage | undefined => falsePages.get(error)
