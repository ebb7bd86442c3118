import Crown from 'lucide-react/icons/crown'
import type { ReactNode } from 'react'
import { type Member, membersBySlug, roleLabel } from '../../../contract/members.ts'
import { failureText, LOADING_FAILED } from '../../shell/api-client.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { useAnswer } from '../../shell/query-client.ts'
import { Avatar, type Tone } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const TONES: readonly Tone[] = ['primary', 'secondary', 'accent', 'grey']

interface MembersProps {
  readonly slug: string
  readonly golferId: number | undefined
  /** The owner's way to the group's settings. */
  readonly settings?: ReactNode
}

/** Who belongs to the group. */
export function Members({ slug, golferId, settings }: MembersProps) {
  usePageTitle('Group Members')
  const members = useAnswer(membersBySlug, { params: { slug } })
  const count = members.data?.length
  return (
    <>
      <header className="turf pt-[max(1.25rem,env(safe-area-inset-top))] pb-5">
        <div className="column flex items-center justify-between gap-3">
          <div>
            <h1 className="font-display text-[1.625rem] leading-9">Group Members</h1>
            <p className="text-on-turf-muted">
              {count === undefined ? '\u00a0' : `${count} ${count === 1 ? 'member' : 'members'}`}
            </p>
          </div>
          {settings}
        </div>
      </header>
      <main className="column py-5">
        {members.data ? (
          <ul className="sheet divide-y divide-line">
            {members.data.map((member, index) => (
              <MemberRow
                key={member.id}
                member={member}
                tone={TONES[index % TONES.length] ?? 'grey'}
                isMe={member.id === golferId}
              />
            ))}
          </ul>
        ) : members.error ? (
          <Notice
            title="The members can't be shown"
            action={<Button onClick={() => members.refetch()}>Try Again</Button>}
          >
            {failureText(members.error, LOADING_FAILED)}
          </Notice>
        ) : (
          <MemberSkeletons />
        )}
      </main>
    </>
  )
}

interface MemberRowProps {
  readonly member: Member
  readonly tone: Tone
  readonly isMe: boolean
}

function MemberRow({ member, tone, isMe }: MemberRowProps) {
  return (
    <li className="flex min-h-18 items-start gap-3 p-4">
      <Avatar name={member.name} tone={tone} />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 max-[24rem]:basis-full">
          <p className="flex flex-wrap items-center gap-x-2 leading-snug font-semibold">
            <span className="min-w-0 wrap-anywhere">{member.name}</span>
            {member.isOwner && (
              <Crown role="img" aria-label="Group owner" size={16} className="text-sand" />
            )}
            {isMe && <span className="chip bg-sand-soft px-2! py-0! text-xs!">You</span>}
          </p>
          <p className="text-sm text-muted wrap-anywhere">{member.email}</p>
        </div>
        <div className="flex flex-col gap-x-2 text-right text-sm max-[24rem]:flex-row">
          <p className="font-semibold">{roleLabel(member)}</p>
          <p className="text-muted">Active</p>
        </div>
      </div>
    </li>
  )
}

function MemberSkeletons() {
  return (
    <div aria-busy className="sheet divide-y divide-line">
      <p className="sr-only">Loading the members</p>
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <div key={row} className="flex min-h-18 items-center gap-3 p-4">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3.5 w-44 max-w-full" />
          </div>
          <Skeleton className="h-4 w-14" />
        </div>
      ))}
    </div>
  )
}
