/** Calls `work` for every item, with at most `limit` calls running at the same time. */
export async function forEachParallel<T>(
  limit: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) await work(item, index)
  }
  await Promise.all(Array.from({ length: limit }, worker))
}
