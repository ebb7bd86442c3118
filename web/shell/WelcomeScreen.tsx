import { ForgotPassword } from '../features/sessions/ForgotPassword.tsx'
import { Welcome } from '../features/welcome/Welcome.tsx'

export function WelcomeScreen({ token }: { readonly token: string }) {
  return (
    <Welcome
      token={token}
      forgotPassword={<ForgotPassword look="primary" label="Get a New Link" />}
    />
  )
}
