import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from './Field.tsx'

interface PasswordFieldProps {
  readonly name: string
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly hint?: string
}

export function PasswordField({ name, label, autoComplete, hint }: PasswordFieldProps) {
  const { register } = useFormContext()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field name={name} label={label} {...(hint !== undefined && { hint })}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...register(name)}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className="control pr-12"
          />
          <button
            type="button"
            className="icon-button absolute top-0.5 right-0.5 text-muted"
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
