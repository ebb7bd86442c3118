import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { MIN_PASSWORD_LENGTH } from '../../../../contract/limits.ts'
import { useField } from '../../../ui/form-state.ts'
import { PasswordField } from '../../../ui/PasswordField.tsx'

/** Warns the user of common passwords, which the server refuses. */
export function NewPasswordField(props: { name: string; label?: string }) {
  const { name, label = 'New Password' } = props
  const hintId = useId()
  const { text, message } = useField(name)
  // The list loads when typing begins. If loading fails, there is no warning.
  const { data: list } = useQuery({
    queryKey: ['common-passwords'],
    queryFn: () => import('../../../../contract/well-known-passwords.ts'),
    enabled: text !== '',
  })
  const isCommon = list?.isCommonPassword(text) ?? false
  return (
    <div>
      <PasswordField name={name} label={label} isNew describedBy={hintId} isInvalid={isCommon} />
      {message === undefined && (
        <p
          id={hintId}
          role="status"
          className={`mt-1 min-h-10 text-sm ${isCommon ? 'font-medium text-flag' : 'text-muted'}`}
        >
          {isCommon
            ? 'This password is common and easy to guess. Choose another one.'
            : `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row are easy to remember and hard to guess.`}
        </p>
      )}
    </div>
  )
}
