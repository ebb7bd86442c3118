import { Client } from 'pg'

/** Returns whether the driver can parse a URL. Creating a client does not connect to anything yet. */
export function isDatabaseAddress(url: string): boolean {
  try {
    new Client({ connectionString: url })
    return true
  } catch {
    return false
  }
}
