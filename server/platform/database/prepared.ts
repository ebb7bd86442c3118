import type { Queries } from './database.ts'

/** A statement that is prepared once for a pool; for each transaction anew, but by the same name. */
export function preparedFor<T>(prepare: (db: Queries) => T): (db: Queries) => T {
  const known = new WeakMap<Queries, T>()
  return (db) => {
    const statement = known.get(db) ?? prepare(db)
    known.set(db, statement)
    return statement
  }
}
