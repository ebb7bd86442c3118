// Runs first in `npm start` and `npm test`, before any package is installed, on any Node from version 20. So
// the setup is plain JavaScript and imports only Node's own modules.
import { knownBrowser, provideBrowser } from './browser.mjs'
import { install, isInstalled } from './dependencies.mjs'
import { withLockFile } from './lock.mjs'
import { printLine, ROOT, SETUP_LOCK, SetupError } from './paths.mjs'
import { build, isBuilt } from './web-app.mjs'

const PURPOSES = ['start', 'test']

/** @param {string} purpose */
async function prepare(purpose) {
  if (isReady(purpose)) return
  await withLockFile(
    SETUP_LOCK,
    async () => {
      // Check again, because a process that held the lock before has probably done everything.
      if (!isInstalled(ROOT)) await install(ROOT)
      if (!isBuilt(ROOT)) build(ROOT)
      if (needsBrowser(purpose)) provideBrowser(ROOT)
    },
    (holder) => printLine(`another setup is running here (process ${holder}); waiting for it …`),
  )
}

/** @param {string} purpose */
function isReady(purpose) {
  return isInstalled(ROOT) && isBuilt(ROOT) && !needsBrowser(purpose)
}

/** @param {string} purpose */
function needsBrowser(purpose) {
  return purpose === 'test' && knownBrowser(ROOT) === undefined
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => process.exit(130))

const purpose = process.argv[2] ?? 'start'
try {
  if (!PURPOSES.includes(purpose))
    throw new SetupError(
      `tools/setup/prepare.mjs expects ${PURPOSES.join(' or ')}, not "${purpose}"`,
    )
  await prepare(purpose)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(`fourball: ${error.message}`)
  process.exitCode = 1
}
