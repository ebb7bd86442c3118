import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { installDebianPackages } from '../../setup/debian.mjs'
import type { UnixUser } from './processes.ts'

export interface Programs {
  readonly etcd: string
  readonly patroni: string
  readonly haproxy: string
  /** The folder with PostgreSQL's programs. */
  readonly postgresql: string
  /**
   * The Unix user to run the programs as, because PostgreSQL refuses to run as root. Undefined if this
   * process doesn't run as root.
   */
  readonly account: UnixUser | undefined
}

/**
 * Patroni needs the two Python packages to connect to etcd and PostgreSQL, but Debian's `patroni` package
 * doesn't require them.
 */
const PACKAGES = [
  'etcd-server',
  'haproxy',
  'patroni',
  'postgresql',
  'python3-etcd',
  'python3-psycopg2',
]

export const HOW_TO_INSTALL = `The failover rehearsal needs the Debian packages ${PACKAGES.join(', ')}. When run as root on Debian, it installs them.`

const POSTGRESQL = '/usr/lib/postgresql'
/** The oldest PostgreSQL version that Fourball supports. */
const OLDEST_POSTGRESQL = 15

/** Finds the programs, and installs them if necessary. Returns undefined if they cannot be installed. */
export function findPrograms(): Programs | undefined {
  const found = findInstalled()
  if (found !== undefined) return found
  return installQuietly() ? findInstalled() : undefined
}

function findInstalled(): Programs | undefined {
  const [etcd, patroni, haproxy] = [find('etcd'), find('patroni'), find('haproxy')]
  const postgresql = findPostgresql()
  if (!etcd || !patroni || !haproxy || !postgresql || !hasPythonModules()) return undefined
  return { etcd, patroni, haproxy, postgresql, account: findUnprivilegedUser() }
}

function find(name: string): string | undefined {
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin']
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
}

/** Returns the folder with the programs of the oldest installed PostgreSQL version that Fourball supports. */
function findPostgresql(): string | undefined {
  if (!existsSync(POSTGRESQL)) return undefined
  return readdirSync(POSTGRESQL)
    .filter((version) => Number(version) >= OLDEST_POSTGRESQL)
    .sort((one, other) => Number(one) - Number(other))
    .map((version) => path.join(POSTGRESQL, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')))
}

function hasPythonModules(): boolean {
  return spawnSync('/usr/bin/python3', ['-c', 'import etcd, psycopg2']).status === 0
}

function findUnprivilegedUser(): UnixUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

/** Debian runs this program before a package starts a service. The exit code 101 prevents the start. */
const POLICY_PROGRAM = '/usr/sbin/policy-rc.d'

/** Installs the packages without starting their services. */
function installQuietly(): boolean {
  const addsPolicy = process.getuid?.() === 0 && !existsSync(POLICY_PROGRAM)
  if (addsPolicy) writeFileSync(POLICY_PROGRAM, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return installDebianPackages(PACKAGES)
  } finally {
    if (addsPolicy) rmSync(POLICY_PROGRAM)
  }
}
