import { SegmentedMessage } from 'sms-segments-calculator'
import type { Text, Texts } from './texts.ts'

/** Keeps a text where people can look at it; one with the key of an earlier one changes nothing. */
export type KeepText = (text: { readonly channel: 'text' } & Text) => Promise<void>

/** The stand-in without credentials: nothing leaves the house, all of it can be looked at. */
export function embeddedTexts(keep: KeepText): Texts {
  const taken = ({ key, body }: Text) => ({ providerId: `kept:${key}`, segments: segmentsOf(body) })
  return {
    kind: 'kept',
    async send(text) {
      await keep({ channel: 'text', ...text })
      return taken(text)
    },
    // Keeping twice is keeping once, so there is nothing to look for.
    find: async () => undefined,
  }
}

/** In how many parts a text is sent (GSM 03.38, else UCS-2). */
export function segmentsOf(body: string): number {
  return new SegmentedMessage(body).segmentsCount
}
