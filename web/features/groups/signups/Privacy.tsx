import {
  AUDIT_ENTRIES_KEPT_DAYS,
  DELIVERIES_KEPT_DAYS,
  INVITATION_DAYS,
  INVITATION_KEPT_DAYS,
  JOIN_REQUEST_KEPT_DAYS,
  WELCOME_LINK_DAYS,
} from '../../../../contract/limits.ts'
import { pathTo } from '../../../lib/paths.ts'
import { TextLink } from '../../../ui/Links.tsx'
import { ContactAddress, LegalPage, Section } from './LegalPage.tsx'
import { PUBLIC_PAGES } from './PublicPage.tsx'
import { STORED_CONTACT_DAYS } from './stored-signup.ts'

const maxInvitationDays = INVITATION_DAYS + INVITATION_KEPT_DAYS

export function Privacy() {
  return (
    <LegalPage
      title={PUBLIC_PAGES.privacy.title}
      intro="We store only what we need to run your group's tee times. No ads, no tracking, and we don't sell your data."
    >
      <Section
        title="What We Store"
        items={[
          'Your name, email, phone number, and password. We store only a scrambled version of your password, so no one can read it.',
          'Your groups, the tee times you post, your spots, guests, and places on waiting lists, and the rounds you played.',
          'Your choices about messages, which messages we sent you and when, and what you texted us.',
          'The devices you sign in with and when you last used them, and a log of important changes, such as a new password or member.',
          'When and how you agreed to texts or stopped them. We keep this to show why we texted you.',
          'For owners: what was paid and when. Your card number never reaches us.',
        ]}
      />
      <Section
        title="Who Sees It"
        items={[
          'Members of your group see your name, your email, and your tee times and rounds in that group.',
          "Your phone number is shown only to the group's owner and the Fourball team.",
          "Except for the Fourball team, no one outside your group sees its page, its members, or its tee times. Anyone with an invite link sees the group's name, its owner's name, and how many members it has. A golfer invited by email also sees the next open tee time.",
          'Anyone who has your calendar link can see your rounds. You can turn off the link on your profile.',
        ]}
      />
      <Section
        title="Services We Use"
        items={[
          'the provider that delivers our texts, and the one that delivers our emails',
          'the service that delivers notifications to your phone or browser, if you turn them on',
          'Stripe, which takes payments',
          'Open-Meteo, which provides the forecast and gets only a place name and a date, nothing about you',
        ]}
      >
        <p>We give these services only what they need to do their job:</p>
      </Section>
      <Section title="Your Phone Number and Texts">
        <p>
          Except for a text asking permission, we text a number only after the person it belongs to
          agrees. We don't sell mobile numbers or share them with third parties or affiliates for
          marketing or promotion. Text messaging opt-in data and consent are not shared with any
          third parties, except the providers that deliver the texts. To see how texts work, read
          the <a href={`${pathTo('terms')}#texts`}>text message terms</a>.
        </p>
      </Section>
      <Section title="On Your Device">
        <p>
          Fourball doesn't set cookies, and we don't load anything from advertisers. On the payment
          page, Stripe sets cookies to prevent fraud. Your browser remembers that you're signed in.
          It also keeps what you last saw so you can look at it without a connection. Logging out
          deletes both. Your browser keeps a key that lets us recognize it at your next sign-in. If
          you sign up or ask to join a group, it keeps what you typed until you sign in, for up to{' '}
          {STORED_CONTACT_DAYS} days.
        </p>
      </Section>
      <Section
        title="How Long We Keep It"
        items={[
          'Your account: until you delete it.',
          `A signup, if its link is never opened: ${WELCOME_LINK_DAYS} days.`,
          `An invitation: up to about ${maxInvitationDays} days after we last sent it.`,
          `A request to join a group: until ${JOIN_REQUEST_KEPT_DAYS} days after the group answered.`,
          `The record of messages sent, and what you texted us: ${DELIVERIES_KEPT_DAYS} days.`,
          `The log of important changes: ${AUDIT_ENTRIES_KEPT_DAYS} days.`,
          'Records of your consent to texts, and of payments: as long as the law requires.',
          "Rounds you played stay in the group's history. Once you delete your account, they no longer show your name.",
        ]}
      />
      <Section title="What You Can Do">
        <ul>
          <li>
            Correct your name and phone number on your profile. To change your email,{' '}
            <TextLink to="contact">contact us</TextLink>.
          </li>
          <li>On your profile, choose which messages you get and how, or turn them off.</li>
          <li>Tap "Download My Data" on your profile to get a copy of what we store about you.</li>
          <li>
            Tap "Delete My Account" on your profile. Your account will be deleted right away. If you
            own a group, transfer or delete it first.
          </li>
        </ul>
      </Section>
      <Section title="Questions">
        <ContactAddress />
        <p className="text-muted">Effective November 28, 2026.</p>
      </Section>
    </LegalPage>
  )
}
