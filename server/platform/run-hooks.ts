/** Calls a hook of each domain that has it, one after another. Returns their results. */
export async function runHooks<Hooks, Result>(
  all: readonly Hooks[],
  call: (hooks: Hooks) => Promise<Result> | undefined,
): Promise<Result[]> {
  const results: Result[] = []
  for (const hooks of all) {
    const called = call(hooks)
    if (called !== undefined) results.push(await called)
  }
  return results
}
