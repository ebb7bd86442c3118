export interface Outcome {
  readonly chapter: string
  readonly attack: string
  readonly tries: number
  readonly seconds: number
  /** How the app failed; undefined if it withstood the attack. */
  readonly failure: string | undefined
}

const MAX_REASON_LENGTH = 400

export function tableOf(outcomes: readonly Outcome[]): string {
  const header = ['attack', 'tries', 'seconds', 'result']
  const rows = outcomes.map(({ chapter, attack, tries, seconds, failure }) => [
    `${chapter}: ${attack}`,
    tries.toLocaleString('en-US'),
    seconds.toFixed(1),
    failure === undefined ? 'held' : 'BROKEN',
  ])
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 1 || column === 2 ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [
    line(header),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.flatMap((row, index) => [line(row), ...reasonLines(outcomes[index])]),
  ].join('\n')
}

function reasonLines(outcome: Outcome | undefined): string[] {
  if (outcome?.failure === undefined) return []
  return [`  → ${outcome.failure.replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH)}`]
}
