import { useQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import { alertKind } from '../../../../contract/alerts.ts'
import {
  changePreferences,
  type Preferences,
  readPreferences,
} from '../../../../contract/preferences.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'
import { RowButton } from '../../../ui/Rows.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'
import {
  canNotify,
  disableNotifications,
  enableNotifications,
  type NotificationStatus,
  readNotificationStatus,
} from './this-phone.ts'

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
  if (status.data === 'off') return <SwitchOn preferences={preferences} />
  if (status.data === 'on') return <SwitchOff />
  return null
}

/** Refetches what a switch changes: this phone's status and the number of phones. */
function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: KEY })
  void queryClient.invalidateQueries({ queryKey: keyOf(readPreferences, {}) })
}

function SwitchOn({ preferences }: { preferences: Preferences }) {
  const action = useAction({
    run: async () => {
      await enableNotifications()
      await choosePush(preferences)
    },
    failure: {
      title: 'Failed to Switch On Notifications',
      fallback: 'An error occurred while switching on your notifications.',
    },
    success: { title: 'Notifications Switched On', description: 'They come to this phone.' },
    onSuccess: readAgain,
    onError: readAgain,
  })
  return (
    <RowButton
      ref={restoreFocus}
      icon={<Bell aria-hidden size={20} className="shrink-0 text-muted" />}
      pending={action.isPending}
      onClick={() => action.mutate()}
    >
      {action.isPending ? 'Switching on...' : 'Notify Me on This Phone'}
    </RowButton>
  )
}

/** Switches all kinds sent by text to push if the golfer gets no texts. Otherwise the golfer decides. */
async function choosePush({ texts, channels }: Preferences): Promise<void> {
  if (texts.status === 'on') return
  const kinds = alertKind.options.filter((kind) => channels[kind] === 'text')
  if (kinds.length === 0) return
  const change = Object.fromEntries(kinds.map((kind) => [kind, 'push' as const]))
  await call(changePreferences, { body: { channels: change } })
}

function SwitchOff() {
  const action = useAction({
    run: disableNotifications,
    failure: {
      title: 'Failed to Switch Off Notifications',
      fallback: 'An error occurred while switching off your notifications.',
    },
    success: {
      title: 'Notifications Switched Off',
      description: 'This phone shows none from now on.',
    },
    onSuccess: readAgain,
    onError: readAgain,
  })
  return (
    <RowButton
      ref={restoreFocus}
      icon={<BellOff aria-hidden size={20} className="shrink-0 text-muted" />}
      pending={action.isPending}
      onClick={() => action.mutate()}
    >
      {action.isPending ? 'Switching off...' : 'Switch Off Notifications on This Phone'}
    </RowButton>
  )
}
