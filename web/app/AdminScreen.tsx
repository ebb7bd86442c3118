import type { User } from '../../contract/sessions.ts'
import { Admin } from '../features/admin/Admin.tsx'
import { ScreenWaiting } from '../ui/on-demand.tsx'

export function AdminScreen({ user }: { user: User | undefined }) {
  return user === undefined ? <ScreenWaiting /> : <Admin user={user} />
}
