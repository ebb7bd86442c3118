import { useState } from 'react'
import { signInCodeForm } from '../../../../contract/sessions.ts'
import { Button } from '../../../ui/Button.tsx'
import { ExactField, TextField } from '../../../ui/Fields.tsx'
import { Form, type FormAction } from '../../../ui/Form.tsx'

export function SignInCodeForm(props: {
  action: FormAction<string>
  submitLabel: string
  pendingLabel: string
  submitLook?: 'danger'
  takesRecoveryCode?: boolean
}) {
  const { action, takesRecoveryCode = true, ...form } = props
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  return (
    <>
      <Form
        key={String(usesRecoveryCode)}
        schema={signInCodeForm}
        defaults={{ code: '' }}
        action={action}
        onSubmit={({ code }) => action.mutate(code)}
        {...form}
      >
        {usesRecoveryCode ? (
          <ExactField name="code" label="Recovery Code" autoFocus />
        ) : (
          <TextField
            name="code"
            label="6-Digit Code"
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
          />
        )}
      </Form>
      {takesRecoveryCode && (
        <div className="-mb-3 pt-1 text-center">
          <Button look="quiet" onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
            {usesRecoveryCode ? 'Use the Authenticator App' : 'Use a Recovery Code'}
          </Button>
        </div>
      )}
    </>
  )
}
