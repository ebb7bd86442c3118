import { MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '../../../contract/limits.ts'
import { TextField } from '../../ui/TextField.tsx'

/** An empty contact. */
export const NO_CONTACT = { name: '', email: '', phone: '' }

/** Contact fields of a person. @param isOwn whether they are the user's, so the browser may fill them in */
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
