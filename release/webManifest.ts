// The web app manifest in each language of the page: an installed app has its name and shortcuts in the user's language.
import type { Plugin } from 'vite'
import { en } from '../src/app/text/en.ts'
import { languages, offeredLanguages } from '../src/app/text/languages/languages.ts'
import { directionOf, manifestFile } from '../src/app/text/locale.ts'
import type { AnyTranslation, Language } from '../src/app/text/translation.ts'

const manifestOf = (language: Language, { app, nav }: AnyTranslation) => ({
  lang: language,
  dir: directionOf(language),
  name: app.installedName,
  short_name: app.name,
  description: app.description,
  start_url: './',
  scope: './',
  display: 'standalone' as const,
  background_color: '#f6f5f0',
  theme_color: '#f6f5f0',
  categories: ['finance'],
  launch_handler: { client_mode: ['focus-existing' as const, 'auto' as const] },
  // The screens follow the unlock; those of an open wallet at once.
  shortcuts: [
    { name: nav.send, url: './#/welcome?to=/send' },
    { name: nav.receive, url: './#/welcome?to=/receive' },
    { name: nav.history, url: './#/welcome?to=/history' },
  ],
  share_target: {
    action: './',
    method: 'GET' as const,
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  protocol_handlers: [
    { protocol: 'web+monero', url: './#/pay?link=%s' },
    { protocol: 'web+oxen', url: './#/pay?link=%s' },
  ],
  icons: [
    { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: 'icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' as const },
    { src: 'icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' as const },
    { src: 'mark.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
})

/** The manifest that index.html names, in English. */
export const webManifest = manifestOf('en', en)

/** Adds the manifests in the other languages to the build. */
export const translatedManifests = (): Plugin => ({
  name: 'faba:translated-manifests',
  apply: 'build',
  async generateBundle() {
    for (const language of offeredLanguages) {
      const texts = await languages[language]?.load()
      if (language !== 'en' && texts !== undefined)
        this.emitFile({
          type: 'asset',
          fileName: manifestFile(language),
          source: JSON.stringify(manifestOf(language, texts)),
        })
    }
  },
})
