import { MAX_TEXTS_PER_DAY_TO_NUMBER, PRICE, PRICE_MONTHS } from '../../../../contract/limits.ts'
import { TextLink } from '../../../ui/Links.tsx'
import { ContactAddress, LegalPage, Section } from './LegalPage.tsx'
import { PUBLIC_PAGES, useTrialText } from './PublicPage.tsx'

export function Terms() {
  const trialText = useTrialText()
  return (
    <LegalPage
      title={PUBLIC_PAGES.terms.title}
      intro="An agreement between you and the people who run this site. By using Fourball, you accept it."
    >
      <Section title="What Fourball Does">
        <p>
          Fourball is a private page for your golf group. Members post the tee times they booked,
          and others claim the open spots.
        </p>
        <p>
          We don't book, sell, or hold tee times at a golf course. The course's rules, fees, and
          cut-offs are between you and the course. Money that golfers owe each other is between
          them.
        </p>
      </Section>
      <Section
        title="Your Account"
        items={[
          'Use your own name, email, and phone number.',
          "Keep your password to yourself. You're responsible for what happens in your account.",
          'You must be at least 13 years old. Only an adult may pay for a group.',
          'You can delete your account on your profile at any time, unless you own a group.',
        ]}
      />
      <Section title="Your Group">
        <p>
          The owner decides who's in the group, and can remove members or delete the group. Only
          invite people who would want to hear from you.
        </p>
        <p>
          Be decent. Don't use Fourball to harass people, send ads or spam, break the law, or
          disrupt the service. We may suspend any group or account that breaks these rules.
        </p>
      </Section>
      <Section
        title="Trial, Price, and Payment"
        items={[
          `A new group starts with a ${trialText}. No card is needed, and you're never charged when it ends.`,
          `After that, it's ${PRICE} every ${PRICE_MONTHS} months for the whole group. The subscription renews until the group's owner cancels it.`,
          'The owner can cancel on their profile at any time. The group then stays active until the end of the paid period.',
          'After that, no one can post tee times, claim spots, or add members until the owner pays again. You can still see tee times, give up a spot, and cancel a tee time you posted.',
          "Not satisfied? Contact us, and we'll give you your money back.",
        ]}
      />
      <Section title="Text Messages: Fourball Tee-Time Texts" id="texts">
        <ul>
          <li>
            <strong>What you get:</strong> texts about your account and your groups' tee times, such
            as new tee times, open spots, changes, cancellations, reminders, and waiting-list
            offers. We also reply to your texts, such as IN 7.
          </li>
          <li>
            <strong>How to join:</strong> check the box for texts next to your number in Fourball,
            or reply START when we text to ask. You don't have to agree to texts to use or buy
            Fourball.
          </li>
          <li>
            <strong>How many:</strong> message frequency varies. It depends on your groups and on
            the messages you choose, up to {MAX_TEXTS_PER_DAY_TO_NUMBER} a day, plus our replies to
            your texts.
          </li>
          <li>
            <strong>What it costs:</strong> message and data rates may apply.
          </li>
          <li>
            <strong>How to stop:</strong> reply STOP to any text. We confirm with one last text.
            Reply START to get texts again.
          </li>
          <li>
            <strong>How to get help:</strong> reply HELP to any text, or see{' '}
            <TextLink to="contact">Contact</TextLink>.
          </li>
          <li>Carriers are not liable for delayed or undelivered messages.</li>
          <li>
            We don't sell your mobile number or your consent to texts, or share them with third
            parties or affiliates for marketing. See <TextLink to="privacy">Privacy</TextLink>.
          </li>
        </ul>
        <ContactAddress />
      </Section>
      <Section title="What We Can't Promise">
        <p>
          We work to keep Fourball running and accurate, but we provide it "as is." Texts can arrive
          late, forecasts can be wrong, and phones lose their connection. As far as the law allows,
          we aren't liable for a missed round, a no-show fee, or other indirect losses, and we're
          never liable for more than you paid us in the last 12 months.
        </p>
      </Section>
      <Section title="Changes">
        <p>
          If we change these terms, we'll post the new ones here with the date they take effect. If
          you keep using Fourball after that date, you accept them.
        </p>
        <p className="text-muted">Effective November 23, 2026.</p>
      </Section>
    </LegalPage>
  )
}
