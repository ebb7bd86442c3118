import type { ComponentProps } from 'react'
import { TextField } from '../../ui/Fields.tsx'

export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" autoCapitalize="none" spellCheck={false} {...props} />
}
