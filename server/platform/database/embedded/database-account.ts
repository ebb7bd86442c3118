import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseStartError } from './start-error.ts'

/** An account that PostgreSQL can run as. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** Returns the account of this process. PostgreSQL refuses to run when its uid is 0. */
export function ownAccount(): Account {
  const uid = process.getuid?.() ?? -1
  return { name: `uid ${uid}`, uid, gid: process.getgid?.() ?? -1 }
}

/** Returns whether this process can switch to another account, as it must to run PostgreSQL. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Returns the unprivileged account for PostgreSQL when the app runs as root: `postgres` if the machine
 * has it (`_postgres` on macOS), else `nobody`.
 * @throws DatabaseStartError when there is none, since initdb requires an account with a name
 */
export async function unprivilegedAccount(): Promise<Account> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = fromPasswd(passwd, name) ?? (await fromDirectoryService(name))
    if (account && account.uid > 0) return account
  }
  throw new DatabaseStartError(
    'PostgreSQL refuses to run as root, and this machine has neither a "postgres" nor a "nobody" ' +
      'user. Start Fourball as an ordinary user, or add one: useradd --system postgres',
  )
}

/**
 * Returns whether an account can enter a directory. Checks the mode bits of every directory on the
 * path, as the kernel does for a process without supplementary groups.
 * @param directory absolute, and free of symbolic links (see `realpath`)
 */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  if (!(await allows(account, directory, 0o1))) return false
  const parent = dirname(directory)
  return parent === directory || canEnter(account, parent)
}

/**
 * Returns whether the mode bits of a path itself grant the account all of `bits` (4 read, 2 write,
 * 1 enter or execute).
 */
export async function allows(account: Account, path: string, bits: number): Promise<boolean> {
  if (account.uid === 0) return true
  const { mode, uid, gid } = await stat(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

/** Returns the options with which `spawn` runs a program as this account. */
export function credentials(account: Account): { uid?: number; gid?: number } {
  return isRoot() ? { uid: account.uid, gid: account.gid } : {}
}

function fromPasswd(passwd: string, name: string): Account | undefined {
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':')
  return fields && accountOf(name, fields[2], fields[3])
}

/** Looks an account up with `id`, since LDAP, macOS and others keep accounts outside /etc/passwd. */
async function fromDirectoryService(name: string): Promise<Account | undefined> {
  const ask = async (flag: string) => (await promisify(execFile)('id', [flag, name])).stdout.trim()
  try {
    return accountOf(name, await ask('-u'), await ask('-g'))
  } catch {
    return undefined
  }
}

function accountOf(name: string, uid?: string, gid?: string): Account | undefined {
  if (!uid || !gid || !/^\d+$/.test(uid) || !/^\d+$/.test(gid)) return undefined
  return { name, uid: Number(uid), gid: Number(gid) }
}
