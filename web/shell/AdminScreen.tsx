import type { User } from '../../contract/sessions.ts'
import { Admin } from '../features/super-admin/Admin.tsx'
import { ScreenWaiting } from './lazy-screen.tsx'

export function AdminScreen({ user }: { user: User | undefined }) {
  return user === undefined ? <ScreenWaiting /> : <Admin user={user} />
}
