import { AUDIT_ACTIONS, type AuditEntry, listAudit } from '../../../contract/audit.ts'
import { fullMoment } from '../../lib/dates.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { ListPanel, ordersByAge } from './ListPanel.tsx'

export function AuditLog() {
  return (
    <ListPanel
      list={usePagedList(listAudit, '-at')}
      noun={['entry', 'entries']}
      placeholder="Golfer, group, or action"
      orders={ordersByAge('at')}
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
  const { at, action, actorName, detail } = entry
  return (
    <li className="flex flex-wrap gap-x-6 gap-y-0.5 px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <span className="font-semibold">
          {/* A failed sign-in has no actor. All other actions without one were Fourball's own. */}
          {actorName ?? (action.endsWith('-failed') ? 'Someone' : 'Fourball')}
        </span>{' '}
        {describeEntry(entry)}
        {detail !== null && <span className="block text-sm text-muted">{detail}</span>}
      </p>
      <time dateTime={at} className="text-sm leading-6 text-muted">
        {fullMoment(at)}
      </time>
    </li>
  )
}

function describeEntry({ action, actorName, groupName, golferName }: AuditEntry): string {
  const group = groupName ?? 'a group'
  const golfer = golferName ?? 'a golfer'
  if (action === 'group-created' && (golferName === null || golferName === actorName)) {
    return `created the group ${group}.`
  }
  if (action === 'message-retried' && golferName === null) return 'resent a failed message.'
  const [, sentence] = AUDIT_ACTIONS[action]
  return sentence.replace(/\{(\w+)\}/g, (_, name) => (name === 'group' ? group : golfer))
}
