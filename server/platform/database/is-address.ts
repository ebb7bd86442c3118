import { Client } from 'pg'

/** Asks the library that will read it; a client that is made connects to nothing yet. */
export function isDatabaseAddress(url: string): boolean {
  try {
    new Client({ connectionString: url })
    return true
  } catch {
    return false
  }
}
