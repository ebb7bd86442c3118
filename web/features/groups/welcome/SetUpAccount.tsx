import { type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { newPassword, personName, phoneNumber } from '../../../../contract/fields.ts'
import { MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '../../../../contract/limits.ts'
import { capitalized } from '../../../../contract/names.ts'
import { CONSENT_WORDING } from '../../../../contract/preferences.ts'
import type { NextOpenTeeTime } from '../../../../contract/welcome.ts'
import { plural } from '../../../lib/counts.ts'
import { readableDate, shortTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckField, TextField } from '../../../ui/Fields.tsx'
import { Form } from '../../../ui/Form.tsx'
import { SheetPage } from '../../../ui/SheetPage.tsx'
import { NewPasswordField } from '../../identity/sessions/NewPasswordField.tsx'
import { findStoredContact } from '../signups/stored-signup.ts'
import { useRedeemLink, type WelcomeLinkWithToken } from './redeem-link.ts'

const phoneSchema = phoneNumber()

const accountForm = z
  .object({
    name: personName(),
    phone: z
      .string()
      .check(
        z.refine(
          (typed) => typed.trim() === '' || phoneSchema.safeParse(typed).success,
          'Enter a phone number of at least 10 digits, or leave it blank',
        ),
      ),
    textsAgreed: z.boolean(),
    password: newPassword,
  })
  .check(
    z.refine((form) => !form.textsAgreed || form.phone.trim() !== '', {
      path: ['phone'],
      error: 'Enter a number for texts, or uncheck the box below',
    }),
  )

export function SetUpAccount({ link, below }: { link: WelcomeLinkWithToken; below: ReactNode }) {
  const redeem = useRedeemLink(link, {
    title: 'Failed to Create Account',
    doing: 'creating your account',
  })
  // The name and phone number that someone typed together with this email, in this browser, to sign up or to
  // join a group.
  const [storedContact] = useState(() => findStoredContact(link.email))
  const isClaiming = useRef(false)
  const { nextOpen } = link
  const isSuggested = link.suggestedName !== null || link.suggestedPhone !== null
  const inviter = capitalized(link.inviterName ?? 'A golfer')
  // If the email address has no account (`nameRequired`), its link comes from an invitation or a signup.
  const startsGroup = link.nameRequired && !link.isInvitation
  return (
    <SheetPage
      heading={link.groupName ?? 'Fourball'}
      intro={
        link.isInvitation
          ? `${inviter} invited you to this golf group. Set up your account to join.`
          : startsGroup
            ? 'One last step: set up your account to start your group.'
            : 'Welcome. Set up your account to see the tee times.'
      }
      below={below}
    >
      <Form
        schema={accountForm}
        defaults={{
          name: link.suggestedName ?? storedContact?.name ?? link.name ?? '',
          phone: link.suggestedPhone ?? storedContact?.phone ?? '',
          // Unchecked, because consent must be explicit: https://www.law.cornell.edu/cfr/text/47/64.1200
          textsAgreed: false,
          password: '',
        }}
        onSubmit={(form) =>
          redeem.mutate({
            ...form,
            phone: form.phone.trim(),
            ...(nextOpen && isClaiming.current && { claimTeeTimeId: nextOpen.id }),
          })
        }
        action={redeem}
        submitLook={nextOpen ? 'outline' : 'primary'}
        actions={
          nextOpen && (
            <NextOpenTeeTimeOffer
              teeTime={nextOpen}
              pending={redeem.isPending}
              onClaim={(form) => {
                isClaiming.current = true
                form?.requestSubmit()
                isClaiming.current = false
              }}
            />
          )
        }
        submitLabel={
          nextOpen
            ? 'Join Without a Spot'
            : link.isInvitation
              ? 'Accept Invitation'
              : startsGroup
                ? 'Start the Group'
                : 'Set Password'
        }
        pendingLabel={startsGroup ? 'Starting...' : 'Signing in...'}
      >
        <AccountEmail email={link.email} />
        {isSuggested && (
          <p className="rounded-[0.625rem] bg-sand-soft px-4 py-3">
            {link.isInvitation
              ? `${inviter} entered your name and phone number.`
              : 'Your name and phone number were entered for you.'}{' '}
            Fix anything that's wrong.
          </p>
        )}
        <TextField name="name" label="Name" maxLength={MAX_NAME_LENGTH} autoComplete="name" />
        <TextField
          name="phone"
          label="Phone (optional)"
          type="tel"
          maxLength={MAX_PHONE_LENGTH}
          autoComplete="tel"
        />
        <NewPasswordField name="password" {...(startsGroup && { label: 'Choose a Password' })} />
        <div className="border-t border-line pt-4">
          <p className="mb-2 text-sm font-semibold">Want open spots by text?</p>
          <CheckField name="textsAgreed">{CONSENT_WORDING}</CheckField>
        </div>
      </Form>
    </SheetPage>
  )
}

export function AccountEmail({ email }: { email: string }) {
  return (
    <div>
      <p className="text-sm font-semibold">Email</p>
      <p className="wrap-anywhere">{email}</p>
      {/* Tells password managers which account the password is for. */}
      <input hidden readOnly type="text" autoComplete="username" value={email} />
    </div>
  )
}

/** The button joins the group and claims a spot. The Enter key only joins the group. */
function NextOpenTeeTimeOffer(props: {
  teeTime: NextOpenTeeTime
  pending: boolean
  onClaim: (form: HTMLFormElement | null) => void
}) {
  const { course, date, time, openSpots } = props.teeTime
  return (
    <section aria-labelledby="next-open" className="w-full border-t border-line pt-4">
      <h2 id="next-open" className="text-sm font-semibold">
        Next Open Tee Time
      </h2>
      <p className="mt-1 wrap-anywhere">
        {readableDate(date)} · {shortTime(time)} · {course}
        <span className="block text-sm text-muted">{plural(openSpots, 'spot')} open</span>
      </p>
      <Button
        className="mt-3 w-full"
        pending={props.pending}
        onClick={(event) => props.onClaim(event.currentTarget.form)}
      >
        Join and Claim Spot
      </Button>
    </section>
  )
}
