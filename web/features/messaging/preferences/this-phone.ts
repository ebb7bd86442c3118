import {
  addPushSubscription,
  endPushSubscription,
  readPushStatus,
} from '../../../../contract/push.ts'
import { call, RefusedError } from '../../../lib/api-client.ts'

/**
 * The status of notifications on this phone. 'unsupported': the browser has none. 'install-first': the
 * browser has them only for installed apps.
 */
export type NotificationStatus = 'unsupported' | 'install-first' | 'denied' | 'off' | 'on'

/** The facts that determine the status. */
export interface Browser {
  readonly hasPush: boolean
  readonly isApple: boolean
  readonly permission: NotificationPermission
  /** Whether the browser has a push subscription. */
  readonly isSubscribed: boolean
  /** Whether the server has a subscription for this session. */
  readonly isKnown: boolean
}

const WORKER_MS = 20_000

export function notificationStatusOf(browser: Browser): NotificationStatus {
  if (!browser.hasPush) return browser.isApple ? 'install-first' : 'unsupported'
  if (browser.permission === 'denied') return 'denied'
  const isOn = browser.permission === 'granted' && browser.isSubscribed && browser.isKnown
  return isOn ? 'on' : 'off'
}

/** Determines this phone's current status. */
export async function readNotificationStatus(): Promise<NotificationStatus> {
  const hasPush = canNotify()
  // iPhones and iPads have a PushManager only in apps on the home screen.
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || isTouchMac()
  if (!hasPush) return notificationStatusOf({ ...NOTHING, isApple })
  const { permission } = Notification
  if (permission !== 'granted')
    return notificationStatusOf({ ...NOTHING, hasPush, isApple, permission })
  const [registration, { isOn }] = await Promise.all([findWorker(), call(readPushStatus, {})])
  const isSubscribed = (await registration?.pushManager.getSubscription()) != null
  return notificationStatusOf({ hasPush, isApple, permission, isSubscribed, isKnown: isOn })
}

const NOTHING: Browser = {
  hasPush: false,
  isApple: false,
  permission: 'default',
  isSubscribed: false,
  isKnown: false,
}

/** Detects an iPad that identifies as a Mac: Macs have no touch screen. */
function isTouchMac(): boolean {
  return /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
}

/** Returns whether this browser supports push notifications at all. */
export function canNotify(): boolean {
  return (
    'PushManager' in window && 'Notification' in window && navigator.serviceWorker !== undefined
  )
}

async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration('/')
}

/** Waits for the service worker, which is still installing when the app is opened for the first time. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, WORKER_MS))
  const registration = await Promise.race([navigator.serviceWorker.ready, tooLong])
  if (registration === undefined) throw new RefusedError(CANNOT)
  return registration
}

/**
 * Asks for permission with the browser's own prompt, and subscribes this phone to notifications.
 * @throws RefusedError if permission isn't given or the browser can't subscribe
 */
export async function enableNotifications(): Promise<void> {
  // Must come first: some browsers show the prompt only right after a tap.
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') {
    throw new RefusedError("Your browser wasn't given leave to show notifications.")
  }
  const registration = await readyWorker()
  const { publicKey } = await call(readPushStatus, {})
  const subscription = await subscribeWith(registration, publicKey)
  const { endpoint, keys } = subscription.toJSON()
  await call(addPushSubscription, {
    body: {
      endpoint: endpoint ?? '',
      p256dh: keys?.['p256dh'] ?? '',
      auth: keys?.['auth'] ?? '',
    },
  })
}

const CANNOT = "Your browser couldn't set up notifications. Close the app, open it and try again."

async function subscribeWith(
  { pushManager }: ServiceWorkerRegistration,
  applicationServerKey: string,
): Promise<PushSubscription> {
  // A subscription for another golfer, or with another key, can't be reused.
  await (await pushManager.getSubscription())?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch (cause) {
    throw new RefusedError(CANNOT, { cause })
  }
}

/** Ends notifications on this phone. */
export async function disableNotifications(): Promise<void> {
  await call(endPushSubscription, {})
  const registration = await findWorker()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
