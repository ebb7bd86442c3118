import { useLocation } from 'wouter'
import { superAdminLogin, superAdminLoginForm } from '../../../../contract/sessions.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast-store.ts'
import { LoginSheet } from './LoginSheet.tsx'

export function SuperAdminLogin() {
  const [, navigate] = useLocation()
  usePageTitle('Super Admin')
  return (
    <LoginSheet
      heading="Super Admin"
      intro="For those who run Fourball."
      schema={superAdminLoginForm}
      logIn={(body) => call(superAdminLogin, { body })}
      failure={{ title: 'Access Denied', fallback: 'Invalid super admin credentials.' }}
      onLoggedIn={() => {
        toast({ title: 'Super Admin Access Granted' })
        navigate(pathTo('superAdmin'))
      }}
    />
  )
}
