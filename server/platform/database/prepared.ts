import type { Queries } from './database.ts'

/** Prepares a statement once for the pool and once for each transaction, always under the same name. */
export function preparedFor<T>(prepare: (db: Queries) => T): (db: Queries) => T {
  const known = new WeakMap<Queries, T>()
  return (db) => {
    const statement = known.get(db) ?? prepare(db)
    known.set(db, statement)
    return statement
  }
}
