import type { Overlap } from '../../../contract/overlaps.ts'
import { readableDate, readableTime } from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import { shortDate } from './format-when.ts'
import { shortened, typedText } from './to-gsm-text.ts'

/**
 * Mentions another round of the golfer in a text: 'Overlaps your 9:00 AM round at Priddis Greens.'
 * @param date the date of the round the text is about; the other round's date is omitted if it is the same
 * @param most the most characters of the course to show
 */
export function shortOverlap(overlap: Overlap, date: string, most: number): string {
  const day = overlap.date === date ? '' : `${shortDate(overlap.date)} `
  const course = shortened(typedText(overlap.course, 'the course'), most)
  return `Overlaps your ${day}${readableTime(overlap.time)} round at ${course}.`
}

/** Does the same as {@link shortOverlap} for an email. */
export function longOverlap({ course, date, time, groupName }: Overlap): string {
  const where = `${oneLineWithoutLinks(course, 'the course')} on ${readableDate(date)} at ${readableTime(time)}`
  return `You also play ${where} with ${oneLineWithoutLinks(groupName, 'another group')}. The two rounds overlap.`
}
