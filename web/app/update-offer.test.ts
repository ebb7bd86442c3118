import { expect, test } from 'vitest'
import { isNewVersion } from './update-offer.ts'

/** Returns a fake waiting service worker whose version consists of these files. */
function fakeWaitingWorker(files: readonly string[]) {
  return {
    postMessage(message: unknown, [port]: Transferable[] = []) {
      const { file } = message as { file: string }
      if (port instanceof MessagePort) port.postMessage(files.includes(file))
    },
  }
}

test("offers a version whose files differ from the page's", async () => {
  expect(
    await isNewVersion(fakeWaitingWorker(['/assets/index-new.js']), '/assets/index-old.js'),
  ).toBe(true)
})

test('does not offer a version to a page that already runs it', async () => {
  expect(
    await isNewVersion(fakeWaitingWorker(['/assets/index-new.js']), '/assets/index-new.js'),
  ).toBe(false)
})
