import { sql } from 'drizzle-orm'
import type { Queries } from './database.ts'

export interface JobCount {
  readonly task: string
  /** 'retrying' jobs have failed and will be tried again; 'failed' jobs will not. */
  readonly state: 'running' | 'failed' | 'retrying' | 'later' | 'due'
  readonly count: number
  /** How many seconds the oldest of them has been due; 0 when none is due. */
  readonly oldestSeconds: number
}

/** Counts the jobs in the queue by task and state. */
export async function countJobs(db: Queries): Promise<readonly JobCount[]> {
  const { rows } = await db.execute<JobCount & Record<string, unknown>>(sql`
    select task, state, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(run_at)))::float8 as "oldestSeconds"
    from (
      select task_identifier as task, run_at,
        case when locked_at is not null then 'running'
          when attempts >= max_attempts then 'failed'
          when attempts > 0 then 'retrying'
          when run_at > now() then 'later'
          else 'due' end as state
      from graphile_worker.jobs
    ) jobs
    group by task, state`)
  return rows
}
