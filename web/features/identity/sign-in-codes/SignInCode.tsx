import Copy from 'lucide-react/icons/copy'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef, useState } from 'react'
import {
  confirmSignInCode,
  enterSignInCode,
  removeSignInCode,
  setUpSignInCode,
} from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { queryClient, refetchCurrentUser } from '../../../lib/query-client.ts'
import { toast } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-and-save.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { SheetPage } from '../../../ui/SheetPage.tsx'
import { LogoutButton } from '../sessions/LogoutButton.tsx'
import { SignInCodeForm } from './SignInCodeForm.tsx'

/** Shown instead of a super admin's screens until the super admin has set up or entered a sign-in code. */
export function SignInCodeGate({ status }: { status: 'enter' | 'set-up' }) {
  usePageTitle('Sign-In Code')
  const setup = useSetup()
  const enter = useAction({
    run: (code: string) => call(enterSignInCode, { body: { code } }),
    failure: { title: 'Login Failed', fallback: 'An error occurred. Please try again.' },
    onSuccess: refetchAll,
  })
  return (
    <SheetPage
      heading="Sign-In Code"
      intro={
        status === 'enter'
          ? 'Super admins also need a code from their phone.'
          : 'Super admins need a code in addition to their password. Set yours up now.'
      }
      below={
        <div className="mt-5">
          <LogoutButton />
        </div>
      }
    >
      {status === 'enter' ? (
        <SignInCodeForm action={enter} submitLabel="Continue" pendingLabel="Checking..." />
      ) : (
        <SetUpSignInCode setup={setup} onDone={refetchAll} />
      )}
    </SheetPage>
  )
}

/** Refetches everything, because the server refused requests without the code. */
function refetchAll(): void {
  void queryClient.resetQueries()
}

export function SignInCodeDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const [step, setStep] = useState<'choose' | 'replace' | 'turn-off'>('choose')
  const setup = useSetup()
  const remove = useAction({
    run: (code: string) => call(removeSignInCode, { body: { code } }),
    success: { title: 'Sign-In Code Turned Off' },
    failure: {
      title: 'Failed to Turn Off Sign-In Code',
      fallback: 'An error occurred. Please try again.',
    },
    onSuccess: finish,
  })

  function finish(): void {
    refetchCurrentUser()
    onClose()
  }

  // If the server refuses the code, for example because it is wrong, the form asks for it again.
  const isSettingUp = !isOn || setup.isPending || setup.isSuccess
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
        <SetUpSignInCode setup={setup} onDone={finish} />
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
          action={setup}
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

function useSetup() {
  return useAction({
    /** @param code a current code, required to replace an existing sign-in code */
    run: (code: string | undefined) => call(setUpSignInCode, { body: { code } }),
    failure: { title: 'Failed to Start Setup', fallback: 'An error occurred. Please try again.' },
  })
}

/** Starts the setup, unless the dialog has already started it with a current code. */
function SetUpSignInCode(props: { setup: ReturnType<typeof useSetup>; onDone: () => void }) {
  const { setup, onDone } = props
  const confirm = useAction({
    run: (code: string) => call(confirmSignInCode, { body: { code } }),
    failure: { title: 'Code Not Confirmed', fallback: 'An error occurred. Please try again.' },
  })
  const { isIdle, mutate } = setup
  useEffect(() => {
    if (isIdle) mutate(undefined)
  }, [isIdle, mutate])

  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />
  if (setup.data === undefined) {
    return setup.isError ? (
      <Button className="w-full" onClick={() => mutate(undefined)}>
        Try Again
      </Button>
    ) : (
      <p role="status">Preparing your code...</p>
    )
  }
  const { address, secret } = setup.data
  return (
    <div className="space-y-4">
      <p>Scan this with an authenticator app or your password manager.</p>
      <QrCode text={address} label="QR code for your authenticator app" />
      <div>
        <p className="text-sm text-muted">Can't scan it? Type this key into the app:</p>
        <p className="mt-1 font-mono text-sm break-all select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
      <SignInCodeForm
        takesRecoveryCode={false}
        action={confirm}
        submitLabel="Turn On"
        pendingLabel="Checking..."
      />
    </div>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)

  async function copy(): Promise<void> {
    if (await copyText(codes.join('\n'), field.current)) {
      toast({ title: 'Codes Copied', description: 'Store them somewhere only you can get to.' })
      return
    }
    toast({
      title: 'Failed to Copy Codes',
      description: 'Select and copy them yourself.',
      variant: 'destructive',
    })
  }

  return (
    <div className="space-y-4">
      <p role="status" className="font-semibold">
        Your sign-in code is on.
      </p>
      <p>
        Save these recovery codes. Each one signs you in once if you lose your phone. They won't be
        shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="space-y-1 rounded-[0.625rem] bg-sunken p-3 text-center font-mono text-[0.8125rem] select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <input ref={field} readOnly hidden value={codes.join(' ')} />
      <div className="flex gap-3">
        <Button look="outline" className="flex-1" onClick={() => void copy()}>
          <Copy size={17} />
          Copy
        </Button>
        <Button look="outline" className="flex-1" onClick={() => window.print()}>
          <Printer size={17} />
          Print
        </Button>
      </div>
      <Button className="w-full" onClick={onDone}>
        I Saved My Codes
      </Button>
    </div>
  )
}
