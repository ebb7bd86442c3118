import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listMyRounds as endpoint } from '../../../contract/rounds.ts'
import type { Context } from '../../context.ts'
import type { GroupViewer } from '../../groups/index.ts'
import type { SessionHolder } from '../../identity/index.ts'
import * as store from './store.ts'

/** The year of the rounds to return; by default, the latest year with a round. */
type YearQuery = Pick<QueryOf<typeof endpoint>, 'year'>

export async function readSeason(ctx: Context, viewer: GroupViewer, query: YearQuery) {
  const now = ctx.clock.now()
  const years = await store.listYears(ctx.db, viewer, now)
  const year = query.year ?? years[0] ?? null
  return { year, years, ...(await store.sumSeason(ctx.db, viewer, year, now)) }
}

export async function writeSeasonCsv(ctx: Context, viewer: GroupViewer, query: YearQuery) {
  const now = ctx.clock.now()
  const year = query.year ?? (await store.listYears(ctx.db, viewer, now))[0] ?? null
  const header = ['Date', 'Time', 'Course', 'Player', 'Guest of', 'Posted by']
  const rows = await store.listSeasonRows(ctx.db, viewer, year, now)
  return csvFile(['season', viewer.group.slug, year], header, rows)
}

export async function readMyRoundsSummary(ctx: Context, holder: SessionHolder, query: YearQuery) {
  const now = ctx.clock.now()
  const years = await store.listMyYears(ctx.db, holder, now)
  const year = query.year ?? years[0] ?? null
  return { year, years, ...(await store.sumRoundsOf(ctx.db, holder, year, now)) }
}

export async function listMyRounds(
  ctx: Context,
  holder: SessionHolder,
  { year: requestedYear, sort, ...page }: QueryOf<typeof endpoint>,
) {
  const now = ctx.clock.now()
  const year = requestedYear ?? (await store.listMyYears(ctx.db, holder, now))[0] ?? null
  return store.listRoundsOf(ctx.db, holder, year, now, { page, sort })
}

export async function writeMyRoundsCsv(ctx: Context, holder: SessionHolder, query: YearQuery) {
  const now = ctx.clock.now()
  const year = query.year ?? (await store.listMyYears(ctx.db, holder, now))[0] ?? null
  const { rows: rounds } = await store.listRoundsOf(ctx.db, holder, year, now, { sort: 'date' })
  const header = ['Date', 'Time', 'Course', 'Group', 'Players', 'Guests']
  const rows = rounds.map(({ date, time, course, groupName, players, guests }) => [
    date,
    time,
    course,
    groupName,
    players.join('; '),
    guests.join('; '),
  ])
  return csvFile(['my-rounds', year], header, rows)
}

function csvFile(nameParts: (string | number | null)[], header: string[], rows: string[][]) {
  const name = nameParts.filter((part) => part !== null).join('-')
  return { name, file: writeCsv(header, rows) }
}

/** Without it, some spreadsheets read the file in a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Matches where a spreadsheet would start a formula: at the start of a cell or after a semicolon, if a sign
 * such as '=' follows. (A semicolon separates cells in locales with decimal commas. Some locales accept
 * full-width signs.)
 */
const FORMULA_START = /(^ *|; *)(?=[=+\-@\t\r＝＋－＠])/g

/** Writes comma-separated values (RFC 4180). Escapes text that a spreadsheet would run as a formula. */
export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(formatCell).join(','))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

function formatCell(cell: string): string {
  // An apostrophe makes a spreadsheet treat what follows as text instead of a formula (OWASP, CSV Injection).
  const text = cell.replace(FORMULA_START, "$1'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
