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

/** Paths of the scripts in the folder of the built page. */
const SCRIPTS = /^(?:assets\/[\w.-]+|service-worker)\.js$/

/**
 * Returns the address of a script if it is a worker of the built page.
 * @param base address of the document or worker, to which `url` is relative
 * @param folder address of the page's folder, with a trailing slash
 * @throws ForeignScriptError
 */
export const checkScriptUrl = (url: string, base: string, folder: string): string => {
  const { origin, pathname } = new URL(url, base)
  const page = new URL(folder)
  const isInFolder = origin === page.origin && pathname.startsWith(page.pathname)
  if (!isInFolder || !SCRIPTS.test(pathname.slice(page.pathname.length)))
    throw new ForeignScriptError('this script is no file of the page')
  return url
}

/**
 * Installs the policy for addresses of scripts in a page or a worker. The browser applies it to every plain text.
 * @param path path of the page's folder, relative to the document or worker
 */
export const installScriptPolicy = (path: './' | '../'): void => {
  const folder = (): string => new URL(path, location.href).href
  trustedTypes()?.createPolicy('default', {
    createScriptURL: (url: string) => checkScriptUrl(url, location.href, folder()),
  })
}
