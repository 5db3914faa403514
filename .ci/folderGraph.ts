// The graph of folders: each folder stands for the files directly inside it, so that a folder and one inside it are two.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** An import of one file by another, as paths relative to the project. */
export type Import = { readonly from: string; readonly to: string }

/** Folders that import each other, directly or through others, and the imports among them. */
export type FolderCircle = { readonly folders: readonly string[]; readonly imports: readonly Import[] }

const CODE = /\.(ts|tsx|js)$/
const BUILT = /^wasm\/build\//

/** `from './a.ts'`, `import './a.ts'` and `import('./a.ts')`, of values and types. */
const SPECIFIER = /\b(?:from|import)\s*\(?\s*['"](\.[^'"?]*)['"]/g
/** Comments, of which examples contain imports: blocks that begin a line, and ends of lines. */
const COMMENT = /^[ \t]*\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

/** Returns the paths that the text of a file imports, as it writes them. */
const specifiersOf = (text: string): readonly string[] =>
  [...text.replace(COMMENT, '').matchAll(SPECIFIER)].map(([, path = '']) => path)

/** Returns every import of a file of these folders by another. AssemblyScript imports files without their ending. */
export const readImports = (roots: readonly string[], project = '.'): readonly Import[] => {
  const files = roots
    .filter((root) => existsSync(join(project, root)))
    .flatMap((root) =>
      readdirSync(join(project, root), { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join(root, name.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => CODE.test(file) && !BUILT.test(file))
  const known = new Set(files)
  return files.flatMap((from) =>
    specifiersOf(readFileSync(join(project, from), 'utf8')).flatMap((path) => {
      const target = posix.join(dirname(from), path)
      const to = [target, `${target}.ts`].find((file) => known.has(file))
      return to === undefined ? [] : [{ from, to }]
    }),
  )
}

/** Returns the folders that can be reached from each folder by one import or more. */
const reachableFolders = (
  targets: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...targets.keys()].map((start) => {
      const reached = new Set<string>()
      const queue = [start]
      for (const folder of queue)
        for (const target of targets.get(folder) ?? [])
          if (!reached.has(target)) {
            reached.add(target)
            queue.push(target)
          }
      return [start, reached]
    }),
  )

/** Returns the circles of folders; folders that are in a circle with each other are one. */
export const folderCircles = (imports: readonly Import[]): readonly FolderCircle[] => {
  const between = imports.filter(({ from, to }) => dirname(from) !== dirname(to))
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of between) {
    const folder = dirname(from)
    targets.set(folder, (targets.get(folder) ?? new Set()).add(dirname(to)))
  }
  const reachable = reachableFolders(targets)
  const inCircle = [...targets.keys()].filter((folder) => reachable.get(folder)?.has(folder)).sort()
  const circles = new Map<string, readonly string[]>()
  for (const folder of inCircle) {
    const folders = inCircle.filter((other) => reachable.get(folder)?.has(other) && reachable.get(other)?.has(folder))
    circles.set(folders.join(), folders)
  }
  return [...circles.values()].map((folders) => ({
    folders,
    imports: between.filter(({ from, to }) => folders.includes(dirname(from)) && folders.includes(dirname(to))),
  }))
}
