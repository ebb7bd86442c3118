import { type AlertEvent, type AlertKind, KIND_OF } from '../../../contract/alerts.ts'
import type { Notice } from '../../../contract/push.ts'

const TITLES: Readonly<Record<AlertKind, string>> = {
  posted: 'New tee time',
  mine: 'Your tee time',
  opened: 'A spot opened',
  waiting: 'Your place in line',
  changed: 'Your round',
  reminder: 'Your round',
  group: 'Your group',
  trial: 'Your group',
}

const OFFERED: ReadonlySet<AlertEvent> = new Set(['offer', 'reserved'])

/** More than phones show. */
const MOST = 240

/**
 * Turns a text into a notification: without the parts that only work in a text, and with its link to open.
 * Undefined for events that golfers do not choose a channel for.
 * @param tag a notification replaces an earlier one with the same tag
 */
export function notificationOf(event: AlertEvent, text: string, tag: string): Notice | undefined {
  const kind = KIND_OF[event]
  if (kind === undefined) return undefined
  const link = text.match(/https?:\/\/\S+/g)?.at(-1)
  const words = text
    .replace(/^Fourball: /, '')
    .replace(/\s*https?:\/\/\S+/g, '')
    .replace(/\s*\bReply [^.]*\./g, '')
    .trim()
  return {
    title: TITLES[kind],
    body: words.length > MOST ? `${words.slice(0, MOST - 1).trimEnd()}…` : words,
    path: pathOf(link),
    tag,
    ...(OFFERED.has(event) && { action: 'Take it' }),
  }
}

/** Returns the path that the link opens within the app. */
function pathOf(link: string | undefined): string {
  if (link === undefined || !URL.canParse(link)) return '/'
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}
