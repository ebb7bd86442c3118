import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { enumOfKeys, id, instant } from './fields.ts'
import { pagesOf } from './paging.ts'

/**
 * The actions in the audit log. Each has a label, which a search can find, and the sentence that the log
 * shows after the actor's name.
 */
export const AUDIT_ACTIONS = {
  'group-created': ['Group created', 'created the group {group} for {golfer}.'],
  'group-updated': ['Group settings changed', 'changed the settings of {group}.'],
  'group-activated': ['Group activated', 'activated {group}.'],
  'group-deactivated': ['Group deactivated', 'deactivated {group}.'],
  'group-deleted': ['Group deleted', 'deleted the group {group}.'],
  'group-restored': ['Group restored', 'restored the group {group}.'],
  'expiry-changed': ['Expiry changed', 'changed the expiry of {group}.'],
  'ownership-transferred': ['Ownership transferred', 'transferred {group} to {golfer}.'],
  'member-invited': ['Member invited', 'invited someone to {group}.'],
  'invitation-resent': ['Invitation resent', 'resent an invitation to {group}.'],
  'invitation-withdrawn': ['Invitation withdrawn', 'withdrew an invitation to {group}.'],
  'invitation-accepted': ['Invitation accepted', 'accepted an invitation to {group}.'],
  'invitation-declined': ['Invitation declined', 'declined an invitation to {group}.'],
  'member-added': ['Member added', 'added {golfer} to {group}.'],
  'member-joined': ['Member joined with a link', 'joined {group} with an invite link.'],
  'member-removed': ['Member removed', 'removed {golfer} from {group}.'],
  'member-left': ['Member left', 'left {group}.'],
  'admin-made': ['Admin added', 'made {golfer} an admin of {group}.'],
  'admin-unmade': ['Admin rights removed', 'removed {golfer} as an admin of {group}.'],
  'invite-link-created': ['Invite link created', 'created an invite link for {group}.'],
  'invite-link-changed': ['Invite link changed', 'changed an invite link for {group}.'],
  'invite-link-revoked': ['Invite link turned off', 'turned off an invite link for {group}.'],
  'join-request-accepted': ['Join request approved', 'let {golfer} join {group}.'],
  'join-request-declined': ['Join request declined', 'declined a request to join {group}.'],
  'tee-time-cancelled-for-creator': [
    'Tee time cancelled',
    "cancelled {golfer}'s tee time in {group}.",
  ],
  'recurring-tee-time-ended-for-creator': [
    'Recurring tee time ended',
    "ended {golfer}'s recurring tee time in {group}.",
  ],
  'password-reset': ['Password reset', "reset {golfer}'s password."],
  'message-retried': ['Message resent', 'resent a failed message to {golfer}.'],
  'user-deleted': ['User deleted', 'deleted the user {golfer}.'],
  'account-deleted': ['Account deleted', 'deleted their own account.'],
  'super-admin-signed-in': ['Super admin signed in', 'signed in.'],
  'super-admin-sign-in-failed': [
    'Super admin sign-in failed',
    'tried to sign in as {golfer} with the wrong password.',
  ],
  'sign-in-code-failed': [
    'Sign-in code failed',
    'tried to sign in as {golfer} with the wrong sign-in code.',
  ],
  'recovery-code-used': ['Recovery code used', 'used a recovery code.'],
  'sign-in-code-set-up': ['Sign-in code set up', 'set up a sign-in code.'],
  'sign-in-code-removed': ['Sign-in code turned off', 'turned off their sign-in code.'],
  'sign-in-code-reset': [
    'Sign-in code reset on the server',
    "reset {golfer}'s sign-in code on the server.",
  ],
} as const

export const auditAction = enumOfKeys(AUDIT_ACTIONS)
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
  ...pagesOf(auditEntry, 'at'),
})
