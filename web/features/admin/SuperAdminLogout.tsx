import LogOut from 'lucide-react/icons/log-out'
import { useLocation } from 'wouter'
import { logout } from '../../../contract/sessions.ts'
import { call } from '../../lib/api-client.ts'
import { pathTo } from '../../lib/paths.ts'
import { endSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast-store.ts'
import { Button } from '../../ui/Button.tsx'

export function SuperAdminLogout() {
  const [, navigate] = useLocation()

  function leave(): void {
    // End the session on this device without waiting for the server, whatever it answers.
    call(logout, {}, { keepalive: true }).catch(() => undefined)
    navigate(pathTo('superAdminLogin'), { replace: true })
    endSession()
    toast({ title: 'Logged Out', description: 'Your super admin session is over.' })
  }

  return (
    <Button look="quiet" className="-mr-2 text-on-turf hover:bg-on-turf/15" onClick={leave}>
      <LogOut aria-hidden size={18} />
      Logout
    </Button>
  )
}
