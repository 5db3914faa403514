// `node .ci/sizes.ts`: fails if a folder of code has too many files, or a file too many lines.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'

const MAX_FILES = 30
const MAX_LINES = 400

const PRODUCT = ['src', 'workers', 'wasm']
/** Roots whose folders have a limit, but not their files: a test file may list many cases. */
const TESTS = ['tests']

const CODE = /\.(?:ts|tsx|js|css)$/
const BUILT = /^wasm\/build\//

/** Returns the paths of all code files below these folders. */
const codeFiles = (roots: readonly string[]): readonly string[] =>
  roots
    .filter((root) => existsSync(root))
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join(root, name.replaceAll('\\', '/')),
      ),
    )
    .filter((path) => CODE.test(path) && !BUILT.test(path))

const countLines = (path: string): number => readFileSync(path, 'utf8').trimEnd().split('\n').length

const product = codeFiles(PRODUCT)
const folders = Map.groupBy([...product, ...codeFiles(TESTS)], (file) => dirname(file))
const violations = [
  ...[...folders]
    .filter(([, files]) => files.length > MAX_FILES)
    .map(([folder, files]) => `${folder}: ${files.length} files, at most ${MAX_FILES}`),
  ...product
    .map((file) => ({ file, lines: countLines(file) }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${MAX_LINES}`),
]
console.log(`${violations.length} folders or files too large`)
for (const violation of violations) console.log(`  ${violation}`)
if (violations.length > 0) process.exitCode = 1
