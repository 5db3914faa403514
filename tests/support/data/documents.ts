// The documents that specify the RPCs. They are not part of the repository: where they stand beside the checkout, the tests compare the tables
// of tests/data/specification with them.

import { existsSync, readFileSync } from 'node:fs'

const DOCUMENTS = new URL('../../../../shared/', import.meta.url)

/** Returns the text of a document such as `spec/wallet-rpc.md`; undefined, with a warning, if it is absent. */
export const documentText = (path: string): string | undefined => {
  const url = new URL(path, DOCUMENTS)
  if (existsSync(url)) return readFileSync(url, 'utf8')
  console.warn(
    `NOT COMPARED: ${url.pathname} is absent, so the table in tests/data/specification is not compared with it`,
  )
  return undefined
}
