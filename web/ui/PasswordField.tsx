import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { Field, type FieldName } from './Fields.tsx'

export function PasswordField({ name, label, isNew = false }: FieldName & { isNew?: boolean }) {
  const [shown, setShown] = useState(false)
  return (
    <Field name={name} label={label}>
      {(control, { input }) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            type={shown ? 'text' : 'password'}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            className="control pr-12"
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? 'Hide password' : 'Show password'}
            className="absolute top-px right-px text-muted"
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}
