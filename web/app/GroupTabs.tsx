import LandPlot from 'lucide-react/icons/land-plot'
import UserRound from 'lucide-react/icons/user-round'
import UsersRound from 'lucide-react/icons/users-round'
import { Link, useRoute } from 'wouter'
import { SCREENS } from '../../contract/screens.ts'
import { pathTo } from '../lib/paths.ts'

const TABS = [
  { screen: 'group', label: 'Tee Times', Icon: LandPlot },
  { screen: 'groupMembers', label: 'Members', Icon: UsersRound },
  { screen: 'groupProfile', label: 'Profile', Icon: UserRound },
] as const

/** The three tabs of a group, within reach of the thumb. */
export function GroupTabs({ slug }: { slug: string }) {
  return (
    <nav
      aria-label="Group"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto grid max-w-[28rem] grid-cols-3">
        {TABS.map((tab) => (
          <li key={tab.screen}>
            <Tab slug={slug} {...tab} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type TabProps = (typeof TABS)[number] & { readonly slug: string }

function Tab({ slug, screen, label, Icon }: TabProps) {
  const [current] = useRoute(SCREENS[screen])
  return (
    <Link
      href={pathTo(screen, { slug })}
      aria-current={current ? 'page' : undefined}
      className="tab"
    >
      <Icon aria-hidden size={22} />
      {label}
    </Link>
  )
}
