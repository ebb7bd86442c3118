export { composeAlert } from './alerts/compose-alert.ts'
export { dateIn } from './alerts/format-for-reader.ts'
export { chooseEmail, choosePush, chooseTexts } from './choose-providers.ts'
export { releaseDeferred } from './deliveries/defer-or-give-up.ts'
export { deliver } from './deliveries/deliver.ts'
export { handleEarlyReport } from './deliveries/handle-report.ts'
export { notify } from './deliveries/queue-messages.ts'
export { retireNumber } from './deliveries/stop-texts.ts'
export {
  addDeliverJob,
  addNotificationData,
  dropUnsent,
  findLastNotification,
  requeueHeldMessages,
} from './deliveries/store.ts'
export { messagingGolferHooks, messagingGroupHooks } from './hooks.ts'
export { mailInvitation, mailLink, mailRequestedLink } from './links/mail-links.ts'
export { hasOutbox } from './outbox/access.ts'
export { outboxMailRoute, outboxRoutes } from './outbox/routes.ts'
export { preferenceRoutes, unsubscribeRoutes } from './preferences/routes.ts'
export {
  notifyCancelled,
  notifyChanged,
  notifyCreators,
  notifyJoinRequests,
  notifyOpened,
  notifyPosted,
  notifyZoneChanged,
} from './recipients/notify-golfers.ts'
export { markAllAnnounced } from './recipients/store.ts'
export { notifyTrialEnd, remindPlayers } from './reminders/send-reminders.ts'
export { deliveries } from './schema.ts'
export { twilioRoutes } from './text-commands/routes.ts'
export { deleteOldTexts } from './text-commands/store.ts'
