import { enterSignInCode } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { SheetPage } from '../../../ui/SheetPage.tsx'
import { LogoutButton } from '../sessions/LogoutButton.tsx'
import { SetUpSignInCode } from './SetUpSignInCode.tsx'
import { SignInCodeForm } from './SignInCodeForm.tsx'

/** Replaces every screen until a super admin has set up or entered a sign-in code. */
export function SignInCodeGate({ isToEnter }: { isToEnter: boolean }) {
  usePageTitle('Sign-In Code')
  const enter = useAction<string>({
    run: (code) => call(enterSignInCode, { body: { code } }),
    failure: { title: 'Login Failed', fallback: 'An error occurred. Please try again.' },
    onSuccess: refetchAll,
  })
  return (
    <SheetPage
      heading="Sign-In Code"
      intro={
        isToEnter
          ? 'Super admins also need a code from their phone.'
          : 'Super admins need a code besides their password. Set yours up now.'
      }
      below={
        <div className="mt-5">
          <LogoutButton />
        </div>
      }
    >
      {isToEnter ? (
        <SignInCodeForm
          onCode={(code) => enter.mutate(code)}
          pending={enter.isPending}
          error={enter.error}
          submitLabel="Continue"
          pendingLabel="Checking..."
        />
      ) : (
        <SetUpSignInCode onDone={refetchAll} />
      )}
    </SheetPage>
  )
}

/** Refetches everything, because every answer so far was a refusal. */
function refetchAll(): void {
  void queryClient.resetQueries()
}
