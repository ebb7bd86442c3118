import { expect, test } from 'vitest'
import { checkStructure } from './check-structure.ts'

/** A codebase that follows all rules. Each case below adds one file to it. */
const HOUSE: Readonly<Record<string, string>> = {
  'contract/groups.ts': "import * as z from 'zod/mini'\nexport const id = z.int()",
  'contract/tee-times.ts': "import { id } from './groups.ts'\nexport const teeTimeId = id",
  'server/groups/schema.ts':
    "import { pgTable } from 'drizzle-orm/pg-core'\nexport const groups = pgTable('groups', {})",
  'server/groups/store.ts':
    "import { sql } from 'drizzle-orm'\nimport type { Viewer } from './gate.ts'\nexport const find = (viewer: Viewer) => [sql`select 1 from groups`, viewer]",
  'server/groups/access.ts':
    "import { find } from './store.ts'\ndeclare const proven: unique symbol\nexport interface Viewer { readonly [proven]: 'Viewer' }\nexport const prove = () => find({} as Viewer) as unknown as Viewer",
  'server/groups/read-group.ts': "import { find } from './store.ts'\nexport const readGroup = find",
  'server/groups/routes.ts':
    "import { readGroup } from './read-group.ts'\nexport const routes = [readGroup]",
  'server/tee-times/schema.ts':
    "import { groups } from '../groups/tables.ts'\nexport const teeTimes = groups",
  'server/tee-times/claim-spot.ts':
    "import { readGroup } from '../groups/read-group.ts'\nimport { prove } from '../groups/gate.ts'\nexport const claimSpot = [readGroup, prove]",
  'server/tee-times/tee-times.test.ts': "import { test } from 'vitest'",
  'server/tee-times/claim-spot.race.test.ts': "import { test } from 'vitest'",
  'server/platform/clock.ts': 'export const read = (date: string) => new Date(date)',
  'server/platform/database/connect.ts':
    "import { Pool } from 'pg'\nexport const pool = new Pool()",
  'server/every-role.test.ts': "import './testing/rows.ts'",
  'server/system-tests/testing/rows.ts':
    "import { Pool } from 'pg'\nnew Pool().query('select 1 from groups')",
  'web/features/groups/Home.tsx':
    "import { teeTimeId } from '../../../contract/tee-times.ts'\nexport const Home = () => <p>{String(teeTimeId)}</p>",
  'web/ui/Button.tsx': 'export const Button = () => <button type="button" />',
  'e2e/claim.e2e.ts': "import { test } from '@playwright/test'",
  'e2e/specification/routes.e2e.ts': "import { test } from '@playwright/test'",
}

