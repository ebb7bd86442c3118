import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { Field, type FieldName } from './Fields.tsx'

export function PasswordField({ name, label, isNew = false }: FieldName & { isNew?: boolean }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field name={name} label={label}>
      {(control, { input }) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            type={isShown ? 'text' : 'password'}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            className="control pr-12"
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? 'Hide password' : 'Show password'}
            className="absolute top-px right-px text-muted"
            onClick={() => setIsShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}
