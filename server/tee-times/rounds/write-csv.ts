type Cell = string | number

/** Keeps programs from reading the file in the machine's legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a spreadsheet would start a formula: at the start of a cell, and after a semicolon, which
 * separates cells in locales with decimal commas. Some locales treat the full-width signs the same way.
 */
const FORMULA = /(^ *|; *)(?=[=+\-@\t\r＝＋－＠])/g

/** Writes a table as comma-separated values (RFC 4180), in which nothing that people typed is a formula. */
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
