import { Counter } from 'prom-client'
import { type MessageChannel, messageChannel } from '../../../contract/messages.ts'

/**
 * A sent text is counted again when the provider reports it as 'delivered' or 'failed'. 'emailed': the alert
 * failed on this channel and is emailed instead.
 */
const OUTCOMES = ['sent', 'delivered', 'emailed', 'failed', 'dropped'] as const

const messages = new Counter({
  name: 'fourball_messages_total',
  help: 'Messages to golfers by channel and outcome',
  labelNames: ['channel', 'outcome'] as const,
})

// Prometheus misses a counter's first increase unless the counter was exported as 0 before.
for (const channel of messageChannel.options) {
  for (const outcome of OUTCOMES) messages.inc({ channel, outcome }, 0)
}

export function countMessage(channel: MessageChannel, status: string | undefined): void {
  const outcome = OUTCOMES.find((one) => one === status)
  if (outcome !== undefined) messages.inc({ channel, outcome })
}
