import type { Context } from '../context.ts'
import type { GroupHooks } from '../group-hooks.ts'

/** Calls a hook of each domain that has it, one after another. Returns their results. */
export async function runHooks<Result>(
  { groupHooks }: Pick<Context, 'groupHooks'>,
  call: (hooks: GroupHooks) => Promise<Result> | undefined,
): Promise<Result[]> {
  const results: Result[] = []
  for (const hooks of groupHooks) {
    const called = call(hooks)
    if (called !== undefined) results.push(await called)
  }
  return results
}
