import { enterSignInCode } from '../../contract/sign-in-codes.ts'
import { LogoutButton } from '../features/sessions/LogoutButton.tsx'
import { SetUpSignInCode } from '../features/sign-in-codes/SetUpSignInCode.tsx'
import { SheetPage } from '../ui/SheetPage.tsx'
import { useAction } from './action.ts'
import { call } from './api-client.ts'
import { usePageTitle } from './page-title.ts'
import { queryClient } from './query-client.ts'
import { SignInCodeForm } from './SignInCodeForm.tsx'

/** Replaces every screen until a super admin has set up or entered a sign-in code. */
export function CodeDoor({ isToEnter }: { isToEnter: boolean }) {
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
