import { type AuditEntry, listAudit } from '../../../contract/audit.ts'
import { fullMoment } from '../../lib/dates.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { ListPanel } from './ListPanel.tsx'

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

/** Describes an audit entry as a sentence without its subject: '… reset Vera Moon's password.' */
function describeEntry(entry: AuditEntry): string {
  const group = entry.groupName ?? 'a group'
  const golfer = entry.golferName ?? 'a golfer'
  switch (entry.action) {
    case 'group-created':
      return entry.golferName === null || entry.golferName === entry.actorName
        ? `created the group ${group}.`
        : `created the group ${group} for ${golfer}.`
    case 'group-updated':
      return `changed the settings of ${group}.`
    case 'group-activated':
      return `activated ${group}.`
    case 'group-deactivated':
      return `deactivated ${group}.`
    case 'group-deleted':
      return `deleted the group ${group}.`
    case 'group-restored':
      return `restored the group ${group}.`
    case 'expiry-changed':
      return `changed the expiry of ${group}.`
    case 'ownership-transferred':
      return `transferred ${group} to ${golfer}.`
    case 'member-invited':
      return `invited someone to ${group}.`
    case 'invitation-resent':
      return `sent an invitation to ${group} again.`
    case 'invitation-withdrawn':
      return `withdrew an invitation to ${group}.`
    case 'invitation-accepted':
      return `accepted an invitation to ${group}.`
    case 'invitation-declined':
      return `declined an invitation to ${group}.`
    case 'member-added':
      return `added ${golfer} to ${group}.`
    case 'member-joined':
      return `joined ${group} with an invite link.`
    case 'member-removed':
      return `removed ${golfer} from ${group}.`
    case 'member-left':
      return `left ${group}.`
    case 'admin-made':
      return `made ${golfer} an admin of ${group}.`
    case 'admin-unmade':
      return `removed ${golfer} as an admin of ${group}.`
    case 'invite-link-created':
      return `created an invite link for ${group}.`
    case 'invite-link-changed':
      return `changed an invite link for ${group}.`
    case 'invite-link-revoked':
      return `turned off an invite link for ${group}.`
    case 'join-request-accepted':
      return `let ${golfer} join ${group}.`
    case 'join-request-declined':
      return `declined a request to join ${group}.`
    case 'tee-time-cancelled-for-creator':
      return `cancelled ${golfer}'s tee time in ${group}.`
    case 'recurring-tee-time-ended-for-creator':
      return `ended ${golfer}'s recurring tee time in ${group}.`
    case 'password-reset':
      return `reset ${golfer}'s password.`
    case 'message-retried':
      return entry.golferName === null
        ? 'resent a failed message.'
        : `resent a failed message to ${golfer}.`
    case 'user-deleted':
      return `deleted the user ${golfer}.`
    case 'account-deleted':
      return 'deleted their own account.'
    case 'super-admin-signed-in':
      return 'signed in.'
    case 'super-admin-sign-in-failed':
      return `tried to sign in as ${golfer} with a wrong password.`
    case 'sign-in-code-failed':
      return `tried to sign in as ${golfer} with a wrong sign-in code.`
    case 'recovery-code-used':
      return 'used a recovery code.'
    case 'sign-in-code-set-up':
      return 'set up a sign-in code.'
    case 'sign-in-code-removed':
      return 'turned the sign-in code off.'
    case 'sign-in-code-reset':
      return `reset ${golfer}'s sign-in code on the server.`
  }
}
