import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { enumOfKeys, id, instant } from './fields.ts'
import { pageQuery } from './paging.ts'

/** The actions in the audit log. A search of the log also matches these labels. */
export const ACTION_LABELS = {
  'group-created': 'Group created',
  'group-updated': 'Group settings changed',
  'group-activated': 'Group activated',
  'group-deactivated': 'Group deactivated',
  'group-deleted': 'Group deleted',
  'group-restored': 'Group restored',
  'expiry-changed': 'Expiry changed',
  'ownership-transferred': 'Ownership transferred',
  'member-invited': 'Member invited',
  'invitation-resent': 'Invitation resent',
  'invitation-withdrawn': 'Invitation withdrawn',
  'invitation-accepted': 'Invitation accepted',
  'invitation-declined': 'Invitation declined',
  'member-added': 'Member added',
  'member-joined': 'Member joined with a link',
  'member-removed': 'Member removed',
  'member-left': 'Member left',
  'admin-made': 'Admin added',
  'admin-unmade': 'Admin rights removed',
  'invite-link-created': 'Invite link created',
  'invite-link-changed': 'Invite link changed',
  'invite-link-revoked': 'Invite link turned off',
  'join-request-accepted': 'Join request approved',
  'join-request-declined': 'Join request declined',
  'tee-time-cancelled-for-creator': 'Tee time cancelled',
  'recurring-tee-time-ended-for-creator': 'Recurring tee time ended',
  'password-reset': 'Password reset',
  'message-retried': 'Message resent',
  'user-deleted': 'User deleted',
  'account-deleted': 'Account deleted',
  'super-admin-signed-in': 'Super admin signed in',
  'super-admin-sign-in-failed': 'Super admin sign-in failed',
  'sign-in-code-failed': 'Sign-in code failed',
  'recovery-code-used': 'Recovery code used',
  'sign-in-code-set-up': 'Sign-in code set up',
  'sign-in-code-removed': 'Sign-in code turned off',
  'sign-in-code-reset': 'Sign-in code reset on the server',
}

export const auditAction = enumOfKeys(ACTION_LABELS)
export type AuditAction = z.output<typeof auditAction>

const auditEntry = z.object({
  id,
  at: instant,
  /** Null if the app itself acted. */
  actorName: z.nullable(z.string()),
  action: auditAction,
  groupId: z.nullable(id),
  groupName: z.nullable(z.string()),
  golferName: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = endpoint('GET', '/api/super-admin/audit-log', {
  summary: 'Actions of admins, owners and super admins, newest first',
  query: pageQuery('at'),
  response: z.array(auditEntry),
  paged: true,
})
