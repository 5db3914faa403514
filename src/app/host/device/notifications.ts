// Notifications of the system, and the number on the icon of the installed app. Their texts appear on locked screens: they contain no amounts.
import { FabaError } from '../../../errors/fabaError.ts'
import { hasServiceWorker } from './browserSupport.ts'

/** The user, or the browser, does not allow notifications. */
export class NotificationsDeniedError extends FabaError {
  override readonly name = 'NotificationsDeniedError'
  readonly code = 'notifications-denied'
}

/** Whether this browser has notifications. */
export const hasNotifications = (): boolean => 'Notification' in window && hasServiceWorker()

/** Whether notifications are allowed. */
export const areNotificationsAllowed = (): boolean => hasNotifications() && Notification.permission === 'granted'

/**
 * Asks the user to allow notifications.
 * @throws NotificationsDeniedError
 */
export const requestNotifications = async (): Promise<void> => {
  if (!hasNotifications() || (await Notification.requestPermission()) !== 'granted')
    throw new NotificationsDeniedError('the browser does not allow notifications')
}

/** Shows a notification; one with the same tag is replaced. */
export const notify = async (title: string, body: string, tag: string): Promise<void> => {
  if (!areNotificationsAllowed()) return
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.showNotification(title, {
    body,
    tag,
    icon: './icons/icon-192.png',
    badge: './icons/icon-192.png',
  })
}

/** Shows a number on the icon of the installed app; 0 removes it. */
export const setBadge = async (count: number): Promise<void> => {
  if (!('setAppBadge' in navigator)) return
  await (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count))
}
