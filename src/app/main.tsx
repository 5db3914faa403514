// Entry of the page.
import './styles/layers.css'
import './styles/tokens.css'
import './styles/base.css'

import { render } from 'solid-js/web'
import { App } from './App.tsx'
import { loadAnew, registerServiceWorker } from './host/update.ts'

// A screen's file is gone from the server after an update: the page itself is out of date.
window.addEventListener('vite:preloadError', loadAnew)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
root.replaceChildren()
render(() => <App />, root)
void registerServiceWorker()
