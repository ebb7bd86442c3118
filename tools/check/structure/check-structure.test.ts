import { expect, test } from 'vitest'
import { checkStructure } from './check-structure.ts'
import { parseSource } from './source-file.ts'

const CODEBASE: Readonly<Record<string, string>> = {
  'contract/groups.ts': "import * as z from 'zod/mini'\nexport const id = z.int()",
  'contract/tee-times.ts': "import { id } from './groups.ts'\nexport const teeTimeId = id",
  'server/groups/schema.ts':
    "import { pgTable } from 'drizzle-orm/pg-core'\nexport const groups = pgTable('groups', {})",
  'server/groups/store.ts':
    "import { sql } from 'drizzle-orm'\nimport type { Viewer } from './access.ts'\nexport const find = (viewer: Viewer) => [sql`select 1 from groups`, viewer]",
  'server/groups/access.ts':
    "import { find } from './store.ts'\ndeclare const proven: unique symbol\nexport interface Viewer { readonly [proven]: 'Viewer' }\nexport const authorize = () => find({} as Viewer) as unknown as Viewer",
  'server/groups/read-group.ts': "import { find } from './store.ts'\nexport const readGroup = find",
  'server/groups/routes.ts':
    "import { readGroup } from './read-group.ts'\nexport const routes = [readGroup]",
  'server/groups/index.ts':
    "export { authorize } from './access.ts'\nexport { readGroup } from './read-group.ts'\nexport { groups } from './schema.ts'",
  'server/tee-times/schema.ts':
    "import { groups } from '../groups/index.ts'\nexport const teeTimes = groups",
  'server/tee-times/claim-spot.ts':
    "import { authorize, readGroup } from '../groups/index.ts'\nexport const claimSpot = [readGroup, authorize]",
  'server/tee-times/tee-times.test.ts': "import { test } from 'vitest'",
  'server/tee-times/claim-spot.race.test.ts': "import { find } from '../groups/store.ts'\nfind",
  'server/platform/clock.ts': 'export const read = (date: string) => new Date(date)',
  'server/platform/database/connect.ts':
    "import { Pool } from 'pg'\nexport const pool = new Pool()",
  'server/system-tests/every-role.test.ts': "import './testing/rows.ts'",
  'server/system-tests/testing/rows.ts':
    "import { Pool } from 'pg'\nnew Pool().query('select 1 from groups')",
  'web/features/groups/Home.tsx':
    "import { teeTimeId } from '../../../contract/tee-times.ts'\nexport const Home = () => <p>{String(teeTimeId)}</p>",
  'web/ui/Button.tsx': 'export const Button = () => <button type="button" />',
  'e2e/claim.e2e.ts': "import { test } from '@playwright/test'",
  'e2e/specification/routes.e2e.ts': "import { test } from '@playwright/test'",
}

