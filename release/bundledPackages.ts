// Records which npm packages a build puts into its bundles, for the bill of materials (sbom.ts).

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Packages as keys of the lock file: `node_modules/solid-js`, `node_modules/a/node_modules/b`. */
export type PackagePaths = Set<string>

const PACKAGE = /\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//

/** Returns the lock file's key of the package that a module belongs to; undefined for the project's own and for generated modules. */
export const packageOf = (moduleId: string): string | undefined =>
  moduleId.startsWith('\0') ? undefined : PACKAGE.exec(moduleId.replaceAll('\\', '/'))?.[1]

/**
 * Returns a plugin that adds the packages of each bundle to `packages`.
 * @param onBundle called after each bundle
 */
export const recordPackages = (packages: PackagePaths, onBundle: () => void = () => undefined): Plugin => ({
  name: 'faba:record-packages',
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle))
      for (const id of file.type === 'chunk' ? file.moduleIds : []) {
        const path = packageOf(id)
        if (path !== undefined) packages.add(path)
      }
    onBundle()
  },
})

/** File in which the build of the page leaves its packages for that of the npm package. */
const pageFile = (root: string): string => join(root, 'build/page-packages.json')

/** Returns a function that makes plugins for the build of the page: one for the page, its workers, and the service worker. */
export const createPageRecorder = (root: string): (() => Plugin) => {
  const packages: PackagePaths = new Set()
  const save = (): void => {
    mkdirSync(dirname(pageFile(root)), { recursive: true })
    writeFileSync(pageFile(root), JSON.stringify([...packages].sort()))
  }
  return () => recordPackages(packages, save)
}

/** Returns the packages of the last build of the page, and removes its file, which is no part of the package. */
export const takePagePackages = (root: string): readonly string[] => {
  // createPageRecorder writes the file.
  const packages = JSON.parse(readFileSync(pageFile(root), 'utf8')) as readonly string[]
  rmSync(pageFile(root))
  return packages
}
