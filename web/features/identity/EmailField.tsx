import type { ComponentProps } from 'react'
import { TextField } from '../../ui/Fields.tsx'

/** A field for an email address. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" autoCapitalize="none" spellCheck={false} {...props} />
}
