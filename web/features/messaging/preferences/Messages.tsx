import Mail from 'lucide-react/icons/mail'
import MessageSquareOff from 'lucide-react/icons/message-square-off'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import {
  CONSENT_WORDING,
  type Preferences,
  readPreferences,
} from '../../../../contract/preferences.ts'
import { forgotPassword } from '../../../../contract/welcome.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { formatPhone } from '../../../lib/phone-numbers.ts'
import { useCurrentUser, useEndpoint } from '../../../lib/query-client.ts'
import { CheckField } from '../../../ui/Fields.tsx'
import { Form } from '../../../ui/Form.tsx'
import { onDemand, useDialog } from '../../../ui/on-demand.tsx'
import { RowButton } from '../../../ui/Rows.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'
import { SettingsCard } from '../../../ui/SettingsCard.tsx'
import { PhoneNotifications } from './PhoneNotifications.tsx'
import {
  describeMessaging,
  describeMutedGroups,
  refetchPreferences,
  useChangePreferences,
} from './preferences.ts'

const { ChooseMessagesDialog } = onDemand(() => import('./ChooseMessagesDialog.tsx'))

export function Messages() {
  const query = useEndpoint(readPreferences, {})
  const user = useCurrentUser()
  const heading = useRef<HTMLHeadingElement>(null)
  // Refetch on the next visit to the profile, because a reply to a text may have changed the preferences.
  useEffect(() => () => refetchPreferences('none'), [])
  return (
    <SettingsCard
      title="Messages"
      headingRef={heading}
      query={query}
      rows={(preferences) => <Actions preferences={preferences} />}
    >
      {({ groups, ...preferences }) => {
        const { line, hint, button } = describeMessaging(preferences, user.data?.phoneConfirmed)
        const mutedText = describeMutedGroups(groups)
        const { number } = preferences.texts
        const focusHeading = () => heading.current?.focus()
        return (
          <>
            <p className="mt-1">{keepPhoneNumbersUnbroken(line)}</p>
            {hint && <p className="mt-1 text-sm text-muted">{keepPhoneNumbersUnbroken(hint)}</p>}
            {mutedText && <p className="mt-1 text-sm text-muted wrap-anywhere">{mutedText}</p>}
            {button === 'agree' && number !== null && (
              <TextConsent key={number} number={number} onAgreed={focusHeading} />
            )}
          </>
        )
      }}
    </SettingsCard>
  )
}

function keepPhoneNumbersUnbroken(text: string) {
  return text.split(/(\(\d{3}\) \d{3}-\d{4})/).map((part) =>
    part.startsWith('(') ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

function Actions({ preferences }: { preferences: Preferences }) {
  const { currentDialog, openerProps, close } = useDialog()
  const { button, canConfirmEmail } = describeMessaging(preferences)
  return (
    <>
      <RowButton icon={SlidersHorizontal} {...openerProps(ChooseMessagesDialog)}>
        Choose Messages
      </RowButton>
      {canConfirmEmail && <ConfirmEmail />}
      {button === 'end' && <EndTexts />}
      <PhoneNotifications preferences={preferences} />
      {currentDialog && <ChooseMessagesDialog preferences={preferences} onClose={close} />}
    </>
  )
}

function ConfirmEmail() {
  const email = useCurrentUser().data?.email
  const send = useAction({
    run: (address: string) => call(forgotPassword, { body: { email: address } }),
    failure: { title: 'Failed to Send Link', doing: 'sending the link' },
    success: {
      title: 'Check Your Email',
      description: 'A link to set a new password is on its way.',
    },
  })
  if (email === undefined) return null
  return (
    <RowButton icon={Mail} pending={send.isPending} onClick={() => send.mutate(email)}>
      {send.isPending ? 'Sending...' : 'Email Me a Link'}
    </RowButton>
  )
}

function EndTexts() {
  const end = useChangePreferences({
    failure: { title: 'Failed to Turn Off Texts', doing: 'turning off your texts' },
    success: {
      title: 'Texts Turned Off',
      description: 'Messages set to "Text" now come by email.',
    },
  })
  return (
    <RowButton
      ref={restoreFocus}
      icon={MessageSquareOff}
      pending={end.isPending}
      onClick={() => end.mutate({ textConsent: false })}
    >
      {end.isPending ? 'Turning off...' : 'Turn Off Texts'}
    </RowButton>
  )
}

const consentForm = z.object({
  agreed: z.boolean().check(z.refine((agreed) => agreed, 'Check the box to get texts')),
})

function TextConsent({ number, onAgreed }: { number: string; onAgreed: () => void }) {
  const agree = useChangePreferences({
    failure: { title: 'Failed to Turn On Texts', doing: 'saving your consent' },
    success: ({ channels, texts }) => ({
      title: 'Texts Turned On',
      description: Object.values(channels).includes('text')
        ? `We'll text ${formatPhone(number)}${texts.emailProven ? '' : ' once you confirm your email'}.`
        : 'To get texts, set messages to "Text" under "Choose Messages."',
    }),
    onSuccess: onAgreed,
  })
  return (
    <div className="mt-3">
      <Form
        schema={consentForm}
        // Unchecked, because consent must be explicit: https://www.law.cornell.edu/cfr/text/47/64.1200
        defaults={{ agreed: false }}
        onSubmit={() => agree.mutate({ textConsent: true, textNumber: number })}
        action={agree}
        submitLabel={`Get Texts at ${formatPhone(number)}`}
        pendingLabel="Saving..."
        submitLook="outline"
      >
        <CheckField name="agreed">{CONSENT_WORDING}</CheckField>
      </Form>
    </div>
  )
}
