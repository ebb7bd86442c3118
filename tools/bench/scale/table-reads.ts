import { Client } from 'pg'
import type { Database } from '../../../server/platform/database/database.ts'

/** For a table or index with fewer rows than this, no plan is faster than reading all of it. */
const MANY_ROWS = 10_000

/** Reading this share of an index in one call counts as reading the whole index. */
const WHOLE_SHARE = 0.5

interface ReadCounts {
  /** The name of a table, or of an index as `table by index`. */
  readonly name: string
  readonly rows: number
  /** How often the table was read from end to end; 0 for an index. */
  readonly scans: number
  /** Entries read from an index, or rows read in full scans of a table. */
  readonly rowsRead: number
}

const READS_QUERY = `
  select s.relname as name, c.reltuples::float as rows, s.seq_scan::float as scans,
    s.seq_tup_read::float as "rowsRead"
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  union all
  select i.relname || ' by ' || i.indexrelname, c.reltuples::float, 0, i.idx_tup_read::float
  from pg_stat_user_indexes i join pg_class c on c.oid = i.indexrelid`

/**
 * Finds the large tables and indexes that an app reads completely. Uses PostgreSQL's own counters, which
 * count the reads of every statement, including those inside functions.
 */
export class TableReads {
  readonly #client: Client
  readonly #db: Database
  #before = new Map<string, ReadCounts>()

  private constructor(client: Client, db: Database) {
    this.#client = client
    this.#db = db
  }

  static async open(url: string, db: Database): Promise<TableReads> {
    const client = new Client({ connectionString: url })
    await client.connect()
    return new TableReads(client, db)
  }

  async begin(): Promise<void> {
    this.#before = await this.#read()
  }

  /** Returns a message for each large table or index that was read completely since begin(). */
  async end(calls: number): Promise<string[]> {
    const findings: string[] = []
    for (const { name, rows, scans, rowsRead } of (await this.#read()).values()) {
      if (rows < MANY_ROWS) continue
      const before = this.#before.get(name)
      const newScans = scans - (before?.scans ?? 0)
      const readPerCall = (rowsRead - (before?.rowsRead ?? 0)) / calls
      if (newScans > 0 || readPerCall > rows * WHOLE_SHARE) {
        findings.push(`reads ${Math.round(readPerCall)} of ${rows} rows of ${name} per call`)
      }
    }
    return findings
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  async #read(): Promise<Map<string, ReadCounts>> {
    await this.#flush()
    const { rows } = await this.#client.query<ReadCounts>(READS_QUERY)
    return new Map(rows.map((row) => [row.name, row]))
  }

  /** Makes each connection of the app report its counters now, instead of up to ten seconds later. */
  async #flush(): Promise<void> {
    const pool = this.#db.$client
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
    for (const client of clients) {
      await client.query('select pg_stat_force_next_flush()')
      client.release()
    }
  }
}
