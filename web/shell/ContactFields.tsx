import { MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '../../contract/limits.ts'
import { TextField } from '../ui/TextField.tsx'

/** A contact that is not known yet. */
export const NO_CONTACT = { name: '', email: '', phone: '' }

/** Who somebody is. @param isOwn whoever fills them in: the browser may do it for them */
export function ContactFields({ isOwn }: { isOwn: boolean }) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        maxLength={MAX_NAME_LENGTH}
        autoComplete={isOwn ? 'name' : 'off'}
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete={isOwn ? 'email' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        name="phone"
        label="Phone"
        type="tel"
        maxLength={MAX_PHONE_LENGTH}
        autoComplete={isOwn ? 'tel' : 'off'}
      />
    </>
  )
}
