import { type AuditEntry, listAudit } from '../../../../contract/audit.ts'
import { fullMoment } from '../../../lib/dates.ts'
import { usePagedList } from '../../../lib/paged-list.ts'
import { ListPanel } from '../ListPanel.tsx'
import { describeEntry } from './describe-entry.ts'

const ORDERS = [
  ['-at', 'Newest first'],
  ['at', 'Oldest first'],
] as const

/** The audit log: who did what to which group or golfer, and when. */
export function AuditLog() {
  const list = usePagedList(listAudit, '-at')
  return (
    <ListPanel
      list={list}
      noun={['entry', 'entries']}
      placeholder="Golfer, group or action"
      orders={ORDERS}
    >
      {(rows) => (
        <ul className="sheet divide-y divide-line">
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </ListPanel>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  return (
    <li className="flex flex-wrap gap-x-6 gap-y-0.5 px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <span className="font-semibold">{entry.actorName ?? 'Fourball'}</span>{' '}
        {describeEntry(entry)}
        {entry.detail !== null && <span className="block text-sm text-muted">{entry.detail}</span>}
      </p>
      <time dateTime={entry.at} className="text-sm leading-6 text-muted">
        {fullMoment(entry.at)}
      </time>
    </li>
  )
}
