import { Redirect } from 'wouter'
import { golferGroups } from '../../contract/groups.ts'
import { ScreenWaiting } from './lazy-screen.tsx'
import { pathTo } from './paths.ts'
import { useAnswer } from './query-client.ts'

interface FirstGroupProps {
  readonly screen: 'group' | 'groupMembers' | 'groupProfile'
}

/** Where no group is chosen: on to my first one, or to the dashboard without any. */
export function FirstGroup({ screen }: FirstGroupProps) {
  const groups = useAnswer(golferGroups, {})
  // What is known from before may have changed since: the first group may be gone.
  if (groups.isFetching) return <ScreenWaiting />
  const slug = groups.data?.[0]?.slug
  const target = slug === undefined ? pathTo('dashboard') : pathTo(screen, { slug })
  return <Redirect to={target} replace />
}
