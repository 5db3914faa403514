// The page that sends a request, as text in a header of the request.

import { type RequestingPage, UNKNOWN_PAGE } from '../../engine/approvals/requestingPages.ts'

/** Neither ids nor paths of addresses contain a space. */
export const formatPage = ({ id, path }: RequestingPage): string => `${id} ${path}`.trim()

/** Returns the page of a text that `formatPage` returned; the unknown page of an empty one. */
export const parsePage = (text: string): RequestingPage => {
  const [id, path] = text.split(' ')
  return id === undefined || path === undefined ? UNKNOWN_PAGE : { id, path }
}
