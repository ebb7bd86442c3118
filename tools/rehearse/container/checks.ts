export class Checks {
  readonly #print: (line: string) => void
  readonly #rows: { what: string; measured: string; isMet: boolean }[] = []

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  add(what: string, isMet: boolean, measured = ''): void {
    this.#rows.push({ what, measured, isMet })
    this.#print(`${isMet ? 'met   ' : 'NOT MET'} ${what} ${measured}`.trimEnd())
  }

  /**
   * Runs a part of the rehearsal. If the part throws, records an unmet condition instead of throwing, so that
   * the other parts still run. Returns whether the part finished.
   */
  async rehearsePart(name: string, run: () => Promise<void>): Promise<boolean> {
    this.#print(`\n${name} …`)
    try {
      await run()
      return true
    } catch (error) {
      this.add(name, false, error instanceof Error ? error.message : String(error))
      return false
    }
  }

  get areMet(): boolean {
    return this.#rows.every(({ isMet }) => isMet)
  }

  table(): string {
    const rows = [
      ['condition', 'measured', 'result'],
      ...this.#rows.map(({ what, measured, isMet }) => [
        what,
        measured.split('\n')[0] ?? '',
        isMet ? 'met' : 'NOT MET',
      ]),
    ]
    const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
    const widths = [widthOf(0), widthOf(1), widthOf(2)]
    const lines = rows.map((row) =>
      row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
    )
    lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '))
    return lines.map((line) => line.trimEnd()).join('\n')
  }
}
