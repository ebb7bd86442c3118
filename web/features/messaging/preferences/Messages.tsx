import MessageSquareOff from 'lucide-react/icons/message-square-off'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { CONSENT_WORDING } from '../../../../contract/consents.ts'
import { type Preferences, readPreferences } from '../../../../contract/preferences.ts'
import { failureText, LOADING_FAILED } from '../../../lib/api-client.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckField } from '../../../ui/CheckField.tsx'
import { Form } from '../../../ui/Form.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { RowButton } from '../../../ui/RowButton.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { PhoneNotifications } from './PhoneNotifications.tsx'
import {
  describeMessaging,
  describeMuted,
  invalidatePreferences,
  showNumber,
  useChangePreferences,
} from './preferences.ts'

const ChooseMessagesDialog = onDemand(() =>
  import('./ChooseMessagesDialog.tsx').then((part) => part.ChooseMessagesDialog),
)

/** How the golfer gets messages, with ways to change it. */
export function Messages() {
  const preferences = useEndpoint(readPreferences, {})
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => invalidatePreferences, [])
  if (preferences.isPending) return <Skeleton className="h-32 w-full rounded-[0.875rem]" />
  return (
    <section aria-label="Messages" className="sheet divide-y divide-line overflow-hidden">
      <div className="p-4">
        <h2 ref={heading} tabIndex={-1} data-after-dialog className="font-semibold">
          Messages
        </h2>
        {preferences.data ? (
          <State preferences={preferences.data} onGone={() => heading.current?.focus()} />
        ) : (
          <>
            <p className="mt-1 text-muted">{failureText(preferences.error, LOADING_FAILED)}</p>
            <Button className="mt-3" onClick={() => preferences.refetch()}>
              Try Again
            </Button>
          </>
        )}
      </div>
      {preferences.data && <Actions preferences={preferences.data} />}
    </section>
  )
}

interface StateProps {
  readonly preferences: Preferences
  /** Called when the focused element disappears. */
  readonly onGone: () => void
}

function State({ preferences, onGone }: StateProps) {
  const { line, hint, may } = describeMessaging(preferences)
  const { number } = preferences.texts
  const muted = describeMuted(preferences.groups)
  return (
    <>
      <p className="mt-1">{line}</p>
      {hint !== undefined && <p className="mt-1 text-sm text-muted">{hint}</p>}
      {muted !== undefined && <p className="mt-1 text-sm text-muted wrap-anywhere">{muted}</p>}
      {may === 'agree' && number !== null && (
        <TextConsent key={number} number={number} onAgreed={onGone} />
      )}
    </>
  )
}

function Actions({ preferences }: { preferences: Preferences }) {
  const [choosing, setChoosing] = useState(false)
  const { may } = describeMessaging(preferences)
  return (
    <>
      <RowButton
        icon={<SlidersHorizontal aria-hidden size={20} className="shrink-0 text-muted" />}
        onPointerEnter={ChooseMessagesDialog.preload}
        onClick={() => setChoosing(true)}
      >
        Choose Messages
      </RowButton>
      {may === 'end' && <EndTexts />}
      <PhoneNotifications preferences={preferences} />
      {choosing && (
        <ChooseMessagesDialog preferences={preferences} onClose={() => setChoosing(false)} />
      )}
    </>
  )
}

function EndTexts() {
  const end = useChangePreferences({
    failure: {
      title: 'Failed to Switch Off Texts',
      fallback: 'An error occurred while switching off your texts.',
    },
    success: { title: 'Texts Switched Off', description: 'Messages come by email from now on.' },
  })
  return (
    <RowButton
      ref={restoreFocus}
      icon={<MessageSquareOff aria-hidden size={20} className="shrink-0 text-muted" />}
      pending={end.isPending}
      onClick={() => end.mutate({ textConsent: false })}
    >
      {end.isPending ? 'Switching off...' : 'Switch Off Texts'}
    </RowButton>
  )
}

const consentForm = z.object({ agreed: z.literal(true, 'Tick the box to get texts') })

interface TextConsentProps {
  /** The number in E.164 format. */
  readonly number: string
  readonly onAgreed: () => void
}

/** The unchecked box that golfers check to consent to texts. */
function TextConsent({ number, onAgreed }: TextConsentProps) {
  const agree = useChangePreferences({
    failure: {
      title: 'Failed to Switch On Texts',
      fallback: 'An error occurred while saving your consent.',
    },
    success: { title: 'Texts Switched On', description: `They go to ${showNumber(number)}.` },
    onSuccess: onAgreed,
  })
  return (
    <div className="mt-3">
      <Form
        schema={consentForm}
        // Never checked in advance: https://www.law.cornell.edu/cfr/text/47/64.1200
        defaults={{ agreed: false as true }}
        onSubmit={() => agree.mutate({ textConsent: true, textNumber: number })}
        pending={agree.isPending}
        error={agree.error}
        submitLabel={`Get Texts at ${showNumber(number)}`}
        pendingLabel="Saving..."
        submitLook="outline"
      >
        <CheckField name="agreed">{CONSENT_WORDING}</CheckField>
      </Form>
    </div>
  )
}
