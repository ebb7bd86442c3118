import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { replaceFile } from './replace-file.ts'

/** The file beside the backups that lists deleted accounts. It contains no personal data. */
export const DELETED_ACCOUNTS_FILE = 'deleted-accounts.json'

const accountSchema = z.object({
  id: z.int(),
  /** Distinguishes the account from a later one that got the same id after a restore. */
  createdAt: z.iso.datetime(),
  deletedAt: z.iso.datetime(),
})
const fileSchema = z.object({ asOf: z.iso.datetime(), accounts: z.array(accountSchema) })

export type DeletedAccount = z.output<typeof accountSchema>
export type DeletedAccounts = z.output<typeof fileSchema>

export async function readDeletedAccounts(file: string): Promise<DeletedAccounts> {
  return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

/**
 * Adds accounts to the file. Keeps the file's other accounts, even if `accounts` lacks them: a restored
 * database doesn't know accounts that were created and deleted after its backup, but other backups may
 * contain them.
 */
export async function saveDeletedAccounts(
  folder: string,
  accounts: readonly DeletedAccount[],
  now: Date,
): Promise<void> {
  const file = join(folder, DELETED_ACCOUNTS_FILE)
  const storedAccounts = existsSync(file) ? (await readDeletedAccounts(file)).accounts : []
  const all = [...storedAccounts, ...accounts]
  const unique = new Map(all.map((one) => [`${one.id} ${one.createdAt}`, one]))
  await replaceFile(file, { asOf: now.toISOString(), accounts: [...unique.values()] })
}
