import { delimiter } from 'node:path'

/** One port for all: a socket's name contains it, and each data directory has its own socket. */
export const SOCKET_PORT = 5432

/**
 * Settings of the embedded server, given anew at each start. One small app on one machine: small
 * memory, full durability. `log_min_messages=log` keeps refused statements, and with them people's
 * data, out of the log file (the app sees those errors anyway).
 */
export const DURABLE_SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '48MB',
  max_connections: '100',
  min_wal_size: '32MB',
  max_wal_size: '512MB',
  log_min_messages: 'log',
}

/** For throwaway clusters in tests alone: nothing in them outlives the machine's next crash. */
export const THROWAWAY_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '128MB',
  max_connections: '300',
  log_min_messages: 'log',
}

/** The command line of `postgres` for a data directory. */
export function serverArguments(
  directory: string,
  socketDirectory: string,
  clusterName: string,
  settings: Record<string, string>,
): string[] {
  const all = {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    // the setting is a list: quotes keep a comma in the path from splitting it
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: clusterName,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // the data fits in memory, so worker processes for reading ahead would only cost
    io_method: 'sync',
    jit: 'off',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', directory, ...options]
}

/**
 * The server outlives us and shows its environment to its user, so it gets none of the app's
 * secrets; and no PG… or LC_… variable that would change what it does or says.
 */
export function serverEnvironment(): Record<string, string> {
  const env: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'LD_LIBRARY_PATH']) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  env['PATH'] ??= ['/usr/bin', '/bin'].join(delimiter)
  return env
}

/** A connection string for `pg`, immune to PGSSLMODE and PGPORT in the environment. */
export function socketUrl(socketDirectory: string, user: string, database: string): string {
  const host = encodeURIComponent(socketDirectory)
  return `postgres://${user}@localhost:${SOCKET_PORT}/${database}?host=${host}&sslmode=disable`
}
