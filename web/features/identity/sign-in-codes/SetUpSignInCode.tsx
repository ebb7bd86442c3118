import Copy from 'lucide-react/icons/copy'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef } from 'react'
import { confirmSignInCode, setUpSignInCode } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { toast } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-and-save.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import { SignInCodeForm } from './SignInCodeForm.tsx'

interface SetUpSignInCodeProps {
  /** A current code, required to replace an existing sign-in code. */
  readonly code?: string
  /** Called when the golfer has seen the recovery codes. */
  readonly onDone: () => void
  /** Called if the setup couldn't start, for example because the code was wrong. */
  readonly onRefused?: (error: Error) => void
}

/** Sets up sign-in codes in three steps: scan a QR code, confirm with one code, save the recovery codes. */
export function SetUpSignInCode({ code, onDone, onRefused }: SetUpSignInCodeProps) {
  const begin = useAction({
    run: () => call(setUpSignInCode, { body: code === undefined ? {} : { code } }),
    failure: { title: 'Failed to Start Setup', fallback: 'An error occurred. Please try again.' },
    onError: (error) => {
      if (error instanceof Error) onRefused?.(error)
    },
  })
  const confirm = useAction({
    run: (typed: string) => call(confirmSignInCode, { body: { code: typed } }),
    failure: { title: 'Code Not Confirmed', fallback: 'An error occurred. Please try again.' },
  })
  const { mutate } = begin
  useEffect(() => mutate(), [mutate])

  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />
  if (begin.data === undefined) {
    return begin.isError ? (
      <Button className="w-full" onClick={() => mutate()}>
        Try Again
      </Button>
    ) : (
      <p role="status">Preparing your code...</p>
    )
  }
  const { address, secret } = begin.data
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

/** The recovery codes, which are shown only once. */
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
          <Copy aria-hidden size={17} />
          Copy
        </Button>
        <Button look="outline" className="flex-1" onClick={() => window.print()}>
          <Printer aria-hidden size={17} />
          Print
        </Button>
      </div>
      <Button className="w-full" onClick={onDone}>
        I Saved My Codes
      </Button>
    </div>
  )
}
