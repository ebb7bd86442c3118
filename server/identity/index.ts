export {
  anyone,
  anyoneOrSignedIn,
  authenticate,
  byToken,
  type Golfer,
  type HolderWithResource,
  hashOf,
  type SessionHolder,
  type SessionKey,
  type SuperAdmin,
  signedIn,
  superAdmin,
} from './access.ts'
export {
  grantConsent,
  isUnreachable,
  OPT_IN_REQUEST,
  readTextStatus,
  recordOptInRequest,
  restartNumber,
  stopNumber,
  withdrawConsent,
} from './consents/manage-consents.ts'
export { saveTextNumber } from './consents/store.ts'
export { ensureSuperAdmin, findOrRegister } from './golfers/create-golfer.ts'
export { deleteAgain, deleteGolfer } from './golfers/delete-golfer.ts'
export {
  findAccount,
  insertGolfer,
  listDeletedAccounts,
  lockAccount,
  lockAgainstDeletion,
} from './golfers/store.ts'
export {
  renameGolfer,
  setConfirmedPhone,
} from './golfers/update-golfer.ts'
export { notifyOfChange } from './notify-of-change.ts'
export { type QuietHours, quietStartsAround, quietUntil } from './quiet-hours.ts'
export { identityRoutes } from './routes.ts'
export {
  auditEntries,
  golfers,
  holderColumns,
  isAccount,
  isLiveSession,
  isSameEmail,
  isUnexpiredSession,
  preferences,
  sessions,
  textNumbers,
  welcomeLinks,
} from './schema.ts'
export { type LinkReason, type LinkToSend, newToken, sendWelcomeLink } from './send-link.ts'
export { refuseGuessablePassword, setPassword } from './sessions/change-password.ts'
export { describeDevice } from './sessions/manage-sessions.ts'
export { openSession } from './sessions/start-session.ts'
export { purgeDeadSessions } from './sessions/store.ts'
export { makeDeviceKey } from './sign-in-delays/count-attempt.ts'
export { deleteLink, readChoices, recordAction, saveChoices, storeLink } from './store.ts'
