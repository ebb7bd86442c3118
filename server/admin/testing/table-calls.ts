import { PAGE_ROWS } from '../../../contract/limits.ts'

export interface TableCall {
  readonly path: string
  readonly search: string
  readonly sort: string
  readonly page: 'first' | 'last'
}

const TABLES: readonly {
  readonly path: string
  readonly sorts: readonly string[]
  /** Realistic searches that match some rows. */
  readonly searches: readonly string[]
  /** Very short searches, and searches that match all rows. */
  readonly vagueSearches: readonly string[]
}[] = [
  {
    path: '/api/super-admin/users',
    sorts: ['name', '-name', 'email', '-email', 'createdAt', '-createdAt'],
    searches: ['1234', 'anna.77', 'rosa'],
    vagueSearches: ['an', 'example'],
  },
  {
    path: '/api/super-admin/groups',
    sorts: ['name', '-name', 'createdAt', '-createdAt', 'expiryDate', '-expiryDate'],
    searches: ['group-123', 'fairway berg', '.777@'],
    vagueSearches: ['an', 'olive', 'dew sweeper', 'group'],
  },
  {
    path: '/api/super-admin/memberships',
    sorts: ['name', '-name', 'email', '-email'],
    searches: ['1234', 'nineteenth hole', 'rosa'],
    vagueSearches: ['an', 'example'],
  },
  {
    path: '/api/super-admin/audit-log',
    sorts: ['-at', 'at'],
    searches: ['1234', 'dew sweeper', 'nov 9, 2027', 'password'],
    vagueSearches: ['an', 'member'],
  },
  {
    path: '/api/super-admin/messages',
    sorts: ['-createdAt', 'createdAt'],
    searches: ['1234', 'dew sweeper', 'rosa'],
    vagueSearches: ['an'],
  },
  {
    path: '/api/super-admin/messages?status=failed',
    sorts: ['-createdAt'],
    searches: ['dew sweeper'],
    vagueSearches: ['an'],
  },
  {
    path: '/api/super-admin/message-days',
    sorts: ['-day', 'day'],
    searches: ['1234', 'dew sweeper'],
    vagueSearches: ['an'],
  },
]

export function* tableCalls({
  withVagueSearches,
}: {
  withVagueSearches: boolean
}): Generator<TableCall> {
  for (const { path, sorts, searches, vagueSearches } of TABLES) {
    for (const search of ['', ...searches, ...(withVagueSearches ? vagueSearches : [])]) {
      for (const sort of sorts) {
        for (const page of ['first', 'last'] as const) {
          yield { path, search, sort, page }
        }
      }
    }
  }
}

/** `total` is the number of rows in the list. It determines the last page. */
export function urlOf({ path, search, sort, page }: TableCall, total: number): string {
  const last = Math.max(1, Math.ceil(total / PAGE_ROWS))
  const query = new URLSearchParams({ sort, page: String(page === 'first' ? 1 : last) })
  if (search !== '') query.set('search', search)
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}
