import type { DeliverySummary } from '../../../../contract/delivery-log.ts'

/** Sentences that say whether texts are sent. */
export const TEXTS_LABELS: Readonly<Record<DeliverySummary['texts'], string>> = {
  on: 'Texts are on.',
  off: 'Texts are off: no provider is set up. Email carries all.',
  'kept-here': 'Texts stay here: the outbox keeps them, and no phone gets any.',
}
