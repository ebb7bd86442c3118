import type { BodyOf } from '../../../../contract/endpoint.ts'
import {
  changePreferences,
  type Preferences,
  readPreferences,
} from '../../../../contract/preferences.ts'
import { type Action, useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { formatPhone } from '../../../lib/phone-numbers.ts'
import { putResponse, queryClient, queryKeyOf } from '../../../lib/query-client.ts'

export type PreferencesChange = BodyOf<typeof changePreferences>

export function refetchPreferences(refetchType: 'active' | 'none' = 'active'): void {
  void queryClient.invalidateQueries({ queryKey: queryKeyOf(readPreferences, {}), refetchType })
}

/** Returns an action that saves only the given preferences, to keep changes made in another tab. */
export function useChangePreferences(
  action: Pick<Action<PreferencesChange, Preferences>, 'failure' | 'success' | 'onSuccess'>,
) {
  return useAction<PreferencesChange, Preferences>({
    ...action,
    run: (body) => call(changePreferences, { body }),
    onSuccess: (answer, input) => {
      putResponse(readPreferences, {}, answer)
      action.onSuccess?.(answer, input)
    },
    // Since the last load, the golfer may have texted STOP, or a group may have been deleted.
    onError: () => refetchPreferences(),
  })
}

interface MessagingStatus {
  readonly line: string
  readonly hint?: string
  readonly button?: 'agree' | 'end'
  readonly canConfirmEmail?: true
}

const BY_EMAIL = 'You get messages by email.'

/** @param isConfirmed whether the golfer has confirmed the phone number */
export function describeMessaging(
  preferences: Pick<Preferences, 'texts' | 'channels' | 'phones'>,
  isConfirmed = true,
): MessagingStatus {
  const { texts, phones } = preferences
  const { number, status } = texts
  const channels = Object.values(preferences.channels)
  if (channels.every((channel) => channel === 'off')) {
    return {
      line: 'You turned off all messages. We still email you about your account, failed or refunded payments, and deleted or restored groups.',
      ...(status === 'on' && { button: 'end' }),
    }
  }
  const canAgree = status === 'none' && isConfirmed && texts.available && number !== null
  const isTexted = status === 'on' && texts.available && channels.includes('text')
  if (channels.includes('push') && phones > 0 && !isTexted) {
    return {
      line: `Notifications go to ${phones === 1 ? 'one device' : `${phones} devices`}.`,
      ...(status === 'on' && { button: 'end' }),
      ...(canAgree && channels.includes('text') && { button: 'agree' }),
    }
  }
  if (!texts.available) return { line: BY_EMAIL, hint: 'Texts are off for everyone right now.' }
  if (number === null) {
    return {
      line: 'Your profile has no number we can text.',
      hint: 'You get messages by email. To get texts, add your cell phone number to your profile.',
    }
  }
  const phoneNumber = formatPhone(number)
  if (status === 'stopped') {
    return {
      line: `Texts to ${phoneNumber} are stopped, so you get messages by email.`,
      hint: `To get texts, text START from that phone to ${texts.from === null ? 'the number our texts come from' : formatPhone(texts.from)}.`,
    }
  }
  if (status === 'unreachable') {
    return {
      line: `Our texts to ${phoneNumber} aren't getting through, so you get messages by email.`,
      hint: 'If you have another cell phone number, put that one on your profile.',
    }
  }
  if (status === 'none') {
    return isConfirmed
      ? {
          line: BY_EMAIL,
          hint: 'With texts on, you can reply IN 7 to claim a spot in tee time #7.',
          button: 'agree',
        }
      : { line: BY_EMAIL, hint: 'To get texts, confirm your phone number first.' }
  }
  if (!channels.includes('text')) {
    return { line: BY_EMAIL, hint: 'None of your messages are set to "Text."', button: 'end' }
  }
  return texts.emailProven
    ? {
        line: `Texts go to ${phoneNumber}.`,
        hint: 'Reply IN 7 to claim a spot in tee time #7, WAIT 7 to join its waiting list, OUT 7 to leave, or LIST for open spots.',
        button: 'end',
      }
    : {
        line: `We'll text ${phoneNumber} once you confirm your email.`,
        hint: 'Until then, you get messages by email. To confirm that the email is yours, set a new password with a link we email you.',
        button: 'end',
        canConfirmEmail: true,
      }
}

/** Describes what happens to messages that can't be sent on the chosen channel. */
export function describeFallback({ texts, phones }: Pick<Preferences, 'texts' | 'phones'>): string {
  if (!texts.available || texts.status !== 'on') {
    return `You don't get texts, so messages set to "Text" come by email.`
  }
  return phones > 0
    ? "Messages we can't send by text or notification come by email."
    : "Messages we can't text come by email."
}

export function describeMutedGroups(groups: Preferences['groups']): string | undefined {
  const [first, ...more] = groups.filter((group) => group.muted)
  if (first === undefined) return undefined
  return more.length === 0 ? `${first.name} is muted.` : `${more.length + 1} groups are muted.`
}
