import { useQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import { alertKind } from '../../../../contract/alerts.ts'
import { changePreferences, type Preferences } from '../../../../contract/preferences.ts'
import {
  addPushSubscription,
  endPushSubscription,
  readPushStatus,
} from '../../../../contract/push.ts'
import { useAction } from '../../../lib/action.ts'
import { call, RefusedError } from '../../../lib/api-client.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { RowButton } from '../../../ui/Rows.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'
import { refetchPreferences } from './preferences.ts'

const PHONE_STATUS_KEY = ['notifications on this phone'] as const

const HINTS: Partial<Record<NotificationStatus, string>> = {
  'install-first': `For notifications on this device, tap your browser's Share button, then "Add to Home Screen." Then open Fourball from your home screen and turn them on there.`,
  denied:
    "Notifications on this device are blocked. Allow them for Fourball in your phone's or browser's settings.",
}

export function PhoneNotifications({ preferences }: { preferences: Preferences }) {
  const { data: status, isPending } = useQuery({
    queryKey: PHONE_STATUS_KEY,
    queryFn: readNotificationStatus,
  })
  // To avoid a layout shift, the placeholder is as tall as the content that follows.
  if (isPending) return canNotify() ? <div className="min-h-13" /> : null
  const hint = status && HINTS[status]
  if (hint !== undefined) {
    return (
      <p className="flex min-h-13 items-center gap-3 px-4 py-3 text-sm text-muted">
        <BellOff size={20} className="shrink-0" />
        {hint}
      </p>
    )
  }
  if (status !== 'off' && status !== 'on') return null
  // Remount after each change, so that `restoreFocus` moves the focus to the heading.
  return <Toggle key={status} isOn={status === 'on'} preferences={preferences} />
}

function Toggle({ isOn, preferences }: { isOn: boolean; preferences: Preferences }) {
  const target = isOn ? 'Off' : 'On'
  const lowerTarget = target.toLowerCase()
  const Icon = isOn ? BellOff : Bell
  const action = useAction({
    run: async () => {
      if (isOn) return disableNotifications()
      await enableNotifications()
      if (!getsTexts(preferences)) await choosePush(preferences)
    },
    failure: {
      title: `Failed to Turn ${target} Notifications`,
      doing: `turning ${lowerTarget} your notifications`,
    },
    success: {
      title: `Notifications Turned ${target}`,
      description: isOn
        ? "This device won't get notifications anymore."
        : willGetNotifications(preferences)
          ? 'This device will get notifications.'
          : 'Under "Choose Messages," pick "Notification" for the messages you want here.',
    },
    onSettled: refetchStatus,
  })
  const label = isOn ? 'Turn Off Notifications on This Device' : 'Notify Me on This Device'
  return (
    <RowButton
      ref={restoreFocus}
      icon={Icon}
      pending={action.isPending}
      onClick={() => action.mutate()}
    >
      {action.isPending ? `Turning ${lowerTarget}...` : label}
    </RowButton>
  )
}

function refetchStatus(): void {
  void queryClient.invalidateQueries({ queryKey: PHONE_STATUS_KEY })
  refetchPreferences()
}

function getsTexts({ texts }: Preferences): boolean {
  return texts.status === 'on' && texts.available && texts.emailProven
}

/**
 * Returns whether the golfer will get notifications, given that {@link choosePush} is called if the golfer
 * can't get texts.
 * @param preferences the preferences before that call
 */
function willGetNotifications(preferences: Preferences): boolean {
  const channels = Object.values(preferences.channels)
  return channels.includes('push') || (channels.includes('text') && !getsTexts(preferences))
}

/** Changes every channel that is 'text' to 'push'. */
async function choosePush({ channels }: Preferences): Promise<void> {
  const kinds = alertKind.options.filter((kind) => channels[kind] === 'text')
  if (kinds.length === 0) return
  const change = Object.fromEntries(kinds.map((kind) => [kind, 'push' as const]))
  await call(changePreferences, { body: { channels: change } })
}

/** Whether this phone shows notifications. 'install-first' means that only the installed app can. */
export type NotificationStatus = 'unsupported' | 'install-first' | 'denied' | 'off' | 'on'

export async function readNotificationStatus(): Promise<NotificationStatus> {
  if (!canNotify()) return isApple() ? 'install-first' : 'unsupported'
  const { permission } = Notification
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  // Ask the server, too: it may have no subscription for this session.
  const [subscription, { isOn }] = await Promise.all([findSubscription(), call(readPushStatus, {})])
  return subscription != null && isOn ? 'on' : 'off'
}

/** iPhones and iPads can show notifications, but only in apps on the home screen. */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  // An iPad may identify itself as a Mac, but has a touch screen.
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

function canNotify(): boolean {
  return (
    'PushManager' in window && 'Notification' in window && navigator.serviceWorker !== undefined
  )
}

async function findSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return registration?.pushManager.getSubscription()
}

async function enableNotifications(): Promise<void> {
  // Ask for permission first, because some browsers show the prompt only right after a tap.
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') {
    throw new RefusedError(
      'Your browser blocked notifications. Allow them for Fourball in its settings, then try again.',
    )
  }
  // When the app is opened for the first time, the service worker may still be installing.
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, WORKER_TIMEOUT_MS))
  const registration = await Promise.race([navigator.serviceWorker.ready, timeout])
  if (registration === undefined) throw new RefusedError(SETUP_FAILED)
  const { publicKey: applicationServerKey } = await call(readPushStatus, {})
  // A subscription for another golfer, or with another key, can't be reused.
  await (await findSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey }
  const subscription = await registration.pushManager.subscribe(options).catch((cause: unknown) => {
    throw new RefusedError(SETUP_FAILED, { cause })
  })
  const { endpoint, keys } = subscription.toJSON()
  await call(addPushSubscription, {
    body: { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  })
}

const WORKER_TIMEOUT_MS = 20_000

const SETUP_FAILED =
  "Your browser couldn't set up notifications. Close Fourball, reopen it, and try again."

async function disableNotifications(): Promise<void> {
  await call(endPushSubscription, {})
  await (await findSubscription())?.unsubscribe()
}
