type Cell = string | number

/** Told to programs that would take the file for one in the machine's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a spreadsheet would begin to reckon: at the beginning of a cell, and behind what parts cells where
 * commas are decimal. The wide signs are the same to it in some languages.
 */
const FORMULA = /(^ *|; *)(?=[=+\-@\t\r＝＋－＠])/g

/** A table as comma-separated values (RFC 4180), in which nothing that people typed is a formula. */
export function writeCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(written).join(','))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  // An apostrophe makes it text to a spreadsheet (OWASP, CSV Injection).
  const text = cell.replace(FORMULA, "$1'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
