import LogOut from 'lucide-react/icons/log-out'
import { useLocation } from 'wouter'
import { logout } from '../../../../contract/sessions.ts'
import { call } from '../../../lib/api-client.ts'
import { deleteDrafts } from '../../../lib/drafts.ts'
import { redirectFor, storeLoginRedirect } from '../../../lib/login-redirect.ts'
import { endSession } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/Button.tsx'

/** Ends the session on this device without waiting for the server, whatever it answers. */
export function logOut(description: string): void {
  call(logout, {}, { keepalive: true }).catch(() => undefined)
  deleteDrafts()
  endSession()
  toast({ title: 'Logged Out', description })
}

export function LogoutButton({ onTurf = false }: { onTurf?: boolean }) {
  const [path, navigate] = useLocation()

  function leave(): void {
    const redirect = redirectFor(path)
    storeLoginRedirect(redirect)
    logOut('See you on the first tee.')
    if (redirect !== path) navigate(redirect, { replace: true })
  }

  return (
    <Button
      look={onTurf ? 'quiet' : 'outline'}
      className={onTurf ? 'text-on-turf hover:bg-on-turf/15' : 'w-full'}
      onClick={leave}
    >
      <LogOut aria-hidden size={18} />
      Logout
    </Button>
  )
}
