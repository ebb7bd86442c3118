import LogOut from 'lucide-react/icons/log-out'
import { useLocation } from 'wouter'
import { logout } from '../../../../contract/sessions.ts'
import { call } from '../../../lib/api-client.ts'
import { deleteDrafts } from '../../../lib/drafts.ts'
import { redirectFor, storeLoginRedirect } from '../../../lib/login-redirect.ts'
import { pathTo } from '../../../lib/paths.ts'
import { endSession } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/Button.tsx'

export function LogoutButton(props: { onTurf?: boolean; isForSuperAdmin?: boolean }) {
  const { onTurf = false, isForSuperAdmin = false } = props
  const [path, navigate] = useLocation()

  function logOut(): void {
    // Don't wait for the server: `endSession()` ends the session on this device even if this call fails.
    call(logout, {}, { keepalive: true }).catch(() => undefined)
    const target = isForSuperAdmin ? pathTo('superAdminLogin') : redirectFor(path)
    if (!isForSuperAdmin) storeLoginRedirect(target)
    deleteDrafts()
    endSession()
    if (target !== path) navigate(target, { replace: true })
    toast({
      title: 'Logged Out',
      description: isForSuperAdmin
        ? 'Your super admin session has ended.'
        : 'See you on the first tee.',
    })
  }

  return (
    <Button
      look={onTurf ? 'quiet' : 'outline'}
      className={onTurf ? '-mr-4 text-on-turf hover:bg-on-turf/15' : 'w-full'}
      onClick={logOut}
    >
      <LogOut size={18} />
      Logout
    </Button>
  )
}
