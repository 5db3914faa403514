// `node .ci/folder-circles.ts`: fails if folders of the code import each other in a circle, of types neither.

import { folderCircles, readImports } from './folderGraph.ts'

const ROOTS = ['src', 'workers', 'wasm']

const circles = folderCircles(readImports(ROOTS))
console.log(`${circles.length} folder circles`)
for (const { folders, imports } of circles) {
  console.log(`\n${folders.join(', ')}`)
  for (const { from, to } of imports) console.log(`  ${from} → ${to}`)
}
if (circles.length > 0) process.exitCode = 1
