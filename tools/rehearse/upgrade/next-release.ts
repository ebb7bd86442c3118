import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** What the app needs to run. The next release gets copies of these files, and links to LINKED_FOLDERS. */
const COPIED_FILES = ['server', 'contract', 'tools', 'package.json']
const LINKED_FOLDERS = ['node_modules', 'dist']

/**
 * The kinds of changes that migrations can make while nodes of the previous release are running: add columns,
 * tables and indexes, and constraints that the previous release cannot violate.
 */
const MIGRATIONS = [
  'ALTER TABLE tee_times ADD COLUMN rehearsed_holes int NOT NULL DEFAULT 18 CHECK (rehearsed_holes > 0);',
  'ALTER TABLE groups ADD COLUMN rehearsed_motto text;',
  `ALTER TABLE spots ADD COLUMN rehearsed_cart int;
--> statement-breakpoint
CREATE INDEX spots_rehearsed_cart_idx ON spots (rehearsed_cart) WHERE rehearsed_cart IS NOT NULL;`,
  `CREATE TABLE rehearsed_carts (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id int NOT NULL REFERENCES groups ON DELETE CASCADE,
  name text NOT NULL
);`,
]

const NEW_FUNCTION = `CREATE OR REPLACE FUNCTION count_rehearsed_carts(p_group_id int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM rehearsed_carts WHERE group_id = p_group_id
$$;
`

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), when: z.number() })),
})

export interface NextRelease {
  /** The file that starts the release's app. */
  readonly main: string
  readonly folder: string
  readonly release: string
  remove(): void
}

/**
 * Creates a mock next release in a temporary folder: a copy of this checkout with additional migrations, a
 * new SQL function, changed function bodies, a view with one more column, and a renamed function.
 */
export async function writeNextRelease(): Promise<NextRelease> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fourball-next-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (const name of COPIED_FILES)
      cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true })
    for (const name of LINKED_FOLDERS) symlinkSync(path.join(ROOT, name), path.join(folder, name))
    const release = raiseVersion(path.join(folder, 'package.json'))
    addMigrations(path.join(folder, 'server/app/migrations'))
    const teeTimeFunctions = path.join(folder, 'server/tee-times/functions')
    writeFileSync(path.join(teeTimeFunctions, 'count_rehearsed_carts.sql'), NEW_FUNCTION)
    // Change the bodies of two functions. Triggers call the second function. Adding a statement that does
    // nothing is enough, because it changes the function's checksum.
    replaceInFile(
      path.join(teeTimeFunctions, 'claim_spots.sql'),
      /\nBEGIN\n/,
      '\nBEGIN\n  PERFORM 18;\n',
    )
    const memberEventFunction = path.join(folder, 'server/live/functions/add_member_event.sql')
    replaceInFile(memberEventFunction, /BEGIN\n/, 'BEGIN\n  PERFORM 18;\n')
    replaceInFile(
      path.join(teeTimeFunctions, 'card_rows.sql'),
      /( AS owed_by_name)\n/,
      '$1, t.rehearsed_holes\n',
    )
    replaceInFile(
      path.join(teeTimeFunctions, 'card_rows.sql'),
      /NULL\nFROM waiting_list/,
      'NULL, NULL\nFROM waiting_list',
    )
    await renameFunction(path.join(folder, 'server'), 'overlapping_round', 'nearest_round')
    return { main: path.join(folder, 'server/app/main.ts'), folder, release, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function raiseVersion(manifest: string): string {
  const text = readFileSync(manifest, 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text))
  const [major, minor] = version.split('.').map(Number)
  const next = `${major}.${Number(minor) + 1}.0`
  writeFileSync(manifest, text.replace(`"version": "${version}"`, `"version": "${next}"`))
  return next
}

function addMigrations(folder: string): void {
  const file = path.join(folder, 'meta/_journal.json')
  const journal = journalSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  for (const sql of MIGRATIONS) {
    const last = journal.entries.at(-1)
    const idx = journal.entries.length
    const migration = `${String(idx).padStart(4, '0')}_rehearsal`
    journal.entries.push({ ...last, idx, tag: migration, when: (last?.when ?? 0) + 1 })
    writeFileSync(path.join(folder, `${migration}.sql`), sql)
  }
  writeFileSync(file, JSON.stringify(journal))
}

/**
 * Replaces a piece of code in a file.
 * @throws Error if nothing matches: the code has changed, so the pattern must change too
 */
function replaceInFile(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${file} does not contain ${from}`)
  writeFileSync(file, changed)
}

/** Renames an SQL function, as a release must do to change the function's parameters or meaning. */
async function renameFunction(server: string, from: string, to: string): Promise<void> {
  let count = 0
  for await (const name of glob('**/*.{ts,sql}', { cwd: server })) {
    const file = path.join(server, name)
    const text = readFileSync(file, 'utf8')
    if (!text.includes(`${from}(`)) continue
    count += 1
    if (path.basename(name) === `${from}.sql`) rmSync(file)
    const target = path.join(
      path.dirname(file),
      path.basename(name).replace(`${from}.sql`, `${to}.sql`),
    )
    writeFileSync(target, text.replaceAll(`${from}(`, `${to}(`))
  }
  if (count < 2) throw new Error(`Nothing calls ${from}`)
}
