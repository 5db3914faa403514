// Entry of the page.
import './styles/layers.css'
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'

import { render } from 'solid-js/web'
import { installScriptPolicy } from '../rpc/hosts/scriptPolicy.ts'
import { App } from './App.tsx'
import { Framed } from './Framed.tsx'
import { receiveInstallOffers } from './host/device/install.ts'
import { reportInternal } from './host/device/reportInternal.ts'
import { guardDrops } from './host/files/dropGuard.ts'
import { receivePaymentLinks } from './host/navigation/paymentLinks.ts'
import { LanguageLoadError } from './host/services/languageFiles.ts'
import { registerServiceWorker } from './host/services/update.ts'
import { followFormsOfOtherTabs } from './state/preferences/displayForms.ts'
import { followOtherTabs, startLanguage } from './state/preferences/language.ts'
import { reloadOnce } from './state/session/missingFiles.ts'

/** Without texts there is no page: those of this version are gone from the server, or there is no network. */
const loadAnew = (): void => {
  if (!reloadOnce()) document.getElementById('incomplete')?.removeAttribute('hidden')
}

const startPage = async (root: HTMLElement): Promise<void> => {
  installScriptPolicy('./')
  // At once: what the browser shows and keeps of the address is that of the page.
  if (window.top === window) receivePaymentLinks()
  guardDrops()
  await startLanguage()
  followOtherTabs()
  followFormsOfOtherTabs()
  root.replaceChildren()
  // Servers refuse frames by a header, which some static hosts do not send. In a frame a foreign page could guide the user's clicks.
  if (window.top !== window) {
    render(() => <Framed />, root)
    return
  }
  receiveInstallOffers()
  render(() => <App />, root)
  await registerServiceWorker()
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
startPage(root).catch((error: unknown) => (error instanceof LanguageLoadError ? loadAnew() : reportInternal(error)))
