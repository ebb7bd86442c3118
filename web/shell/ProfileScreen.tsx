import type { User } from '../../contract/sessions.ts'
import { Profile } from '../features/golfers/Profile.tsx'
import { ChangePassword } from '../features/sessions/ChangePassword.tsx'
import { LogoutButton } from '../features/sessions/LogoutButton.tsx'

interface ProfileScreenProps {
  readonly user: User | undefined
  readonly groupName: string | undefined
}

export function ProfileScreen({ user, groupName }: ProfileScreenProps) {
  return (
    <Profile user={user} groupName={groupName}>
      <ChangePassword />
      <LogoutButton />
    </Profile>
  )
}
