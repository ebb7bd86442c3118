import ChevronRight from 'lucide-react/icons/chevron-right'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { type GroupDetail, isUnpaid } from '../../../contract/groups.ts'
import { readPreferences } from '../../../contract/preferences.ts'
import { pathTo } from '../../lib/paths.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { IconButton } from '../../ui/Button.tsx'
import { onDemand, useDialog } from '../../ui/on-demand.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { isLinkShared, ShareLink, useInviteLinks } from './invite-links/ShareLink.tsx'
import { useDismissed } from './SubscriptionNotices.tsx'

const { InviteDialog } = onDemand(() => import('./members/MemberDialogs.tsx'))

export function SetupChecklist({ group, onPost }: { group: GroupDetail; onPost: () => void }) {
  const { id, slug, setup } = group
  const preferences = useEndpoint(readPreferences, {})
  const [isHidden, hide] = useDismissed(`checklistHidden:${id}`, localStorage)
  const { currentDialog, openerProps, close } = useDialog()
  // Updated only when the invite dialog closes. Otherwise, the first step and its link would disappear right
  // after the golfer copies the link.
  const [isShared, setShared] = useState(() => isLinkShared(id))
  if (setup === null || isHidden) return null
  const texts = preferences.data?.texts
  const hasInvited = setup.invited || isShared
  const hasPosted = setup.posted
  const getsTexts = texts?.status === 'on'
  // If the server sends no texts, this step isn't needed.
  const isTextStepShown = texts?.available !== false && !preferences.isError
  // Hide the list if its only open step is the text step, which may vanish once the preferences have loaded.
  const mayTextStepBeDone = getsTexts || !isTextStepShown || preferences.isPending
  if (hasInvited && hasPosted && mayTextStepBeDone && !currentDialog) return null
  return (
    <section aria-labelledby="setup" className="sheet mt-4 overflow-hidden">
      <div className="flex items-center justify-between gap-2 pt-2 pr-1 pl-4">
        <h2 id="setup" className="font-display text-lg">
          Get Your Group Going
        </h2>
        <IconButton icon={X} label="Hide Checklist" className="text-muted" onClick={hide} />
      </div>
      <ol className="divide-y divide-line">
        <Step
          isDone={hasInvited}
          title="Invite Your Buddies"
          hint="Send them a link, or let them scan its QR code."
          {...openerProps(InviteDialog)}
        >
          {!isUnpaid(group, new Date()) && <NewestInviteLink group={group} />}
        </Step>
        <Step
          isDone={hasPosted}
          title="Post a Tee Time"
          hint="Add one you booked so others can claim its open spots."
          onClick={onPost}
        />
        {isTextStepShown && (
          <Step
            isDone={getsTexts}
            title="Get Texts"
            hint="Get a text when someone claims or gives up a spot in a tee time you posted."
            href={pathTo('groupProfile', { slug })}
          />
        )}
      </ol>
      {currentDialog && (
        <InviteDialog
          title="Invite Your Buddies"
          group={group}
          golferId={group.ownerId}
          onClose={() => {
            close()
            setShared(isLinkShared(id))
          }}
        />
      )}
    </section>
  )
}

function NewestInviteLink({ group }: { readonly group: GroupDetail }) {
  const { links, isLoading } = useInviteLinks(group.id, true)
  const [newestLink] = links.data ?? []
  if (newestLink === undefined && !isLoading) return null
  return (
    <div className="pr-4 pb-3 pl-12.5">
      {newestLink ? (
        <ShareLink
          group={group}
          link={newestLink}
          labels={{ share: 'Share Link', copy: 'Copy Link' }}
        />
      ) : (
        <Loading label="Loading the link" className="space-y-3" blocks={['h-11', 'h-11.5']} />
      )}
    </div>
  )
}

function Step(props: {
  isDone: boolean
  title: string
  hint: string
  onPointerEnter?: () => void
  onClick?: () => void
  href?: string
  children?: ReactNode
}) {
  const { isDone, title, hint, href, children, ...events } = props
  const rowClass = 'flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-left'
  if (isDone) {
    return (
      <li className={rowClass}>
        <CircleCheck role="img" aria-label="Done:" size={22} className="shrink-0 text-fairway" />
        <span className="text-muted">{title}</span>
      </li>
    )
  }
  const tappableClass = `${rowClass} hover:bg-sunken`
  const content = (
    <>
      <Circle size={22} className="shrink-0 text-edge" />
      <span className="min-w-0 flex-1">
        <span className="block leading-snug font-semibold">{title}</span>
        <span className="block text-sm leading-snug text-muted">{hint}</span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-muted" />
    </>
  )
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={tappableClass} {...events}>
          {content}
        </button>
      ) : (
        <Link href={href} className={tappableClass}>
          {content}
        </Link>
      )}
      {children}
    </li>
  )
}
