import Check from 'lucide-react/icons/check'
import { ALERT_KIND_LABELS, alertKind } from '../../../../contract/alerts.ts'
import { readUnsubscribe, unsubscribe } from '../../../../contract/preferences.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { putResponse, useEndpoint } from '../../../lib/query-client.ts'
import { ActionButton } from '../../../ui/Button.tsx'
import { ButtonLink } from '../../../ui/Links.tsx'
import { LoadingFailed, NoticeScreen } from '../../../ui/Notice.tsx'
import { SheetPage } from '../../../ui/SheetPage.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'

export function Unsubscribe({ token, kind: kindInUrl }: { token: string; kind: string }) {
  usePageTitle('Fewer Messages')
  const { data: kind } = alertKind.safeParse(kindInUrl)
  const params = { token, kind: kindInUrl }
  const query = useEndpoint(readUnsubscribe, { params }, { enabled: kind !== undefined })
  const turnOff = useAction({
    run: () => call(unsubscribe, { params }),
    failure: { title: 'Failed to Turn Off Messages', doing: 'turning off these messages' },
    onSuccess: (answer) => putResponse(readUnsubscribe, { params }, answer),
  })
  const isInvalidLink = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  if (kind === undefined || isInvalidLink) {
    return (
      <NoticeScreen
        title="This link doesn't work"
        action={<ButtonLink href={pathTo('profile')}>Go to My Profile</ButtonLink>}
      >
        Open it again from the email, or turn messages off under "Choose Messages" on your profile.
      </NoticeScreen>
    )
  }
  if (!query.data && query.error) {
    return <LoadingFailed isScreen title="We couldn't open the link" query={query} />
  }
  return (
    <SheetPage heading="Fewer Messages" intro="You decide which messages you get.">
      <p className="text-sm text-muted">This kind of message</p>
      <h2 className="mt-1 font-display text-xl leading-snug">{ALERT_KIND_LABELS[kind]}</h2>
      {query.data === undefined ? (
        <Loading className="mt-4 space-y-4" blocks={['h-12', 'h-11']} />
      ) : query.data.channel === 'off' ? (
        <div role="status">
          <p className="mt-4 flex gap-2 font-semibold">
            <Check size={22} className="shrink-0 text-fairway" />
            These are off.
          </p>
          <p className="mt-2">
            Changed your mind? Turn them back on under "Choose Messages" on your profile.
          </p>
          <ButtonLink href={pathTo('profile')} look="outline" className="mt-5 w-full">
            Go to My Profile
          </ButtonLink>
        </div>
      ) : (
        <>
          <p className="mt-4">
            Stop getting these messages by email, text, and notification? All other messages stay
            on.
          </p>
          <ActionButton
            className="mt-5 w-full"
            action={turnOff}
            label="Turn Off"
            pendingLabel="Turning off..."
          />
        </>
      )}
    </SheetPage>
  )
}
