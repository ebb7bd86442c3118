import { PAGE_ROWS } from '../../../../contract/limits.ts'

/** A table of the super admin's as it is looked at. */
export interface TableCall {
  readonly table: string
  readonly search: string
  readonly sort: string
  readonly page: 'first' | 'last'
}

const TABLES: readonly {
  readonly table: string
  readonly sorts: readonly string[]
  /** From what few rows have to what all have. */
  readonly searches: readonly string[]
}[] = [
  {
    table: '/api/super-admin/users',
    sorts: ['name', '-name', 'email', '-email', 'createdAt', '-createdAt'],
    searches: ['', 'berg 1234', 'anna.77', 'rosa', 'an', 'example'],
  },
  {
    table: '/api/super-admin/groups',
    sorts: ['name', '-name', 'createdAt', '-createdAt', 'expiryDate', '-expiryDate'],
    searches: ['', 'group-123', 'dew sweeper', 'anna berg', 'an', 'group'],
  },
  {
    table: '/api/super-admin/memberships',
    sorts: ['name', '-name', 'email', '-email'],
    searches: ['', 'berg 1234', 'nineteenth hole stone', 'rosa', 'an', 'example'],
  },
  {
    table: '/api/super-admin/audit-log',
    sorts: ['-at', 'at'],
    searches: ['', 'berg 1234', 'dew sweeper marsh', 'nov 7, 2027', 'password', 'an', 'member'],
  },
]

/** Every table by every order and search, its first page and its last. */
export function* tableCalls(): Generator<TableCall> {
  for (const { table, sorts, searches } of TABLES) {
    for (const search of searches) {
      for (const sort of sorts) {
        for (const page of ['first', 'last'] as const) {
          yield { table, search, sort, page }
        }
      }
    }
  }
}

/** The address of a call, once the length of its list is known. */
export function addressOf({ table, search, sort, page }: TableCall, total: number): string {
  const last = Math.max(1, Math.ceil(total / PAGE_ROWS))
  const query = new URLSearchParams({ sort, page: String(page === 'first' ? 1 : last) })
  if (search !== '') query.set('search', search)
  return `${table}?${query}`
}
