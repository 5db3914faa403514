// The page, its workers and its service worker.
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import solid from 'vite-plugin-solid'
import { createPageRecorder } from './release/bundledPackages.ts'
import { shortenList } from './release/commonPasswords.ts'
import { translatedManifests, webManifest } from './release/webManifest.ts'

const recordPackages = createPageRecorder(import.meta.dirname)

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

/** Hot reload puts styles and HTML into the page and talks over a web socket; the built page keeps the strict policy. */
const developmentPolicy = (): Plugin => ({
  name: 'faba:development-policy',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
      .replace('connect-src', 'connect-src ws:')
      .replace(/; require-trusted-types-for [^;]*; trusted-types [^;"]*/, ''),
})

/** What compiled components import from src/app in place of Solid's: templates that the policy of Trusted Types knows, and movable texts. */
const REPLACED = { template: 'trustedTemplate', insert: 'movableTexts', spread: 'movableTexts' } as const

const replacedImports = (): Plugin => ({
  name: 'faba:replaced-imports',
  transform: (code) => {
    const changed = Object.entries(REPLACED).reduce(
      (text, [name, file]) =>
        text.replace(
          `import { ${name} as _$${name} } from "solid-js/web"`,
          () => `import { ${name} as _$${name} } from "/src/app/${file}.ts"`,
        ),
      code,
    )
    return changed === code ? undefined : { code: changed, map: null }
  },
})

/** Shortens the list of common passwords, and leaves out that of words for passphrases: those of seeds take its place (passwordEstimator.ts). */
const commonPasswords = (): Plugin => ({
  name: 'faba:common-passwords',
  transform: (code, id) => {
    if (id.includes('language-common/dist/diceware.json')) return { code: 'export default []', map: null }
    if (!id.includes('language-common/dist/passwords.json')) return undefined
    return { code: code.replace(/(?<=decompress\(")[^"]*/, shortenList), map: null }
  },
})

/** Leaves out the descriptions of the development node's methods, which only its documentation shows. */
const undescribedMethods = (): Plugin => ({
  name: 'faba:undescribed-methods',
  enforce: 'pre',
  transform: (code, id) =>
    /[\\/]src[\\/]devnet[\\/]/.test(id)
      ? { code: code.replace(/^ *about:\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`),$/gm, ''), map: null }
      : undefined,
})

/** Removes the annotations that only bundlers read. */
const withoutAnnotations = (): Plugin => ({
  name: 'faba:without-annotations',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(/(?<=([\w$])?)\/\* @__PURE__ \*\/ ?/g, (_, word) =>
          word === undefined ? '' : ' ',
        )
  },
})

/** Returns the name of the chunk of a language; the service worker knows it (languageTexts.ts). */
const languageChunk = (id: string): string | null => {
  const language = /[\\/]src[\\/]app[\\/]text[\\/](?:languages[\\/])?([a-z]{2})(?:\.ts$|[\\/])/.exec(id)?.[1]
  return language === undefined ? null : `texts-${language}`
}

/** Screens that load together. Each alone is small, and files of some size compress better. */
const screenChunks = [
  {
    name: 'newWallets',
    test: /[\\/]src[\\/]app[\\/]screens[\\/](create[\\/]|(Create|OpenFiles|Restore|RestoreBackup|Watch)\.tsx)/,
  },
  {
    name: 'lists',
    test: /[\\/]src[\\/]app[\\/](?:components[\\/]table[\\/]|screens[\\/](?:(?:coins|contacts|details|history|receive)[\\/]|(?:Coins|Contacts|Details|History|Payments|Receive)\.tsx))/,
  },
  { name: 'wallet', test: /[\\/]src[\\/]app[\\/]screens[\\/](?:(?:home|send)[\\/]|(?:Home|Send|SendOutcome)\.tsx)/ },
  {
    name: 'settings',
    test: /[\\/]src[\\/]app[\\/]screens[\\/](?:(?:console|nodes|settings|tools)[\\/]|(?:Console|More|Nodes|Settings|Tools)\.tsx)/,
  },
]

/**
 * The texts of each language are a chunk, all styles are one, and what the page needs to start, and what several screens share. Tables
 * belong to the lists, which alone have some.
 */
const chunks = [
  { name: languageChunk, test: /[\\/]src[\\/]app[\\/]text[\\/]/, priority: 2 },
  { name: 'styles', test: /\.css$/, priority: 1 },
  { name: 'page', tags: ['$initial' as const], test: /./, priority: 1 },
  {
    name: 'shared',
    test: /[\\/](src(?![\\/]app[\\/]components[\\/]table[\\/])|node_modules)[\\/]/,
    minShareCount: 2,
    priority: 1,
  },
  ...screenChunks,
]

/** All modules of a worker but its entry are a chunk of their own, apart from those that load later. The modules of a scanner are another. */
const workerChunks = [
  {
    name: 'initial',
    tags: ['$initial' as const],
    test: /[\\/](src|node_modules)[\\/]|rolldown[\\/]runtime/,
    priority: 1,
  },
  { name: 'scanner', test: /[\\/]workers[\\/]scanner\.ts$/ },
]

/** Forbids chunks that import the entry of their worker: WebKit would evaluate it again, with a second engine in the same worker. */
const separateEntries = (): Plugin => ({
  name: 'faba:separate-entries',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      for (const name of [...file.imports, ...file.dynamicImports]) {
        const imported = bundle[name]
        if (imported?.type === 'chunk' && imported.isEntry) this.error(`${file.fileName} imports the worker ${name}`)
      }
    }
  },
})

/** Forbids chunks that import each other: one of them would run before what it imports is there. */
const acyclicChunks = (): Plugin => ({
  name: 'faba:acyclic-chunks',
  generateBundle(_, bundle) {
    const done = new Set<string>()
    const visit = (name: string, above: readonly string[]): void => {
      if (above.includes(name)) this.error(`chunks import each other: ${[...above, name].join(' → ')}`)
      const chunk = bundle[name]
      if (chunk?.type !== 'chunk' || done.has(name)) return
      for (const imported of chunk.imports) visit(imported, [...above, name])
      done.add(name)
    }
    for (const name of Object.keys(bundle)) visit(name, [])
  },
})

export default defineConfig({
  // Relative: the same build works in any folder of a host.
  base: './',
  plugins: [
    solid(),
    replacedImports(),
    developmentPolicy(),
    recordPackages(),
    acyclicChunks(),
    withoutAnnotations(),
    translatedManifests(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers/service-worker',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,wasm,svg,png,woff2,webmanifest}'],
        // The browser reads these when it installs the page.
        globIgnores: ['manifest.*.webmanifest'],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
        buildPlugins: { vite: [recordPackages()] },
      },
      manifest: webManifest,
    }),
  ],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  worker: {
    format: 'es',
    plugins: () => [
      recordPackages(),
      undescribedMethods(),
      commonPasswords(),
      separateEntries(),
      acyclicChunks(),
      withoutAnnotations(),
    ],
    rolldownOptions: { output: { codeSplitting: { groups: workerChunks } } },
  },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    // One stylesheet, in the order of the imports: src/app/styles/layers.css must come first.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { port: 5173, strictPort: true },
  preview: { port: 4173, strictPort: true },
})
