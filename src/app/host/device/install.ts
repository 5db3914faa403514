// Installing the page as an app.
import { createSignal } from 'solid-js'

/** The event of Chromium; the types of the DOM lack it. */
type InstallPrompt = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> }

const [installPrompt, setInstallPrompt] = createSignal<InstallPrompt>()

/** Whether the page runs as an installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/** Where the menu of a browser installs a page, if it offers nothing by itself. */
export type InstallMenu = 'ios' | 'safari' | 'firefox'

/** Returns where this browser installs pages; undefined if it offers that itself, or cannot. */
export const installMenu = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): InstallMenu | undefined => {
  const isMac = userAgent.includes('Macintosh')
  // An iPad calls itself a Mac.
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return 'ios'
  if (userAgent.includes('Android')) return userAgent.includes('Firefox') ? 'firefox' : undefined
  return isMac && userAgent.includes('Safari') && !/Chrom|Firefox/.test(userAgent) ? 'safari' : undefined
}

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
