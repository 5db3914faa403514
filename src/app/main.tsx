// Entry of the page.
import { render } from 'solid-js/web'
import { App } from './App.tsx'
import { loadAnew, registerServiceWorker } from './host/update.ts'
import './styles/base.css'
import './styles/controls.css'
import './styles/frame.css'
import './styles/screens.css'

// A screen's file is gone from the server after an update: the page itself is out of date.
window.addEventListener('vite:preloadError', loadAnew)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
root.replaceChildren()
render(() => <App />, root)
void registerServiceWorker()
