// Checks that package-lock.json lists all optional dependencies of all packages. npm leaves out packages that
// its registry doesn't have (binaries for other systems), and then `npm ci` rejects the file. `--fix` adds
// the missing packages with their exact version and system, but without an integrity hash.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findMissingOptional } from './missing-optional.ts'

const LOCK_FILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

const lock = JSON.parse(readFileSync(LOCK_FILE, 'utf8'))
const missing = findMissingOptional(lock)
const names = Object.keys(missing)
if (names.length === 0) console.log('package-lock.json is complete')
else if (process.argv.includes('--fix')) {
  const packages = Object.entries({ ...lock.packages, ...missing })
  packages.sort(([one], [other]) => (one < other ? -1 : 1))
  lock.packages = Object.fromEntries(packages)
  writeFileSync(LOCK_FILE, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`package-lock.json: added ${names.length} optional packages for other systems`)
} else {
  console.log(
    `package-lock.json is missing optional packages. Run "npm run fix":\n${names.join('\n')}`,
  )
  process.exitCode = 1
}
