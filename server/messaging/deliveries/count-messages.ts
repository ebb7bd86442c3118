import { Counter } from 'prom-client'
import { type MessageChannel, messageChannel } from '../../../contract/messages.ts'
import { processMetrics } from '../../platform/metrics.ts'

/**
 * What became of a message on a channel. The provider reports on a text that was sent: it is delivered, or has
 * failed. An alert that another channel could not take is emailed.
 */
const OUTCOMES = ['sent', 'delivered', 'emailed', 'failed', 'dropped'] as const

type MessageOutcome = (typeof OUTCOMES)[number]

const messages = new Counter({
  name: 'fourball_messages_total',
  help: 'Messages to golfers by channel and outcome',
  labelNames: ['channel', 'outcome'] as const,
  registers: [processMetrics],
})

// Prometheus does not see a counter's first increase unless it has seen the counter before.
for (const channel of messageChannel.options) {
  for (const outcome of OUTCOMES) messages.inc({ channel, outcome }, 0)
}

export function countMessage(channel: MessageChannel, outcome: MessageOutcome): void {
  messages.inc({ channel, outcome })
}

export function isOutcome(status: string | undefined): status is MessageOutcome {
  return OUTCOMES.some((outcome) => outcome === status)
}
