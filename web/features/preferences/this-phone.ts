import {
  addPushSubscription,
  endPushSubscription,
  readPushStanding,
} from '../../../contract/push.ts'
import { call, RefusedError } from '../../shell/api-client.ts'

/**
 * How this phone stands with notifications. 'unsupported' is a browser that has none; 'install-first'
 * one that has them for installed apps alone.
 */
export type PhoneStanding = 'unsupported' | 'install-first' | 'denied' | 'off' | 'on'

/** What the standing depends on, of the browser. */
export interface Browser {
  readonly hasPush: boolean
  readonly isApple: boolean
  readonly permission: NotificationPermission
  /** The subscription that the browser holds. */
  readonly isSubscribed: boolean
  /** Whether the server knows one of this session. */
  readonly isKnown: boolean
}

const WORKER_MS = 20_000

export function standingOf(browser: Browser): PhoneStanding {
  if (!browser.hasPush) return browser.isApple ? 'install-first' : 'unsupported'
  if (browser.permission === 'denied') return 'denied'
  const isOn = browser.permission === 'granted' && browser.isSubscribed && browser.isKnown
  return isOn ? 'on' : 'off'
}

/** Tells how this phone stands now. */
export async function readStanding(): Promise<PhoneStanding> {
  const hasPush = canNotify()
  // On iPhones and iPads, pushing is for apps on the home screen: they have no PushManager elsewhere.
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || isTouchMac()
  if (!hasPush) return standingOf({ ...NOTHING, isApple })
  const { permission } = Notification
  if (permission !== 'granted') return standingOf({ ...NOTHING, hasPush, isApple, permission })
  const [registration, { isOn }] = await Promise.all([findWorker(), call(readPushStanding, {})])
  const isSubscribed = (await registration?.pushManager.getSubscription()) != null
  return standingOf({ hasPush, isApple, permission, isSubscribed, isKnown: isOn })
}

const NOTHING: Browser = {
  hasPush: false,
  isApple: false,
  permission: 'default',
  isSubscribed: false,
  isKnown: false,
}

/** An iPad calls itself a Mac; Macs have no touch screen. */
function isTouchMac(): boolean {
  return /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
}

/** Whether this browser has notifications at all. */
export function canNotify(): boolean {
  return (
    'PushManager' in window && 'Notification' in window && navigator.serviceWorker !== undefined
  )
}

async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration('/')
}

/** The service worker, which is on its way still while the app is opened for the first time. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, WORKER_MS))
  const registration = await Promise.race([navigator.serviceWorker.ready, tooLong])
  if (registration === undefined) throw new RefusedError(CANNOT)
  return registration
}

/**
 * Asks for leave, by the browser's own question, and has this phone notified.
 * @throws RefusedError where leave is not given, or the browser cannot
 */
export async function switchOn(): Promise<void> {
  // First of all: some browsers ask only while a tap is fresh.
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') {
    throw new RefusedError("Your browser wasn't given leave to show notifications.")
  }
  const registration = await readyWorker()
  const { publicKey } = await call(readPushStanding, {})
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
  // One that was made for another golfer, or with another key, is not ours to use.
  await (await pushManager.getSubscription())?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch (cause) {
    throw new RefusedError(CANNOT, { cause })
  }
}

/** Has this phone notified no more. */
export async function switchOff(): Promise<void> {
  await call(endPushSubscription, {})
  const registration = await findWorker()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
