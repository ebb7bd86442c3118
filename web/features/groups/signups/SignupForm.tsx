import { type Signup, signupForm } from '../../../../contract/signups.ts'
import { type FailureToast, useAction } from '../../../lib/action.ts'
import { EmailField, TextField } from '../../../ui/Fields.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useHydrated } from '../../../ui/form-state.ts'
import { TextLink } from '../../../ui/Links.tsx'
import { GroupFields, guessedTimeZone } from '../GroupFields.tsx'
import { storeContact } from './stored-signup.ts'

const NOTICE_CLASS = 'rounded-[0.625rem] bg-sand-soft px-4 py-3 leading-relaxed'

export function SignupForm<Answer>(props: {
  signUp: (signup: Signup) => Promise<Answer>
  failure: FailureToast
  submitLabel: string
  pendingLabel: string
  onSignedUp: (signup: Signup, answer: Answer) => void
}) {
  const isHydrated = useHydrated()
  const signUp = useAction<Signup, Answer>({
    run: (signup) => props.signUp({ ...signup, timeZone: guessedTimeZone() }),
    failure: props.failure,
    onSuccess: (answer, signup) => {
      const { adminEmail: email, adminName: name, adminPhone: phone } = signup
      storeContact({ email, name, phone })
      props.onSignedUp(signup, answer)
    },
  })
  return (
    <>
      <noscript>
        <p className={NOTICE_CLASS}>
          This form needs JavaScript. Please turn it on in your browser's settings.
        </p>
      </noscript>
      <p className={`without-script ${NOTICE_CLASS}`}>
        This form couldn't be loaded. Check your connection, then reload the page.
      </p>
      {/* Before hydration, typed text would be lost, and submitting would leave the page. */}
      <fieldset disabled={!isHydrated} className="needs-script min-w-0">
        <Form
          schema={signupForm}
          defaults={{
            groupName: '',
            slug: '',
            adminName: '',
            adminEmail: '',
            adminPhone: '',
            description: '',
          }}
          action={signUp}
          submitLabel={props.submitLabel}
          pendingLabel={props.pendingLabel}
        >
          <GroupFields nameField="groupName" creation={signUp}>
            <TextField name="adminName" label="Your Name" autoComplete="name" />
            <EmailField name="adminEmail" label="Your Email" autoComplete="email" />
            <TextField name="adminPhone" label="Your Phone" type="tel" autoComplete="tel" />
          </GroupFields>
        </Form>
      </fieldset>
      <p className="mt-4 text-sm leading-relaxed text-muted">
        By signing up, you agree to the <TextLink to="terms">terms</TextLink> and the{' '}
        <TextLink to="privacy">privacy policy</TextLink>.
      </p>
    </>
  )
}
