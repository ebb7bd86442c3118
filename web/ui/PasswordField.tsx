import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { Field, type FieldHint, type FieldName } from './Fields.tsx'

export function PasswordField(props: FieldName & FieldHint & { isNew?: boolean }) {
  const { isNew = false, ...rest } = props
  const [isShown, setIsShown] = useState(false)
  return (
    <Field {...rest}>
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
