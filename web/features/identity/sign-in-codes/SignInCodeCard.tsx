import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { onDemand } from '../../../ui/on-demand.tsx'

const SignInCodeDialog = onDemand(() =>
  import('./SignInCodeDialog.tsx').then((part) => part.SignInCodeDialog),
)

/** Shows whether the super admin's sign-in code is on, and opens the dialog to change it. */
export function SignInCodeCard() {
  const [open, setOpen] = useState(false)
  const isOn = useCurrentUser().data?.signInCode === 'on'
  return (
    <>
      <button
        type="button"
        onPointerEnter={SignInCodeDialog.preload}
        onClick={() => setOpen(true)}
        className="sheet flex min-h-18 w-full items-center gap-4 rounded-[0.875rem] border p-4 text-left hover:border-edge"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">Sign-In Code</span>
          <span className="block min-h-10 text-sm text-muted sm:min-h-5">
            {isOn
              ? 'On: signing in takes your password and a code from your phone'
              : 'Off: a stolen password is enough to sign in as you'}
          </span>
        </span>
        <ChevronRight aria-hidden size={20} className="shrink-0 text-muted" />
      </button>
      {open && <SignInCodeDialog isOn={isOn} onClose={() => setOpen(false)} />}
    </>
  )
}
