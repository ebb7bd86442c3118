import { useQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import { alertKind } from '../../../../contract/alerts.ts'
import {
  changePreferences,
  type Preferences,
  readPreferences,
} from '../../../../contract/preferences.ts'
import {
  addPushSubscription,
  endPushSubscription,
  readPushStatus,
} from '../../../../contract/push.ts'
import { useAction } from '../../../lib/action.ts'
import { call, RefusedError } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'
import { RowButton } from '../../../ui/Rows.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'

const KEY = ['notifications on this phone'] as const

const HINTS: Partial<Record<NotificationStatus, string>> = {
  'install-first':
    'For notifications on this phone, add Fourball to your home screen first: tap Share, then Add to Home Screen.',
  denied:
    "Notifications on this phone are blocked. Allow them for Fourball in your browser's settings.",
}

/** Switches notifications on this phone on and off, if its browser supports them. */
export function PhoneNotifications({ preferences }: { preferences: Preferences }) {
  const status = useQuery({ queryKey: KEY, queryFn: readNotificationStatus })
  // As tall as the content that follows, to avoid a layout shift.
  if (status.isPending) return canNotify() ? <div className="min-h-13" /> : null
  const hint = status.data && HINTS[status.data]
  if (hint !== undefined) {
    return (
      <p className="flex min-h-13 items-center gap-3 px-4 py-3 text-sm text-muted">
        <BellOff aria-hidden size={20} className="shrink-0" />
        {hint}
      </p>
    )
  }
  if (status.data !== 'off' && status.data !== 'on') return null
  // Remounts, so that the focus leaves the switch.
  return <Switch key={status.data} isOn={status.data === 'on'} preferences={preferences} />
}

function Switch({ isOn, preferences }: { isOn: boolean; preferences: Preferences }) {
  const title = isOn ? 'Off' : 'On'
  const to = isOn ? 'off' : 'on'
  const Icon = isOn ? BellOff : Bell
  const action = useAction({
    run: async () => {
      if (isOn) return disableNotifications()
      await enableNotifications()
      await choosePush(preferences)
    },
    failure: {
      title: `Failed to Turn ${title} Notifications`,
      fallback: `An error occurred while turning ${to} your notifications.`,
    },
    success: {
      title: `Notifications Turned ${title}`,
      description: isOn
        ? "This phone won't get notifications anymore."
        : 'This phone will get notifications.',
    },
    onSuccess: refetchStatus,
    onError: refetchStatus,
  })
  const label = isOn ? 'Turn Off Notifications on This Phone' : 'Notify Me on This Phone'
  return (
    <RowButton
      ref={restoreFocus}
      icon={<Icon aria-hidden size={20} className="shrink-0 text-muted" />}
      pending={action.isPending}
      onClick={() => action.mutate()}
    >
      {action.isPending ? `Turning ${to}...` : label}
    </RowButton>
  )
}

/** Refetches what the switch changes: this phone's status and the number of phones. */
function refetchStatus(): void {
  void queryClient.invalidateQueries({ queryKey: KEY })
  void queryClient.invalidateQueries({ queryKey: keyOf(readPreferences, {}) })
}

/** Switches all kinds sent by text to push if the golfer gets no texts. Otherwise the golfer decides. */
async function choosePush({ texts, channels }: Preferences): Promise<void> {
  if (texts.status === 'on') return
  const kinds = alertKind.options.filter((kind) => channels[kind] === 'text')
  if (kinds.length === 0) return
  const change = Object.fromEntries(kinds.map((kind) => [kind, 'push' as const]))
  await call(changePreferences, { body: { channels: change } })
}

/**
 * The status of notifications on this phone. 'unsupported': the browser has none. 'install-first': the
 * browser has them only for installed apps.
 */
export type NotificationStatus = 'unsupported' | 'install-first' | 'denied' | 'off' | 'on'

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

async function readNotificationStatus(): Promise<NotificationStatus> {
  const hasPush = canNotify()
  // iPhones and iPads have a PushManager only in apps on the home screen.
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || isTouchMac()
  const permission = hasPush ? Notification.permission : 'default'
  const browser = { hasPush, isApple, permission, isSubscribed: false, isKnown: false }
  if (permission !== 'granted') return notificationStatusOf(browser)
  const [registration, { isOn }] = await Promise.all([findWorker(), call(readPushStatus, {})])
  const isSubscribed = (await registration?.pushManager.getSubscription()) != null
  return notificationStatusOf({ ...browser, isSubscribed, isKnown: isOn })
}

/** Detects an iPad that identifies as a Mac: Macs have no touch screen. */
function isTouchMac(): boolean {
  return /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
}

/** Returns whether this browser supports push notifications at all. */
function canNotify(): boolean {
  return (
    'PushManager' in window && 'Notification' in window && navigator.serviceWorker !== undefined
  )
}

function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
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
async function enableNotifications(): Promise<void> {
  // Must come first: some browsers show the prompt only right after a tap.
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') {
    throw new RefusedError("Your browser doesn't allow notifications.")
  }
  const registration = await readyWorker()
  const { publicKey } = await call(readPushStatus, {})
  const subscription = await subscribeWith(registration, publicKey)
  const { endpoint, keys } = subscription.toJSON()
  await call(addPushSubscription, {
    body: { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  })
}

const CANNOT =
  "Your browser couldn't set up notifications. Close the app, reopen it, and try again."

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

async function disableNotifications(): Promise<void> {
  await call(endPushSubscription, {})
  const registration = await findWorker()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
