import Info from 'lucide-react/icons/info'
import Pause from 'lucide-react/icons/pause'
import Settings from 'lucide-react/icons/settings'
import UserPlus from 'lucide-react/icons/user-plus'
import { isUnpaid, readGroup, runsGroup } from '../../../../contract/groups.ts'
import { listJoinRequests } from '../../../../contract/invites.ts'
import { canManageMember, listMembersBySlug } from '../../../../contract/members.ts'
import type { User } from '../../../../contract/sessions.ts'
import { plural } from '../../../lib/counts.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { BackLink, ButtonLink } from '../../../ui/Links.tsx'
import { LoadingFailed, Notice } from '../../../ui/Notice.tsx'
import { onDemand, useDialog } from '../../../ui/on-demand.tsx'
import { Page } from '../../../ui/Page.tsx'
import { LinkRow, RowButton } from '../../../ui/Rows.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'
import { Loading } from '../../../ui/Skeleton.tsx'
import { JoinRequests } from '../invite-links/JoinRequests.tsx'
import { describePause, PAUSE_NOTICE_ID } from '../SubscriptionNotices.tsx'
import { InvitedRow, MemberRow } from './MemberRows.tsx'

const { InviteDialog, LeaveDialog } = onDemand(() => import('./MemberDialogs.tsx'))
const { GroupSettingsDialog } = onDemand(() => import('../GroupSettingsDialog.tsx'))

export function Members({ slug, user }: { slug: string; user: User | undefined }) {
  usePageTitle('Group Members')
  const { data: group, isPending } = useEndpoint(readGroup, { params: { slug } })
  const mayAdd = group !== undefined && runsGroup(group.role)
  const params = { id: group?.id ?? 0 }
  const { isFetched } = useEndpoint(listJoinRequests, { params }, { enabled: mayAdd })
  const isWaiting = isPending || (mayAdd && !isFetched)
  const members = useEndpoint(listMembersBySlug, { params: { slug } })
  const { currentDialog, openerProps, close } = useDialog()
  const activeMembers = members.data?.filter((row) => row.status === 'active')
  const invitedMembers = members.data?.filter((row) => row.status === 'invited') ?? []
  const invitedCount = invitedMembers.length > 0 ? `, ${invitedMembers.length} invited` : ''
  const golferId = user?.id
  const isOwner = group?.role === 'owner'
  const isPaused = mayAdd && isUnpaid(group, new Date())

  return (
    <>
      <Page
        title="Group Members"
        isTitleFocusable
        subtitle={activeMembers ? plural(activeMembers.length, 'member') + invitedCount : ''}
        back={<BackLink href={pathTo('group', { slug })}>{group?.name ?? 'Tee Times'}</BackLink>}
        headerAction={
          <div className="-mr-2 flex shrink-0 items-center gap-1">
            {isOwner && (
              <IconButton
                ref={restoreFocus}
                icon={Settings}
                iconSize={22}
                label="Group Settings"
                {...openerProps(GroupSettingsDialog)}
              />
            )}
            {mayAdd && (
              <Button
                className={
                  isPaused
                    ? 'mr-2 border border-dashed border-on-turf-muted bg-transparent! text-on-turf-muted!'
                    : 'mr-2 bg-on-turf! text-turf!'
                }
                aria-describedby={isPaused ? PAUSE_NOTICE_ID : undefined}
                {...openerProps(InviteDialog)}
              >
                {isPaused ? <Pause size={18} /> : <UserPlus size={18} />}
                Invite
              </Button>
            )}
          </div>
        }
        width="column column-wide"
      >
        {activeMembers && !isWaiting ? (
          <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-x-6">
            <div>
              {isPaused && (
                <div className="sheet mb-5 flex flex-wrap items-center gap-3 bg-sand-soft px-4 py-3">
                  <p id={PAUSE_NOTICE_ID} className="flex-1 basis-48 text-sm wrap-anywhere">
                    {describePause(group, golferId, 'Invitations and approvals are paused')}
                  </p>
                  {isOwner && (
                    <ButtonLink href={pathTo('groupSubscribe', { slug: group.slug })}>
                      Subscribe
                    </ButtonLink>
                  )}
                </div>
              )}
              {mayAdd && <JoinRequests group={group} />}
              <ul className="sheet divide-y divide-line">
                {activeMembers.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    isMe={member.id === golferId}
                    group={group}
                    canManage={canManageMember({ golferId, isOwner }, member)}
                  />
                ))}
                {group &&
                  invitedMembers.map((row) => (
                    <InvitedRow key={`invited-${row.invitationId}`} member={row} group={group} />
                  ))}
              </ul>
              {invitedMembers.length === 0 && activeMembers.every(({ id }) => id === golferId) && (
                <Notice
                  title="No Members Yet"
                  action={
                    mayAdd && <Button {...openerProps(InviteDialog)}>Invite First Member</Button>
                  }
                >
                  Golf is better with buddies. Add them by email, or send them an invite link.
                </Notice>
              )}
            </div>
            <div>
              <div className="sheet divide-y divide-line overflow-hidden max-lg:mt-4">
                <LinkRow href={pathTo('groupSeason', { slug })} title="Season">
                  Rounds by golfer, course, and month
                </LinkRow>
                {group && !isOwner && (
                  <RowButton icon={Info} {...openerProps(GroupSettingsDialog)}>
                    About This Group
                  </RowButton>
                )}
              </div>
              {group && (group.role === 'admin' || group.role === 'member') && (
                <p className="mt-6 text-center">
                  <Button look="danger-quiet" {...openerProps(LeaveDialog)}>
                    Leave Group
                  </Button>
                </p>
              )}
            </div>
          </div>
        ) : members.error ? (
          <LoadingFailed title="We couldn't load the members" query={members} />
        ) : (
          <Loading
            label="Loading members"
            className="space-y-2 lg:mr-86"
            blocks={Array.from({ length: 6 }, () => 'h-19')}
          />
        )}
      </Page>
      {group && golferId !== undefined && currentDialog === InviteDialog && (
        <InviteDialog title="Add Member" group={group} golferId={golferId} onClose={close} />
      )}
      {group && currentDialog === LeaveDialog && <LeaveDialog group={group} onClose={close} />}
      {/* If the golfer loses ownership, this stays open and says that only the owner can change settings. */}
      {group && currentDialog === GroupSettingsDialog && (
        <GroupSettingsDialog group={group} onClose={close} />
      )}
    </>
  )
}
