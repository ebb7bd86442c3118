import CreditCard from 'lucide-react/icons/credit-card'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { readSandboxPortal, type TestCard, testCard } from '../../../../contract/sandbox.ts'
import { formatMoney } from '../../../lib/counts.ts'
import { fullDate } from '../../../lib/dates.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { SelectField } from '../../../ui/Fields.tsx'
import { Form } from '../../../ui/Form.tsx'
import { BackLink } from '../../../ui/Links.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { groupDigits, TEST_CARDS } from '../test-cards.ts'
import { PageUnavailable, returnAddressOf, TestModeBar } from './SandboxParts.tsx'
import {
  describeStatus,
  type SandboxPortal,
  Subscription,
  usePortalChange,
} from './Subscription.tsx'

export function Portal({ id }: { id: string }) {
  usePageTitle('Card and Invoices')
  const portal = useEndpoint(readSandboxPortal, { params: { id } })
  const content = portal.data
  if (content === undefined && portal.error) return <PageUnavailable query={portal} />
  return (
    <>
      <TestModeBar />
      <Page
        title="Card and Invoices"
        subtitle={content?.email ?? ''}
        width="column column-wide"
        back={
          content && (
            <BackLink href={returnAddressOf(content.returnUrl)} reload>
              Back to Fourball
            </BackLink>
          )
        }
      >
        {content === undefined ? (
          <Loading label="Loading card and invoices" blocks={['h-40', 'h-28']} />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Section
              title="Subscriptions"
              emptyText={content.subscriptions.length === 0 && 'No subscriptions yet.'}
            >
              <ul className="space-y-4">
                {content.subscriptions.map((subscription) => (
                  <Subscription key={subscription.id} portalId={id} subscription={subscription} />
                ))}
              </ul>
            </Section>
            <div className="space-y-6">
              <Section title="Card">
                <CardOnFile key={content.card} portalId={id} card={content.card} />
              </Section>
              <Section
                title="Invoices"
                emptyText={content.invoices.length === 0 && 'No invoices yet.'}
              >
                <Invoices invoices={content.invoices} />
              </Section>
            </div>
          </div>
        )}
      </Page>
    </>
  )
}

/** @param props.emptyText shown instead of the children; set only if there are none */
function Section(props: { title: string; emptyText?: string | false; children: ReactNode }) {
  const { title, emptyText, children } = props
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-display text-xl">{title}</h2>
      {emptyText ? <p className="sheet p-4 text-muted">{emptyText}</p> : children}
    </section>
  )
}

function Invoices({ invoices }: { invoices: SandboxPortal['invoices'] }) {
  return (
    <ul className="sheet divide-y divide-line">
      {invoices.map(({ id, createdAt, amount, status }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3"
        >
          <time dateTime={createdAt}>{fullDate(createdAt)}</time>
          <span className="flex gap-3">
            <span className="text-muted">{describeStatus(status)}</span>
            <span className="font-semibold">{formatMoney(amount)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function CardOnFile({ portalId, card }: { portalId: string; card: TestCard | null }) {
  const change = usePortalChange(portalId)
  const number = TEST_CARDS.find((known) => known.card === card)?.number
  return (
    <div className="sheet space-y-4 p-4">
      <p className="flex items-center gap-3 font-semibold">
        <CreditCard size={22} className="shrink-0 text-fairway" />
        {number === undefined ? 'No card yet' : `Test card ending in ${number.slice(-4)}`}
      </p>
      <Form
        schema={z.object({ card: testCard })}
        defaults={{ card: card ?? 'pm_card_visa' }}
        onSubmit={(picked) => change.mutate({ action: 'card', ...picked })}
        action={change}
        submitLabel={card ? 'Change Card' : 'Add Card'}
        submitLook="outline"
        pendingLabel="Changing..."
      >
        <SelectField name="card" label="New Test Card">
          {TEST_CARDS.map((known) => (
            <option key={known.card} value={known.card}>
              {groupDigits(known.number)}: {known.effect}
            </option>
          ))}
        </SelectField>
      </Form>
    </div>
  )
}
