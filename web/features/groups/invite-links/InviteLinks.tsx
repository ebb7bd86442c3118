import Link from 'lucide-react/icons/link'
import type { GroupDetail } from '../../../../contract/groups.ts'
import { INVITE_LINK_DAYS } from '../../../../contract/limits.ts'
import { failureText, LOADING_FAILED } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LinkCard } from './LinkCard.tsx'
import { useInviteLinks } from './use-invite-links.ts'

/** The newest invite link, ready to share, with the others behind one line. Creates a link if there is none. */
export function InviteLinks({ group }: { group: GroupDetail }) {
  const { links, creation } = useInviteLinks(group.id)
  const { mutate, isPending, isIdle, variables } = creation
  const [newest, ...others] = links.data ?? []
  const createButton = (look: 'primary' | 'quiet', label: string) => (
    <Button
      look={look}
      className="w-full"
      pending={isPending}
      onClick={() => mutate({ byHand: true })}
    >
      <Link aria-hidden size={18} />
      {isPending ? 'Creating...' : label}
    </Button>
  )
  return (
    <section aria-labelledby="invite-links">
      <h3
        id="invite-links"
        tabIndex={-1}
        // Not the first field, which would open the phone's keyboard over the link.
        data-autofocus
        className="font-display text-lg"
      >
        Invite Link
      </h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        {newest?.joinsAtOnce
          ? 'Anyone with the link can join right away.'
          : 'Anyone with the link can ask to join. You approve requests on the Members tab.'}{' '}
        It works for {INVITE_LINK_DAYS} days.
      </p>
      {newest ? (
        <>
          <LinkCard key={newest.id} group={group} link={newest} isMain />
          {others.length > 0 && (
            <Disclosure title="Other links" now={others.length}>
              <ul className="space-y-3">
                {others.map((link) => (
                  <li key={link.id}>
                    <LinkCard group={group} link={link} />
                  </li>
                ))}
              </ul>
            </Disclosure>
          )}
          {createButton('quiet', 'Create Another Link')}
        </>
      ) : links.data === undefined && links.error ? (
        <div className="space-y-3">
          <p className="text-sm font-medium text-flag">
            {failureText(links.error, LOADING_FAILED)}
          </p>
          <Button look="outline" className="w-full" onClick={() => links.refetch()}>
            Try Again
          </Button>
        </div>
      ) : links.data === undefined || isIdle || (isPending && !variables.byHand) ? (
        <div aria-busy>
          <p className="sr-only">Loading the link</p>
          <Skeleton className="h-11 w-full rounded-[0.625rem]" />
          <Skeleton className="mx-auto mt-3 aspect-square w-full max-w-60 rounded-[0.625rem]" />
        </div>
      ) : (
        createButton('primary', 'Create Invite Link')
      )}
    </section>
  )
}
