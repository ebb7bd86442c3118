import { expect, test } from 'vitest'
import { isNews } from './update-offer.ts'

/** Returns a waiting version that says whether it has a file. */
function waiting(files: readonly string[]) {
  return {
    postMessage(message: unknown, [port]: Transferable[] = []) {
      const { file } = message as { file: string }
      if (port instanceof MessagePort) port.postMessage(files.includes(file))
    },
  }
}

test('a version that has other files than the page is offered', async () => {
  expect(await isNews(waiting(['/assets/index-new.js']), '/assets/index-old.js')).toBe(true)
})

test('a page that was loaded after the new version came is not told of it', async () => {
  expect(await isNews(waiting(['/assets/index-new.js']), '/assets/index-new.js')).toBe(false)
})
