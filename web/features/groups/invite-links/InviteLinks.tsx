import Link from 'lucide-react/icons/link'
import { listInviteLinks } from '../../../../contract/invites.ts'
import { INVITE_LINK_DAYS } from '../../../../contract/limits.ts'
import { failureText, LOADING_FAILED } from '../../../lib/api-client.ts'
import { useAnswer } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LinkCard } from './LinkCard.tsx'
import { useCreateLink } from './queries.ts'

/** The links that others can use to ask to join. */
export function InviteLinks({ groupId }: { groupId: number }) {
  const links = useAnswer(listInviteLinks, { params: { id: groupId } })
  const create = useCreateLink(groupId)
  const some = links.data !== undefined && links.data.length > 0
  return (
    <section aria-labelledby="invite-links" className="mt-6 border-t border-line pt-5">
      <h3 id="invite-links" className="font-display text-lg">
        Invite Link
      </h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        Whoever has the link can ask to join; you say yes or no on the Members screen. It works for{' '}
        {INVITE_LINK_DAYS} days.
      </p>
      {links.data === undefined ? (
        links.error ? (
          <div className="space-y-3">
            <p className="text-sm font-medium text-flag">
              {failureText(links.error, LOADING_FAILED)}
            </p>
            <Button look="outline" className="w-full" onClick={() => links.refetch()}>
              Try Again
            </Button>
          </div>
        ) : (
          <Skeleton className="h-11 w-full rounded-[0.625rem]" />
        )
      ) : (
        <>
          {some && (
            <ul className="mb-3 space-y-3">
              {links.data.map((link) => (
                <LinkCard key={link.id} groupId={groupId} link={link} />
              ))}
            </ul>
          )}
          <Button
            look="outline"
            className="w-full"
            pending={create.isPending}
            onClick={() => create.mutate()}
          >
            <Link aria-hidden size={18} />
            {create.isPending ? 'Creating...' : some ? 'Create Another Link' : 'Create Invite Link'}
          </Button>
        </>
      )}
    </section>
  )
}
