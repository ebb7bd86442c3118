import * as z from 'zod/mini'
import { CONSENT_WORDING } from '../../../../contract/consents.ts'
import { CheckField } from '../../../ui/CheckField.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useChangePreferences } from './queries.ts'
import { showNumber } from './show-number.ts'

const consentForm = z.object({ agreed: z.literal(true, 'Tick the box to get texts') })

interface TextConsentProps {
  /** The number in E.164 format. */
  readonly number: string
  readonly onAgreed: () => void
}

/** The unchecked box that golfers check to consent to texts. */
export function TextConsent({ number, onAgreed }: TextConsentProps) {
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
