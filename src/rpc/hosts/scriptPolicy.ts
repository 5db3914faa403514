// Trusted Types: the page's policy forbids plain texts as HTML and as addresses of scripts. Workers and the service worker start from files
// of the page itself, which this policy lets through; HTML has none but that of the templates (src/app/trustedTemplate.ts).

import { FabaError } from '../../errors/fabaError.ts'

/** Something tried to run a script that is no file of the page. */
export class ForeignScriptError extends FabaError {
  override readonly name = 'ForeignScriptError'
  readonly code = 'foreign-script'
}

/** The part of Trusted Types that the page uses; the types of the DOM lack it. */
type PolicyFactory = {
  createPolicy<Rules extends object>(name: string, rules: Rules): Rules
}

/** Returns the browser's Trusted Types; undefined if it has none. */
export const trustedTypes = (): PolicyFactory | undefined =>
  (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes

const WORKERS = /^\/assets\/[\w.-]+\.js$/
const SERVICE_WORKER = '/service-worker.js'

/**
 * Returns the address of a script if it is a worker of the built page.
 * @param base the page's own address
 * @throws ForeignScriptError
 */
export const checkScriptUrl = (url: string, base: string): string => {
  const { origin, pathname } = new URL(url, base)
  const isOwn = origin === new URL(base).origin && (WORKERS.test(pathname) || pathname === SERVICE_WORKER)
  if (!isOwn) throw new ForeignScriptError('this script is no file of the page')
  return url
}

/** Installs the policy for addresses of scripts in a page or a worker. The browser applies it to every plain text. */
export const installScriptPolicy = (): void => {
  trustedTypes()?.createPolicy('default', { createScriptURL: (url: string) => checkScriptUrl(url, location.href) })
}
