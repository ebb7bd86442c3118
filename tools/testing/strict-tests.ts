// Runs before every test file. Fails any test that writes an error or a warning to the console or
// connects to another machine, whatever it asserts.
import { afterEach } from 'vitest'
import { takeFaults } from './faults.ts'

// Drop what the previous file did while it closed.
takeFaults()

afterEach(() => {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`The test ${faults.join('\nand ')}`)
})
