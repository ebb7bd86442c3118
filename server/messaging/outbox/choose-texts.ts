import type { Context } from '../../context.ts'
import { embeddedTexts, type Texts } from '../../providers/texts/texts.ts'
import { twilioTexts } from '../../providers/texts/twilio.ts'
import { insertMessage } from './store.ts'

/** Where Twilio reports the status of a text, below the public URL. */
const STATUS_CALLBACK = '/api/webhooks/twilio/status'

/**
 * Returns Twilio if it is configured. Otherwise texts stay in the outbox in local mode, and are off in
 * production.
 */
export function chooseTexts({
  config,
  db,
  clock,
  log,
}: Pick<Context, 'config' | 'db' | 'clock' | 'log'>): Texts | undefined {
  const { twilio, publicUrl } = config
  if (twilio !== undefined) {
    return twilioTexts({
      ...twilio,
      statusCallback: publicUrl && publicUrl + STATUS_CALLBACK,
      onPause: (cause) => log.error({ cause }, 'Twilio keeps failing: pausing texts'),
    })
  }
  if (config.production) return undefined
  return embeddedTexts(({ to, ...message }) =>
    insertMessage(db, { ...message, recipient: to, createdAt: clock.now() }),
  )
}
