import { type AuditAction, type AuditEntry, listAudit } from '../../../contract/audit.ts'
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
          {actorName ?? (SIGN_IN_FAILURES.includes(action) ? 'Someone' : 'Fourball')}
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

/** Actions of people who weren't signed in. Fourball itself did all other actions without an actor. */
const SIGN_IN_FAILURES: readonly AuditAction[] = [
  'super-admin-sign-in-failed',
  'sign-in-code-failed',
]

const SENTENCES: Readonly<Record<AuditAction, string>> = {
  'group-created': 'created the group {group} for {golfer}.',
  'group-updated': 'changed the settings of {group}.',
  'group-activated': 'activated {group}.',
  'group-deactivated': 'deactivated {group}.',
  'group-deleted': 'deleted the group {group}.',
  'group-restored': 'restored the group {group}.',
  'expiry-changed': 'changed the expiry of {group}.',
  'ownership-transferred': 'transferred {group} to {golfer}.',
  'member-invited': 'invited someone to {group}.',
  'invitation-resent': 'resent an invitation to {group}.',
  'invitation-withdrawn': 'withdrew an invitation to {group}.',
  'invitation-accepted': 'accepted an invitation to {group}.',
  'invitation-declined': 'declined an invitation to {group}.',
  'member-added': 'added {golfer} to {group}.',
  'member-joined': 'joined {group} with an invite link.',
  'member-removed': 'removed {golfer} from {group}.',
  'member-left': 'left {group}.',
  'admin-made': 'made {golfer} an admin of {group}.',
  'admin-unmade': 'removed {golfer} as an admin of {group}.',
  'invite-link-created': 'created an invite link for {group}.',
  'invite-link-changed': 'changed an invite link for {group}.',
  'invite-link-revoked': 'turned off an invite link for {group}.',
  'join-request-accepted': 'let {golfer} join {group}.',
  'join-request-declined': 'declined a request to join {group}.',
  'tee-time-cancelled-for-creator': "cancelled {golfer}'s tee time in {group}.",
  'recurring-tee-time-ended-for-creator': "ended {golfer}'s recurring tee time in {group}.",
  'password-reset': "reset {golfer}'s password.",
  'message-retried': 'resent a failed message to {golfer}.',
  'user-deleted': 'deleted the user {golfer}.',
  'account-deleted': 'deleted their own account.',
  'super-admin-signed-in': 'signed in.',
  'super-admin-sign-in-failed': 'tried to sign in as {golfer} with the wrong password.',
  'sign-in-code-failed': 'tried to sign in as {golfer} with the wrong sign-in code.',
  'recovery-code-used': 'used a recovery code.',
  'sign-in-code-set-up': 'set up a sign-in code.',
  'sign-in-code-removed': 'turned off their sign-in code.',
  'sign-in-code-reset': "reset {golfer}'s sign-in code on the server.",
}

function describeEntry({ action, actorName, groupName, golferName }: AuditEntry): string {
  const group = groupName ?? 'a group'
  const golfer = golferName ?? 'a golfer'
  if (action === 'group-created' && (golferName === null || golferName === actorName)) {
    return `created the group ${group}.`
  }
  if (action === 'message-retried' && golferName === null) return 'resent a failed message.'
  return SENTENCES[action].replace(/\{(\w+)\}/g, (_, name) => (name === 'group' ? group : golfer))
}
