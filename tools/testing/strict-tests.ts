// Runs before every test file: a test that lets an error be written to the console, or reaches out of
// this machine, fails, whatever it asserts.
import { afterEach } from 'vitest'
import { takeFaults } from './faults.ts'

// What the file before did as it closed is not this one's.
takeFaults()

afterEach(() => {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`The test ${faults.join('\nand ')}`)
})
