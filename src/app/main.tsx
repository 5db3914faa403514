// Entry of the page.
import './styles/layers.css'
import './styles/tokens.css'
import './styles/base.css'

import { render } from 'solid-js/web'
import { installScriptPolicy } from '../rpc/hosts/scriptPolicy.ts'
import { App } from './App.tsx'
import { Framed } from './Framed.tsx'
import { reportInternal } from './format/error.ts'
import { registerServiceWorker, reloadPage } from './host/update.ts'

// The file of a screen is missing on the server after an update: the page is out of date.
window.addEventListener('vite:preloadError', reloadPage)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
root.replaceChildren()
installScriptPolicy('./')
// Servers refuse frames by a header, which some static hosts do not send. In a frame a foreign page could guide the user's clicks.
if (window.top !== window) render(() => <Framed />, root)
else {
  render(() => <App />, root)
  registerServiceWorker().catch(reportInternal)
}
