import { useState } from 'react'
import { removeSignInCode } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { refetchCurrentUser } from '../../../lib/current-user.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SetUpSignInCode } from './SetUpSignInCode.tsx'
import { SignInCodeForm } from './SignInCodeForm.tsx'

interface SignInCodeDialogProps {
  /** Whether the sign-in code was on when the dialog opened. */
  readonly isOn: boolean
  readonly onClose: () => void
}

/** Sets up a sign-in code, replaces it, or turns it off. The last two ask for a current code. */
export function SignInCodeDialog({ isOn, onClose }: SignInCodeDialogProps) {
  const [step, setStep] = useState<'choose' | 'replace' | 'turn-off'>('choose')
  const [code, setCode] = useState<string>()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const remove = useAction<string>({
    run: (typed) => call(removeSignInCode, { body: { code: typed } }),
    success: { title: 'Sign-In Code Off' },
    failure: { title: 'Failed to Turn Off', fallback: 'An error occurred. Please try again.' },
    onSuccess: finish,
  })

  function finish(): void {
    void refetchCurrentUser()
    onClose()
  }

  const sets = !isOn || code !== undefined
  return (
    <Dialog
      title={sets ? 'Set Up Sign-In Code' : 'Sign-In Code'}
      description={
        sets
          ? 'Then nobody signs in as you with your password alone.'
          : 'Changing it takes a current code.'
      }
      onClose={sets ? finish : onClose}
    >
      {sets ? (
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
          onCode={setCode}
          pending={false}
          error={refusal}
          submitLabel="Continue"
          pendingLabel="Checking..."
        />
      ) : (
        <SignInCodeForm
          key="turn-off"
          onCode={(typed) => remove.mutate(typed)}
          pending={remove.isPending}
          error={remove.error}
          submitLabel="Turn Off"
          pendingLabel="Turning off..."
          submitLook="danger"
        />
      )}
    </Dialog>
  )
}
