import ChevronLeft from 'lucide-react/icons/chevron-left'
import House from 'lucide-react/icons/house'
import { Link } from 'wouter'
import {
  listOutbox,
  listOutboxPhones,
  MAX_LISTED_OUTBOX_MESSAGES,
  type OutboxMessage,
  readOutboxMail,
} from '../../../../contract/messages.ts'
import { ApiError, addressOf } from '../../../lib/api-client.ts'
import { fullMoment } from '../../../lib/dates.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useAddressQuery } from '../../../lib/paged-list.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { useSessionId } from '../../../lib/session.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { BackLink, ButtonLink, LinkTabs } from '../../../ui/Links.tsx'
import { LoadingFailed, Notice } from '../../../ui/Notice.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { NotFound } from '../../groups/GroupUnavailable.tsx'
import { LoginHere } from '../../identity/Guard.tsx'
import { OutboxPhones } from './OutboxPhones.tsx'

const TEXTS_TAB = {
  name: 'Texts',
  href: pathTo('outbox'),
  intro: 'Simulated phones. Replies work like real texts.',
}
const EMAILS_TAB = {
  name: 'Emails',
  href: mailsPath(null),
  intro: 'Emails as recipients see them.',
}

export function Outbox() {
  const session = useSessionId()
  // Remount for each session, because the session decides whose messages are shown.
  return <MyOutbox key={session ?? 'nobody'} />
}

function MyOutbox() {
  usePageTitle('Outbox')
  const phones = useEndpoint(listOutboxPhones, {}, pollEvery(1_500))
  const { urlQuery } = useAddressQuery()
  if (phones.error instanceof ApiError && phones.error.status === 401) return <LoginHere />
  if (phones.error instanceof ApiError && phones.error.status === 404) return <NotFound />
  const tab = urlQuery.get('show') === 'emails' ? EMAILS_TAB : TEXTS_TAB
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
              <p className="text-on-turf-muted">{tab.intro}</p>
            </div>
            <LinkTabs
              label="Kinds of messages"
              tabs={[TEXTS_TAB, EMAILS_TAB]}
              current={tab.name}
              onTurf
            />
          </div>
        </div>
        <p
          hidden={phones.error !== null && !phones.data}
          className="bg-sand-soft py-2 text-sm font-semibold"
        >
          {/* Invisible until `phones` has loaded, so that it doesn't flash on a server without an outbox. */}
          <span className={`wide flex items-center gap-2 ${phones.data ? '' : 'invisible'}`}>
            <House size={16} className="shrink-0 text-sand" />
            Local mode: nothing here leaves this machine
          </span>
        </p>
      </header>
      <main className="flex min-h-0 flex-1 flex-col">
        {tab === TEXTS_TAB ? <OutboxPhones query={phones} /> : <Mails />}
      </main>
    </div>
  )
}

/**
 * Returns the options of a query that polls until the response is 401 (the visitor must sign in) or 404 (the
 * server has no outbox).
 */
const pollEvery = (milliseconds: number) => ({
  staleTime: 0,
  refetchInterval: ({ state: { error } }: { state: { error: Error | null } }) =>
    error instanceof ApiError && [401, 404].includes(error.status) ? false : milliseconds,
})

function mailsPath(before: string | null, mail?: number): string {
  const query = new URLSearchParams({ show: 'emails' })
  if (before !== null) query.set('before', before)
  if (mail !== undefined) query.set('mail', String(mail))
  return `${pathTo('outbox')}?${query}`
}

function Mails() {
  const { urlQuery } = useAddressQuery()
  const before = urlQuery.get('before')
  const query = { channel: 'email', ...(before !== null && { before }) } as const
  const list = useEndpoint(listOutbox, { query }, pollEvery(3_000))
  const mails = list.data
  if (mails === undefined) {
    if (list.error) return <LoadingFailed title="We couldn't load the emails" query={list} />
    return <Loading label="Loading emails" className="wide py-4" blocks={['h-96 md:w-88']} />
  }
  if (mails.length === 0 && before === null) {
    return <Notice title="No Emails Yet">Sent emails show up here.</Notice>
  }
  const selectedMail = mails.find(({ id }) => String(id) === urlQuery.get('mail'))
  const oldestMail = mails.at(-1)
  return (
    <div className="wide grid flex-1 items-start gap-4 py-4 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div className={selectedMail ? 'hidden md:block' : ''}>
        <ul aria-label="Emails" className="sheet divide-y divide-line overflow-hidden">
          {mails.map((mail) => (
            <li key={mail.id}>
              <Link
                href={mailsPath(before, mail.id)}
                aria-current={mail === selectedMail || undefined}
                className="block px-4 py-3 -outline-offset-3 hover:bg-sunken aria-[current]:bg-sunken"
              >
                <span className="block leading-snug font-semibold wrap-anywhere">
                  {mail.subject}
                </span>
                <span className="block text-sm text-muted wrap-anywhere">{mail.to}</span>
                <time dateTime={mail.createdAt} className="block text-sm text-muted">
                  {fullMoment(mail.createdAt)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
        <p className="flex flex-wrap justify-between gap-2 pt-3 empty:hidden">
          {before !== null && (
            <ButtonLink href={mailsPath(null)} look="outline">
              Newest
            </ButtonLink>
          )}
          {oldestMail !== undefined && mails.length === MAX_LISTED_OUTBOX_MESSAGES && (
            <ButtonLink href={mailsPath(String(oldestMail.id))} look="outline" className="ml-auto">
              Older
            </ButtonLink>
          )}
        </p>
      </div>
      {selectedMail ? (
        <Mail mail={selectedMail} back={mailsPath(before)} />
      ) : (
        <div className="hidden md:block">
          <Notice title="Nothing Selected">Choose an email to see it as the recipient does.</Notice>
        </div>
      )}
    </div>
  )
}

function Mail({ mail, back }: { mail: OutboxMessage; back: string }) {
  // Whether the iframe, which has no session, can read the outbox. Undefined while loading.
  const isOpen = useEndpoint(listOutboxPhones, {}).data?.isOpen
  const showsHtml = mail.html !== undefined && isOpen !== false
  return (
    <article aria-label={mail.subject ?? ''} className="sheet overflow-hidden md:sticky md:top-4">
      <div className="border-b border-line px-4 py-3">
        <Link
          href={back}
          className="-ml-2 inline-flex min-h-11 items-center gap-1 pr-2 font-semibold text-fairway md:hidden"
        >
          <ChevronLeft size={22} />
          All Emails
        </Link>
        <h2 className="font-display text-xl leading-snug wrap-anywhere">{mail.subject}</h2>
        <p className="text-sm text-muted wrap-anywhere">
          To {mail.to}, <time dateTime={mail.createdAt}>{fullMoment(mail.createdAt)}</time>
        </p>
      </div>
      {!showsHtml ? (
        <p className="p-4 whitespace-pre-line wrap-anywhere">{mail.body}</p>
      ) : isOpen === undefined ? (
        <div className="h-[min(44rem,66dvh)]" />
      ) : (
        <>
          <iframe
            key={mail.id}
            title={`Email: ${mail.subject}`}
            // Blocks the email's scripts, but lets its links open new windows.
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src={addressOf(readOutboxMail, { params: { id: String(mail.id) } })}
            className="block h-[min(44rem,66dvh)] w-full bg-white"
          />
          <div className="border-t border-line px-4">
            <Disclosure title="As plain text">
              <p className="whitespace-pre-line wrap-anywhere">{mail.body}</p>
            </Disclosure>
          </div>
        </>
      )}
    </article>
  )
}
