import { useState } from 'react'
import { enterSignInCode, removeSignInCode } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { queryClient, refetchCurrentUser } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SheetPage } from '../../../ui/SheetPage.tsx'
import { LogoutButton } from '../sessions/LogoutButton.tsx'
import { SetUpSignInCode } from './SetUpSignInCode.tsx'
import { SignInCodeForm } from './SignInCodeForm.tsx'

/** Replaces every screen until a super admin has set up or entered a sign-in code. */
export function SignInCodeGate({ isToEnter }: { isToEnter: boolean }) {
  usePageTitle('Sign-In Code')
  const enter = useAction({
    run: (code: string) => call(enterSignInCode, { body: { code } }),
    failure: { title: 'Login Failed', fallback: 'An error occurred. Please try again.' },
    onSuccess: refetchAll,
  })
  return (
    <SheetPage
      heading="Sign-In Code"
      intro={
        isToEnter
          ? 'Super admins also need a code from their phone.'
          : 'Super admins need a code in addition to their password. Set yours up now.'
      }
      below={
        <div className="mt-5">
          <LogoutButton />
        </div>
      }
    >
      {isToEnter ? (
        <SignInCodeForm action={enter} submitLabel="Continue" pendingLabel="Checking..." />
      ) : (
        <SetUpSignInCode onDone={refetchAll} />
      )}
    </SheetPage>
  )
}

/** Refetches everything, because the server has refused every request so far. */
function refetchAll(): void {
  void queryClient.resetQueries()
}

export function SignInCodeDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const [step, setStep] = useState<'choose' | 'replace' | 'turn-off'>('choose')
  const [code, setCode] = useState<string>()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const remove = useAction({
    run: (typed: string) => call(removeSignInCode, { body: { code: typed } }),
    success: { title: 'Sign-In Code Turned Off' },
    failure: {
      title: 'Failed to Turn Off Sign-In Code',
      fallback: 'An error occurred. Please try again.',
    },
    onSuccess: finish,
  })

  function finish(): void {
    void refetchCurrentUser()
    onClose()
  }

  const isSettingUp = !isOn || code !== undefined
  return (
    <Dialog
      title={isSettingUp ? 'Set Up Sign-In Code' : 'Sign-In Code'}
      description={
        isSettingUp
          ? 'A sign-in code keeps anyone from signing in as you with just your password.'
          : 'You need a current code to change this setting.'
      }
      onClose={isSettingUp ? finish : onClose}
    >
      {isSettingUp ? (
        <SetUpSignInCode
          {...(code !== undefined && { code })}
          onDone={finish}
          onRefused={(error) => {
            if (code === undefined) return
            setRefusal(error)
            setCode(undefined)
          }}
        />
      ) : step === 'choose' ? (
        <div className="space-y-3">
          <Button className="w-full" onClick={() => setStep('replace')}>
            Move to Another Phone
          </Button>
          <Button look="danger-quiet" className="w-full" onClick={() => setStep('turn-off')}>
            Turn Off
          </Button>
        </div>
      ) : step === 'replace' ? (
        <SignInCodeForm
          key="replace"
          action={{ isPending: false, error: refusal, mutate: setCode }}
          submitLabel="Continue"
          pendingLabel="Checking..."
        />
      ) : (
        <SignInCodeForm
          key="turn-off"
          action={remove}
          submitLabel="Turn Off"
          pendingLabel="Turning off..."
          submitLook="danger"
        />
      )}
    </Dialog>
  )
}
