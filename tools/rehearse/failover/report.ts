export interface Result {
  readonly fault: string
  /** How many taps were acknowledged before, during and after the fault. */
  readonly acknowledgedTaps: number
  /** How many of the acknowledged changes the database lacks. */
  readonly lostChanges: number
  readonly oversoldSpots: number
  /** How many texts the app accepted before, during and after the fault. Each text should get one reply. */
  readonly texts: number
  readonly lostReplies: number
  readonly duplicateReplies: number
  /** The longest time that a golfer waited for an acknowledged change. */
  readonly longestWriteGapMs: number
  /** The longest time that a phone waited for a live event. */
  readonly longestStreamGapMs: number
  readonly streamLimitMs: number | undefined
}

const WRITE_LIMIT_MS = 30_000
const MAX_DUPLICATE_REPLIES = 1

/**
 * Returns a message for each kind of loss, and for duplicate replies if there are more than
 * MAX_DUPLICATE_REPLIES.
 */
export function findLosses(result: Result): string[] {
  const { fault, lostChanges, oversoldSpots, lostReplies, duplicateReplies } = result
  return [
    ...(lostChanges > 0 ? [`${fault}: ${lostChanges} acknowledged changes are missing`] : []),
    ...(oversoldSpots > 0 ? [`${fault}: ${oversoldSpots} spots were sold twice`] : []),
    ...(lostReplies > 0 ? [`${fault}: ${lostReplies} texts were lost`] : []),
    ...(duplicateReplies > MAX_DUPLICATE_REPLIES
      ? [`${fault}: ${duplicateReplies} texts came twice`]
      : []),
  ]
}

export function findSlowRecoveries({
  fault,
  longestWriteGapMs,
  longestStreamGapMs,
  streamLimitMs,
}: Result): string[] {
  const slowRecovery = (what: string, ms: number, limitMs: number | undefined) =>
    limitMs !== undefined && ms > limitMs
      ? [
          `${fault}: ${what} took ${formatSeconds(ms)} s to recover; the limit is ${limitMs / 1000} s`,
        ]
      : []
  return [
    ...slowRecovery('writes', longestWriteGapMs, WRITE_LIMIT_MS),
    ...slowRecovery('live streams', longestStreamGapMs, streamLimitMs),
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
    ...[result.acknowledgedTaps, result.lostChanges, result.oversoldSpots].map(String),
    ...[result.texts, result.lostReplies, result.duplicateReplies].map(String),
    ...[result.longestWriteGapMs, result.longestStreamGapMs].map(formatSeconds),
  ])
  const widths = HEADINGS.map((head, n) =>
    Math.max(head.length, ...rows.map((row) => row[n]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, n) => (n === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(HEADINGS), rule, ...rows.map(line)].join('\n')
}

function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
