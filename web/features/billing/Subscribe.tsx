import type { ComponentProps, ReactNode } from 'react'
import { readSubscription } from '../../../contract/billing.ts'
import { type GroupSummary, isUnpaid, listMyGroups } from '../../../contract/groups.ts'
import { capitalized } from '../../../contract/names.ts'
import type { User } from '../../../contract/sessions.ts'
import { fullDate } from '../../lib/dates.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { pathTo } from '../../lib/paths.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { BackLink, ButtonLink } from '../../ui/Links.tsx'
import { LoadingFailed, Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { ManageButton, UPGRADE } from './SubscriptionCard.tsx'
import { SIDE_BY_SIDE, SubscriptionOffer } from './SubscriptionOffer.tsx'

export function Subscribe(props: {
  slug?: string
  group: GroupSummary | undefined
  user: User | undefined
  /** The query that reads the group. */
  query: ComponentProps<typeof LoadingFailed>['query']
  /** Shown if there is no group to pay for. */
  children?: ReactNode
}) {
  const { group, user, slug = group?.slug, query, children } = props
  const title = group && group.subscriptionStatus !== null ? 'Subscription' : UPGRADE
  usePageTitle(title)
  return (
    <Page
      title={title}
      subtitle={group?.name ?? ''}
      back={
        slug === undefined ? (
          <BackLink href={pathTo('dashboard')}>My Golf</BackLink>
        ) : (
          <BackLink href={pathTo('group', { slug })}>Tee Times</BackLink>
        )
      }
      width="column column-wide"
    >
      {group && user ? (
        <PaymentState group={group} user={user} />
      ) : children ? (
        children
      ) : query.error && !group ? (
        <LoadingFailed title="We couldn't load the subscription" query={query} />
      ) : (
        <Loading
          label="Loading subscription"
          className={SIDE_BY_SIDE}
          blocks={['h-27.5 lg:col-span-2 lg:h-17.5', 'h-65 lg:h-60', 'h-60']}
        />
      )}
    </Page>
  )
}

function PaymentState({ group, user }: { group: GroupSummary; user: User }) {
  const { id, name, slug, ownerName, expiryDate } = group
  const isOwner = group.ownerId === user.id
  const isPaid = group.subscriptionStatus === 'active'
  const renewsForOwner = isPaid && isOwner && group.renews
  if (isOwner && !renewsForOwner && expiryDate !== null) {
    return <SubscriptionOffer key={id} group={{ ...group, expiryDate }} />
  }
  if (isPaid) return <PaidNotice key={id} group={group} renewsForOwner={renewsForOwner} />
  return isOwner ? (
    <NothingToPay title="Free Trial Active" slug={slug}>
      The free trial for {name} has no end date, so there's nothing to pay. If that changes, you can
      upgrade here.
    </NothingToPay>
  ) : (
    <NothingToPay title="Only the owner can subscribe" slug={slug}>
      {capitalized(ownerName)} owns {name} and can pay for the group.
    </NothingToPay>
  )
}

/** @param renewsForOwner whether the subscription renews and the golfer owns the group */
function PaidNotice({ group, renewsForOwner }: { group: GroupSummary; renewsForOwner: boolean }) {
  const { id, name, slug, expiryDate, timeZone } = group
  const subscription = useEndpoint(
    readSubscription,
    { params: { id } },
    { enabled: renewsForOwner },
  )
  const data = renewsForOwner ? subscription.data : undefined
  return (
    <NothingToPay
      title="Active Subscription"
      slug={slug}
      action={data?.canManage && <ManageButton groupId={id} />}
    >
      {name} is paid for{expiryDate && ` until ${fullDate(expiryDate, timeZone)}`}
      {data?.nextPaymentAt && ', the date of the next payment'}. You don't need to do anything.
    </NothingToPay>
  )
}

function NothingToPay({ slug, action, ...rest }: ComponentProps<typeof Notice> & { slug: string }) {
  return (
    <Notice
      {...rest}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {action}
          <ButtonLink href={pathTo('group', { slug })}>Go to Tee Times</ButtonLink>
        </div>
      }
    />
  )
}

/** The subscribe screen without a group in the URL. Shows the group that {@link findGroupToPayFor} picks. */
export function SubscribeScreen({ user }: { user: User | undefined }) {
  const groups = useEndpoint(listMyGroups, {})
  const now = new Date()
  const group = groups.data && user && findGroupToPayFor(groups.data, user.id, now)
  return (
    <Subscribe group={group} user={user} query={groups}>
      {groups.data && user && (
        <NoTrialGroup endedGroups={endedGroupsOf(groups.data, user.id, now)} />
      )}
    </Subscribe>
  )
}

/**
 * Returns the first group that the golfer owns and that is on trial or has a failed payment. If there is
 * none, returns their first paid group that doesn't renew. Skips inactive, unpaid and free groups.
 */
export function findGroupToPayFor(groups: readonly GroupSummary[], golferId: number, now: Date) {
  const runningGroups = payableGroupsOf(groups, golferId).filter((group) => !isUnpaid(group, now))
  return (
    runningGroups.find(({ subscriptionStatus }) => subscriptionStatus !== 'active') ??
    runningGroups[0]
  )
}

export function endedGroupsOf(groups: readonly GroupSummary[], golferId: number, now: Date) {
  return payableGroupsOf(groups, golferId).filter((group) => isUnpaid(group, now))
}

function payableGroupsOf(groups: readonly GroupSummary[], golferId: number) {
  return groups.filter(
    ({ ownerId, isActive, expiryDate, subscriptionStatus, renews }) =>
      ownerId === golferId &&
      isActive &&
      expiryDate !== null &&
      !(renews && subscriptionStatus === 'active'),
  )
}

function NoTrialGroup({ endedGroups }: { endedGroups: readonly GroupSummary[] }) {
  return (
    <Notice
      title="No Trial Group Found"
      action={
        <div className="flex flex-col items-center gap-3">
          {endedGroups.map(({ id, slug, name }) => (
            <ButtonLink
              key={id}
              href={pathTo('groupSubscribe', { slug })}
              className="wrap-anywhere"
            >
              Subscribe for {name}
            </ButtonLink>
          ))}
          <ButtonLink
            href={pathTo('dashboard')}
            look={endedGroups.length === 0 ? 'primary' : 'outline'}
          >
            Go to My Golf
          </ButtonLink>
        </div>
      }
    >
      <p>No trial groups found that need upgrading.</p>
      {endedGroups.length > 0 && (
        <p className="mt-2">
          {endedGroups.length === 1 ? 'This group is' : 'These groups are'} paused. Subscribe to
          resume:
        </p>
      )}
    </Notice>
  )
}
