import type { Context } from './context.ts'
import { composeAlert } from './features/alerts/compose-alert.ts'
import { deliver } from './features/deliveries/deliver.ts'
import { forgetDeliveries } from './features/deliveries/forget-deliveries.ts'
import { releaseHeld } from './features/deliveries/release-held.ts'
import { forgetOldInvites } from './features/invites/forget-old.ts'
import { tellCreator } from './features/messages/tell-creator.ts'
import { tellOfChange } from './features/messages/tell-of-change.ts'
import { forgetDeadSessions } from './features/sessions/end-session.ts'
import { forgetSignups } from './features/signups/start-group.ts'
import { archiveAll } from './features/tee-times/archive-tee-times.ts'
import { purgeWeather } from './features/weather/purge-weather.ts'
import { mailLink } from './features/welcome/mail-link.ts'
import { answerRequest } from './features/welcome/request-link.ts'
import { forgetLinks } from './features/welcome/use-link.ts'
import type { Schedule, Tasks } from './platform/jobs/work-jobs.ts'

/** Every job of the app, by its identifier. */
export function tasksOf(ctx: Context): Tasks {
  return {
    archive_tee_times: async () => {
      await archiveAll(ctx)
    },
    purge_weather: async () => {
      await purgeWeather(ctx)
    },
    forget_dead_sessions: async () => {
      await forgetDeadSessions(ctx)
    },
    forget_expired_links: async () => {
      await forgetLinks(ctx)
      await forgetSignups(ctx)
      await forgetOldInvites(ctx)
    },
    deliver: (payload) => deliver(ctx, payload, composeAlert),
    release_held: async () => {
      await releaseHeld(ctx)
    },
    forget_deliveries: async () => {
      await forgetDeliveries(ctx)
    },
    mail_welcome_link: (payload) => mailLink(ctx, payload),
    forgot_password: (payload) => answerRequest(ctx, payload),
    tell_creator: (payload) => tellCreator(ctx, payload),
    tell_of_change: (payload) => tellOfChange(ctx, payload),
  }
}

/** Times are UTC. */
export const SCHEDULE: Schedule[] = [
  { task: 'release_held', at: '* * * * *' },
  { task: 'forget_deliveries', at: '37 9 * * *' },
  { task: 'archive_tee_times', at: '*/15 * * * *' },
  { task: 'purge_weather', at: '41 * * * *' },
  { task: 'forget_dead_sessions', at: '17 9 * * *' },
  { task: 'forget_expired_links', at: '27 9 * * *' },
]
