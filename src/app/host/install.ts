// Installing the page as an app.
import { createSignal } from 'solid-js'

/** The event of Chromium; the types of the DOM lack it. */
type InstallPrompt = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> }

const [installPrompt, setInstallPrompt] = createSignal<InstallPrompt>()

/** Whether the page runs as an installed app. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

/** Whether the browser offers to install the page now. */
export const canInstall = (): boolean => installPrompt() !== undefined

/** Keeps the offer of the browser for the settings, where the user looks for it. */
export const receiveInstallOffers = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // The event of this name has this method.
    setInstallPrompt(() => event as InstallPrompt)
  })
  addEventListener('appinstalled', () => setInstallPrompt(undefined))
}

/** Shows the browser's dialog; resolves whether the user installs the page. */
export const install = async (): Promise<boolean> => {
  const offer = installPrompt()
  setInstallPrompt(undefined)
  return (await offer?.prompt())?.outcome === 'accepted'
}
