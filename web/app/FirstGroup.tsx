import { Redirect } from 'wouter'
import { golferGroups } from '../../contract/groups.ts'
import { pathTo } from '../lib/paths.ts'
import { useAnswer } from '../lib/query-client.ts'
import { ScreenWaiting } from '../ui/on-demand.tsx'

interface FirstGroupProps {
  readonly screen: 'group' | 'groupMembers' | 'groupProfile'
}

/** Redirects to my first group when none is chosen, or to the dashboard if I have none. */
export function FirstGroup({ screen }: FirstGroupProps) {
  const groups = useAnswer(golferGroups, {})
  // Cached groups may be outdated: the first one may be gone.
  if (groups.isFetching) return <ScreenWaiting />
  const slug = groups.data?.[0]?.slug
  const target = slug === undefined ? pathTo('dashboard') : pathTo(screen, { slug })
  return <Redirect to={target} replace />
}