function findingsWith(added: Readonly<Record<string, string>>): string[] {
  const tree = new Map(Object.entries({ ...HOUSE, ...added }))
  return checkStructure(tree).map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`)
}

test('a house in order', () => {
  expect(findingsWith({})).toEqual([])
})

const LONG = 'export const a = 1\n'

test.each<[string, string, string, string]>([
  ['contract imports a package', 'contract/members.ts', "import React from 'react'", 'only zod'],
  [
    'contract imports the server',
    'contract/members.ts',
    "export * from '../server/platform/clock.ts'",
    'only zod',
  ],
  [
    'web imports server',
    'web/ui/Now.tsx',
    "import { read } from '../../server/platform/clock.ts'",
    'contract/',
  ],
  [
    'web imports a type of server',
    'web/ui/Now.tsx',
    "import type { read } from '../../server/platform/clock.ts'",
    'contract/',
  ],
  [
    'server imports web',
    'server/app/app.ts',
    "const a = await import('../web/ui/Button.tsx')",
    'contract/',
  ],
  [
    'drizzle outside a store',
    'server/groups/rename-group.ts',
    "import { eq } from 'drizzle-orm'",
    'store.ts',
  ],
  ['a query outside a store', 'server/groups/rename-group.ts', "await pool.query('x')", 'store.ts'],
  [
    'query building without an import',
    'server/groups/rename-group.ts',
    'ctx.db.update(groups)',
    'store.ts',
  ],
  ['SQL as text', 'server/app/app.ts', "run('select id from groups')", 'store.ts'],
  ['SQL in a template', 'server/app/app.ts', 'run(`delete from groups where id = 1`)', 'store.ts'],
  [
    'routes import a store',
    'server/tee-times/routes.ts',
    "import { find } from './store.ts'",
    '<verb>-<noun>.ts',
  ],
  [
    'a scope minted outside a gate',
    'server/groups/rename-group.ts',
    "import type { Viewer } from './gate.ts'\nexport const v = {} as unknown as Viewer",
    'gate.ts',
  ],
  [
    "another feature's store",
    'server/tee-times/store.ts',
    "import { find } from '../groups/store.ts'",
    'contract/groups.ts',
  ],
  [
    "another feature's screen",
    'web/features/tee-times/Card.tsx',
    "import { Home } from '../groups/Home.tsx'",
    'contract/groups.ts',
  ],
  [
    'platform imports a feature',
    'server/platform/live.ts',
    "import { prove } from '../features/groups/gate.ts'",
    'never imports features',
  ],
  [
    'providers import a feature',
    'server/providers/sms/send.ts',
    "import { prove } from '../../features/groups/gate.ts'",
    'never imports features',
  ],
  [
    'ui imports a feature',
    'web/ui/Card.tsx',
    "import { Home } from '../features/groups/Home.tsx'",
    'never imports features',
  ],
  [
    'a feature unknown to the contract',
    'web/features/buddies/Buddies.tsx',
    'export const a = 1',
    'contract/buddies.ts',
  ],
  [
    'a test away from what it tests',
    'server/tests/claim.test.ts',
    "import { test } from 'vitest'",
    'beside',
  ],
  ['a journey in a room', 'web/ui/claim.e2e.ts', "import { test } from '@playwright/test'", 'e2e/'],
  ['a long file', 'web/ui/long.css', LONG.repeat(401), '400'],
  ['a file to think about', 'web/ui/long.ts', LONG.repeat(301), 'think'],
  ['a name that says nothing', 'web/ui/date-utils.ts', LONG, '"utils"'],
  ['a folder that says nothing', 'web/common/dates.ts', LONG, '"common"'],
  ['a name in camels', 'server/sessionManager.ts', LONG, '"Manager"'],
  ['a local date as an instant', 'web/ui/day.ts', "new Date('2026-05-30')", 'clock'],
  ['a local date and time', 'web/ui/day.ts', 'new Date(`$' + '{day}T08:12`)', 'clock'],
  ['a variable that is a local date', 'web/ui/day.ts', 'new Date(teeTime.date)', 'clock'],
  ['a parsed local date', 'web/ui/day.ts', 'Date.parse(date)', 'clock'],
])('%s', (_, path, text, room) => {
  const findings = findingsWith({ [path]: text })
  expect(findings).toHaveLength(1)
  expect(findings[0]).toContain(
    path.startsWith('web/features/buddies') ? 'web/features/buddies' : path,
  )
  expect(findings[0]).toContain(room)
})

test.each<[string, string, string]>([
  ['an instant', 'web/ui/day.ts', "new Date('2026-05-30T08:12:00Z')"],
  ['an instant with an offset', 'web/ui/day.ts', 'Date.parse(`$' + '{day}T08:12-06:00`)'],
  ['an instant by name', 'web/ui/day.ts', 'Date.parse(group.expiryDate)'],
  ['prose that begins like SQL', 'server/app/app.ts', "say('Select a time from the list')"],
  ['a part loaded later ends a circle', 'web/ui/Later.tsx', "import('./Later.tsx')"],
  ['types of the driver', 'server/app/app.ts', "import type { Pool } from 'pg'"],
])('%s is in order', (_, path, text) => {
  expect(findingsWith({ [path]: text })).toEqual([])
})

test('a circle is told once, with its way', () => {
  const findings = findingsWith({
    'web/ui/a.ts': "import { b } from './b.ts'\nexport const a = b",
    'web/ui/b.ts': "import { c } from './c.ts'\nexport const b = c",
    'web/ui/c.ts': "export { a as c } from './a.ts'",
  })
  expect(findings).toHaveLength(1)
  expect(findings[0]).toContain('web/ui/a.ts → web/ui/b.ts → web/ui/c.ts → web/ui/a.ts')
})

test('a file that cannot be parsed is named', () => {
  expect(() => findingsWith({ 'web/ui/broken.ts': 'export const = 1' })).toThrow('web/ui/broken.ts')
})
