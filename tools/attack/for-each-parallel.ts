/** Calls `work` for every item, for at most `most` items at a time. */
export async function forEachParallel<T>(
  most: number,
  items: readonly T[],
  work: (item: T, place: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  const worker = async () => {
    for (const [place, item] of queue) await work(item, place)
  }
  await Promise.all(Array.from({ length: most }, worker))
}
