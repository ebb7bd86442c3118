import { Dashboard } from '../features/groups/Dashboard.tsx'
import { LogoutButton } from '../features/sessions/LogoutButton.tsx'

export function DashboardScreen() {
  return <Dashboard logout={<LogoutButton onTurf />} />
}
