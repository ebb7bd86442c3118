import { expect } from 'vitest'
import type { Composed } from '../../deliveries/deliver.ts'

type MessageWords = Pick<Composed, 'text' | 'mail'>

const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Expects a message with hostile input to have no bad links, and the same lines and tags as a message without
 * hostile input.
 */
export function expectHarmless(
  hostile: MessageWords | undefined,
  plain: MessageWords | undefined,
): void {
  if (hostile === undefined || plain === undefined) throw new Error('The message is empty')
  const { text = '' } = hostile
  expect(typeof hostile.text).toBe(typeof plain.text)
  expect(text).not.toMatch(FORBIDDEN)
  expect(hostile.mail.subject).not.toMatch(FORBIDDEN)
  expect(hostile.mail.body.replaceAll('\n', '')).not.toMatch(FORBIDDEN)
  expect(hostile.mail.html.replaceAll('\n', '')).not.toMatch(FORBIDDEN)
  expect(hostile.mail.body.split('\n')).toHaveLength(plain.mail.body.split('\n').length)
  const tags = (markup: string) => markup.match(/<[^>]*>?/g)
  expect(tags(hostile.mail.html)).toEqual(tags(plain.mail.html))
  for (const words of [text, hostile.mail.subject, hostile.mail.body]) {
    expect(words).not.toMatch(/evil[.．。․]example|evil@|@evil|:\/\/evil/)
  }
  // With characters outside GSM 03.38, one segment would become three.
  expect(text).toMatch(/^[ -~£¥§¡¿Ä-ü\n]*$/)
}
