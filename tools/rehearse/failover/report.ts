export interface Result {
  readonly fault: string
  /** How many taps were acknowledged before, during and after the fault. */
  readonly acknowledged: number
  /** How many of the acknowledged changes the database lacks. */
  readonly lost: number
  readonly oversold: number
  /** How many texts the app accepted before, during and after the fault. Each text should get one reply. */
  readonly texts: number
  readonly textsLost: number
  readonly textsTwice: number
  /** The longest time that a golfer waited for an acknowledged change. */
  readonly writesMs: number
  /** The longest time that a phone waited for a live event. */
  readonly streamsMs: number
  readonly streamsWithinMs: number | undefined
}

const WRITES_WITHIN_MS = 30_000
const MAX_TEXTED_TWICE = 1

/**
 * Returns a message for each kind of loss, and for duplicate replies if there are more than MAX_TEXTED_TWICE.
 */
export function findLosses(result: Result): string[] {
  const { fault, lost, oversold, textsLost, textsTwice } = result
  return [
    ...(lost > 0 ? [`${fault}: ${lost} acknowledged changes are missing`] : []),
    ...(oversold > 0 ? [`${fault}: ${oversold} spots were sold twice`] : []),
    ...(textsLost > 0 ? [`${fault}: ${textsLost} texts were lost`] : []),
    ...(textsTwice > MAX_TEXTED_TWICE ? [`${fault}: ${textsTwice} texts came twice`] : []),
  ]
}

export function findDelays({ fault, writesMs, streamsMs, streamsWithinMs }: Result): string[] {
  const late = (what: string, ms: number, within: number | undefined) =>
    within !== undefined && ms > within
      ? [`${fault}: ${what} took ${seconds(ms)} s to come back; the limit is ${within / 1000} s`]
      : []
  return [
    ...late('writes', writesMs, WRITES_WITHIN_MS),
    ...late('live streams', streamsMs, streamsWithinMs),
  ]
}

const HEADINGS = [
  'fault',
  'acknowledged',
  'lost',
  'oversold',
  'texts',
  'lost',
  'twice',
  'writes back, s',
  'streams back, s',
]

export function formatTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.fault,
    ...[result.acknowledged, result.lost, result.oversold].map(String),
    ...[result.texts, result.textsLost, result.textsTwice].map(String),
    ...[result.writesMs, result.streamsMs].map(seconds),
  ])
  const widths = HEADINGS.map((head, n) =>
    Math.max(head.length, ...rows.map((row) => row[n]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, n) => (n === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(HEADINGS), rule, ...rows.map(line)].join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
