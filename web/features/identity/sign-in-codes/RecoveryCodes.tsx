import Copy from 'lucide-react/icons/copy'
import Printer from 'lucide-react/icons/printer'
import { useRef } from 'react'
import { toast } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-text.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const field = useRef<HTMLInputElement>(null)

  async function copy(): Promise<void> {
    const copied = await copyText(codes.join('\n'), field.current)
    toast(
      copied
        ? { title: 'Codes Copied', description: 'Keep them where only you can find them.' }
        : {
            title: 'Failed to Copy Codes',
            description: 'Select them and copy them by hand.',
            variant: 'destructive',
          },
    )
  }

  return (
    <div className="space-y-4">
      <p role="status" className="font-semibold">
        Your sign-in code is on.
      </p>
      <p>
        Keep these recovery codes. Each one signs you in once if you lose your phone. They won't be
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
