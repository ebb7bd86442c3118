import { pathTo } from '../../../lib/paths.ts'
import { TextLink } from '../../../ui/Links.tsx'
import { ContactAddress, LegalPage, Section } from './LegalPage.tsx'
import { PUBLIC_PAGES } from './PublicPage.tsx'

export function Contact() {
  return (
    <LegalPage
      title={PUBLIC_PAGES.contact.title}
      intro="Stuck? Something not working? Here's who can help."
    >
      <Section title="Questions About Fourball">
        <ContactAddress />
        <p>
          Tell us the name of your group and what you were trying to do. Please don't send your
          password. We'll never ask for it.
        </p>
      </Section>
      <Section title="Your Group">
        <p>
          Ask the owner of your group about members, invitations, and tee times. The Members tab
          shows who that is.
        </p>
      </Section>
      <Section title="Our Texts">
        <p>
          Reply HELP to any of our texts for help, or STOP to end them. To see how texts work, read
          the <a href={`${pathTo('terms')}#texts`}>text message terms</a>.
        </p>
      </Section>
      <Section title="Can't Sign In?">
        <p>
          Tap "Forgot Password?" on the <TextLink to="login">sign-in page</TextLink>. We'll email
          you a link to set a new password. No email after a few minutes? Check your spam folder.
        </p>
      </Section>
    </LegalPage>
  )
}
