export { recordAction } from './audit/record-action.ts'
export { auditEntries } from './audit/schema.ts'
export { isUnreachable } from './consents/check-reach.ts'
export { grantConsent } from './consents/grant-consent.ts'
export { markUnreachable } from './consents/mark-unreachable.ts'
export { readTextStatus } from './consents/read-text-status.ts'
export { OPT_IN_REQUEST, requestOptIn } from './consents/request-opt-in.ts'
export { type Restarted, restartNumber } from './consents/restart-number.ts'
export { textNumbers } from './consents/schema.ts'
export { stopNumber } from './consents/stop-number.ts'
export { withdrawConsent } from './consents/withdraw-consent.ts'
export { createAccount } from './golfers/create-account.ts'
export { deleteGolfer } from './golfers/delete-golfer.ts'
export { ensureSuperAdmin } from './golfers/ensure-super-admin.ts'
export { findGolfer } from './golfers/find-golfer.ts'
export { findOrRegister } from './golfers/find-or-register.ts'
export { golferRoutes } from './golfers/routes.ts'
export { golfers } from './golfers/schema.ts'
export { nameGolfer } from './golfers/update-name.ts'
export { confirmPhone } from './golfers/update-phone.ts'
export { hashOfToken, issueLink, newToken, takeBackLink } from './links/issue-link.ts'
export { welcomeLinks } from './links/schema.ts'
export { type LinkToSend, sendWelcomeLink, type WelcomeReason } from './links/send-link.ts'
export { readChoices, saveChoices } from './preferences/choices.ts'
export { type QuietHours, quietUntil } from './preferences/quiet-hours.ts'
export { preferences } from './preferences/schema.ts'
export {
  anyone,
  anyoneOrSignedIn,
  type Golfer,
  type HolderWith,
  hashOf,
  holderOf,
  holderWith,
  idleSince,
  type SessionHolder,
  type SessionKey,
  type SuperAdmin,
  signedIn,
  superAdmin,
} from './sessions/access.ts'
export { describeDevice } from './sessions/describe-device.ts'
export { purgeDeadSessions } from './sessions/end-session.ts'
export { refuseGuessablePassword } from './sessions/refuse-guessable-password.ts'
export { sessionRoutes } from './sessions/routes.ts'
export { holderColumns, isLiveSession, sessions } from './sessions/schema.ts'
export { setPassword } from './sessions/set-password.ts'
export { openSession } from './sessions/start-session.ts'
export { signInCodeRoutes } from './sign-in-codes/routes.ts'
export { purgeOldFailures } from './sign-in-delays/count-attempt.ts'
export { makeDeviceKey } from './sign-in-delays/know-device.ts'
