import { expect, test } from 'vitest'
import { isNewVersion } from './update-offer.ts'

/** Returns a waiting version that says whether it has a file. */
function waiting(files: readonly string[]) {
  return {
    postMessage(message: unknown, [port]: Transferable[] = []) {
      const { file } = message as { file: string }
      if (port instanceof MessagePort) port.postMessage(files.includes(file))
    },
  }
}

test("offers a version whose files differ from the page's", async () => {
  expect(await isNewVersion(waiting(['/assets/index-new.js']), '/assets/index-old.js')).toBe(true)
})

test('does not offer a new version to a page loaded after it arrived', async () => {
  expect(await isNewVersion(waiting(['/assets/index-new.js']), '/assets/index-new.js')).toBe(false)
})
