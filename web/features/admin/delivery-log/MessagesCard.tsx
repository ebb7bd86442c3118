import ChevronRight from 'lucide-react/icons/chevron-right'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from 'wouter'
import { type DeliverySummary, readDeliverySummary } from '../../../../contract/message-ledger.ts'
import { grouped } from '../../../lib/counts.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useAnswer } from '../../../lib/query-client.ts'
import { TEXTS_WORDS } from './describe-texts.ts'

/** Link from the dashboard to the delivery log, with a warning if there are problems. */
export function MessagesCard() {
  const summary = useAnswer(readDeliverySummary, {})
  const trouble = summary.data && troubleOf(summary.data)
  return (
    <Link
      href={pathTo('superAdminMessages')}
      className={`flex min-h-18 items-center gap-4 rounded-[0.875rem] border p-4 hover:border-edge ${trouble === undefined ? 'sheet' : 'border-flag bg-flag-soft'}`}
    >
      {trouble !== undefined && (
        <TriangleAlert aria-hidden size={22} className="shrink-0 text-flag" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Messages</span>
        <span className={`block min-h-10 text-sm sm:min-h-5 ${trouble ? '' : 'text-muted'}`}>
          {trouble ?? 'Texts and emails: what waits, what left, what failed'}
        </span>
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-muted" />
    </Link>
  )
}

function troubleOf({ texts, failed }: DeliverySummary): string | undefined {
  if (texts === 'off') return TEXTS_WORDS.off
  if (failed === 0) return undefined
  return `${grouped(failed)} failed in the last 24 hours`
}
