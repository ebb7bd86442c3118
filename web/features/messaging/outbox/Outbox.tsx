import House from 'lucide-react/icons/house'
import { Link } from 'wouter'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useAddressQuery } from '../../../lib/paged-list.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useSessionId } from '../../../lib/session.ts'
import { BackLink } from '../../../ui/Links.tsx'
import { NotFound } from '../../groups/GroupUnavailable.tsx'
import { LoginHere } from '../../identity/Guard.tsx'
import { OutboxMails } from './OutboxMails.tsx'
import { OutboxPhones } from './OutboxPhones.tsx'
import { isRefused, usePhones } from './queries.ts'

const TABS = ['Texts', 'Emails'] as const

const INTRO = {
  Texts: 'Simulated phones. Replies work like real texts.',
  Emails: 'Emails as recipients see them.',
} as const

export function Outbox() {
  const session = useSessionId()
  // Remount for each session, because the session decides whose messages are shown.
  return <MyOutbox key={session ?? 'nobody'} />
}

function MyOutbox() {
  usePageTitle('Outbox')
  const phones = usePhones()
  const { urlQuery } = useAddressQuery()
  if (isRefused(phones.error, 401)) return <LoginHere />
  if (isRefused(phones.error, 404)) return <NotFound />
  const tab = TABS.find((one) => one.toLowerCase() === urlQuery.get('show')) ?? 'Texts'
  return (
    <div className="flex min-h-dvh flex-col">
      <header>
        <div className="turf pt-[max(0.5rem,env(safe-area-inset-top))] pb-4">
          <div className="wide">
            <BackLink href={pathTo('landing')}>Fourball</BackLink>
          </div>
          <div className="wide flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h1 className="font-display text-[1.625rem] leading-9">Outbox</h1>
              <p className="text-on-turf-muted">{INTRO[tab]}</p>
            </div>
            <nav aria-label="Kinds of messages" className="flex rounded-xl bg-turf p-1">
              {TABS.map((one) => (
                <Link
                  key={one}
                  href={
                    one === 'Texts'
                      ? pathTo('outbox')
                      : `${pathTo('outbox')}?show=${one.toLowerCase()}`
                  }
                  aria-current={one === tab ? 'page' : undefined}
                  className="flex min-h-11 items-center justify-center rounded-lg px-4 font-semibold text-on-turf-muted hover:text-on-turf aria-[current]:bg-on-turf aria-[current]:text-turf"
                >
                  {one}
                </Link>
              ))}
            </nav>
          </div>
        </div>
        <p className="bg-sand-soft py-2 text-sm font-semibold">
          {/* Invisible until loaded, so that it doesn't flash on a server without an outbox. */}
          <span className={`wide flex items-center gap-2 ${phones.data ? '' : 'invisible'}`}>
            <House aria-hidden size={16} className="shrink-0 text-sand" />
            Local mode: nothing here leaves this machine
          </span>
        </p>
      </header>
      <main className="flex min-h-0 flex-1 flex-col">
        {tab === 'Texts' ? (
          <OutboxPhones query={phones} />
        ) : (
          <OutboxMails isOpen={phones.data?.isOpen} />
        )}
      </main>
    </div>
  )
}