function findingsWith(added: Readonly<Record<string, string>>): string[] {
  const files = Object.entries({ ...CODEBASE, ...added }).map(([path, text]) =>
    parseSource(path, text),
  )
  return checkStructure(files).map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`)
}

test('accepts a codebase that follows all rules', () => {
  expect(findingsWith({})).toEqual([])
})

const LINE = 'export const a = 1\n'

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
    "const a = await import('../../web/ui/Button.tsx')",
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
    'access asserted outside access.ts',
    'server/groups/rename-group.ts',
    "import type { Viewer } from './access.ts'\nexport const v = {} as unknown as Viewer",
    'access.ts',
  ],
  [
    "another domain's store",
    'server/tee-times/store.ts',
    "import { find } from '../groups/store.ts'",
    'server/groups/index.ts',
  ],
  [
    'a type of a later domain',
    'server/identity/read-name.ts',
    "import type { readGroup } from '../groups/index.ts'",
    'identity comes before groups',
  ],
  [
    'a later feature',
    'web/features/weather/Forecast.tsx',
    "import { Home } from '../groups/Home.tsx'",
    'weather comes before groups',
  ],
  [
    'a domain that is not in the order',
    'server/scores/index.ts',
    "import '../groups/index.ts'",
    'scores comes before groups',
  ],
  [
    'platform imports a domain',
    'server/platform/live.ts',
    "import { prove } from '../groups/access.ts'",
    'never imports a domain',
  ],
  [
    'providers import a domain',
    'server/providers/sms/send.ts',
    "import { prove } from '../../groups/access.ts'",
    'never imports a domain',
  ],
  [
    'ui imports a domain',
    'web/ui/Card.tsx',
    "import { Home } from '../features/groups/Home.tsx'",
    'never imports a domain',
  ],
  [
    'a test away from what it tests',
    'server/app/claim.test.ts',
    "import { test } from 'vitest'",
    'next to',
  ],
  [
    'an end-to-end test outside e2e/',
    'web/ui/claim.e2e.ts',
    "import { test } from '@playwright/test'",
    'e2e/',
  ],
  ['a long file', 'web/ui/long.css', LINE.repeat(401), '400'],
  ['a file near the length limit', 'web/ui/long.ts', LINE.repeat(301), 'consider splitting'],
  ['a meaningless file name', 'web/ui/date-utils.ts', LINE, '"utils"'],
  ['a meaningless folder name', 'web/common/dates.ts', LINE, '"common"'],
  ['a name in camel case', 'server/app/sessionManager.ts', LINE, '"Manager"'],
  ['a local date as an instant', 'web/ui/day.ts', "new Date('2026-05-30')", 'clock'],
  ['a local date and time', 'web/ui/day.ts', 'new Date(`$' + '{day}T08:12`)', 'clock'],
  ['a variable that is a local date', 'web/ui/day.ts', 'new Date(teeTime.date)', 'clock'],
  ['a parsed local date', 'web/ui/day.ts', 'Date.parse(date)', 'clock'],
])('finds %s', (_, path, text, advice) => {
  const findings = findingsWith({ [path]: text })
  expect(findings).toHaveLength(1)
  expect(findings[0]).toContain(path)
  expect(findings[0]).toContain(advice)
})

test.each<[string, string, string]>([
  ['an instant', 'web/ui/day.ts', "new Date('2026-05-30T08:12:00Z')"],
  ['an instant with an offset', 'web/ui/day.ts', 'Date.parse(`$' + '{day}T08:12-06:00`)'],
  ['an instant in a variable', 'web/ui/day.ts', 'Date.parse(group.expiryDate)'],
  ['prose that starts like SQL', 'server/app/app.ts', "say('Select a time from the list')"],
  ['a cycle with a dynamic import', 'web/ui/Later.tsx', "import('./Later.tsx')"],
  ['types of the driver', 'server/app/app.ts', "import type { Pool } from 'pg'"],
])('accepts %s', (_, path, text) => {
  expect(findingsWith({ [path]: text })).toEqual([])
})

test('reports a cycle of files once with its path', () => {
  const findings = findingsWith({
    'web/ui/a.ts': "import { b } from './b.ts'\nexport const a = b",
    'web/ui/b.ts': "import { c } from './c.ts'\nexport const b = c",
    'web/ui/c.ts': "export { a as c } from './a.ts'",
  })
  expect(findings).toHaveLength(1)
  expect(findings[0]).toContain('web/ui/a.ts → web/ui/b.ts → web/ui/c.ts → web/ui/a.ts')
})

test('reports a cycle of folders once, even if only types are imported', () => {
  const findings = findingsWith({
    'server/platform/clock.ts': "import type { tick } from '../providers/push/push.ts'\ntick",
    'server/providers/push/push.ts': "import type { read } from '../../platform/clock.ts'\nread",
  })
  expect(findings).toHaveLength(1)
  expect(findings[0]).toContain('server/platform → server/providers → server/platform')
})

test('names the file in the error if it cannot be parsed', () => {
  expect(() => findingsWith({ 'web/ui/broken.ts': 'export const = 1' })).toThrow('web/ui/broken.ts')
})
