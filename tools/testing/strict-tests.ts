// Runs before every test file. Fails any test that writes an error or a warning to the console, or tries to
// connect to another machine (except the database's), even if all of its assertions hold.
import { afterEach } from 'vitest'
import { takeFaults } from './faults.ts'

// Ignore faults that the previous test file caused while it was closing.
takeFaults()

afterEach(() => {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`The test ${faults.join('\nand ')}`)
})
