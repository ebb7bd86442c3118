import { Welcome } from '../features/groups/welcome/Welcome.tsx'
import { ForgotPassword } from '../features/identity/sessions/ForgotPassword.tsx'

export function WelcomeScreen({ token }: { readonly token: string }) {
  return (
    <Welcome
      token={token}
      forgotPassword={<ForgotPassword look="primary" label="Get a New Link" />}
    />
  )
}
