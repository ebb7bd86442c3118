import { useLocation } from 'wouter'
import { superAdminLogin, superAdminLoginForm } from '../../../contract/sessions.ts'
import { call } from '../../shell/api-client.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { pathTo } from '../../shell/paths.ts'
import { toast } from '../../ui/toast-store.ts'
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
