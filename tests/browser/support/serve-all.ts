// One served page and node for all tests of a file.
import { test as it } from '@playwright/test'
import { type Served, startServe } from './serve.ts'

/** Serves the page while the tests of the calling file run. `url` is known once they run. */
export const serveAll = (...flags: readonly string[]): Pick<Served, 'url'> => {
  let served: Served | undefined
  it.beforeAll(async () => {
    served = await startServe(...flags)
  })
  it.afterAll(async () => {
    await served?.stop()
  })
  return {
    get url() {
      if (served === undefined) throw new Error('the page is served only while tests run')
      return served.url
    },
  }
}
