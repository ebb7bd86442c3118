import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { Field } from './Fields.tsx'
import { useField } from './form-state.ts'

interface PasswordFieldProps {
  readonly name: string
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ name, label, autoComplete }: PasswordFieldProps) {
  const field = useField(name)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field name={name} label={label}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            value={field.text}
            onChange={(event) => field.set(event.target.value)}
            className="control pr-12"
          />
          <button
            type="button"
            className="icon-button absolute top-px right-px text-muted"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden size={20} />
          </button>
        </div>
      )}
    </Field>
  )
}
