import { delimiter } from 'node:path'

/** The port of all servers. It is only part of the socket's name, and each data directory has its own. */
export const SOCKET_PORT = 5432

/**
 * Settings of the embedded server, passed at each start. They suit one small app on one machine: little
 * memory, full durability. `log_min_messages=log` keeps failed statements, which contain personal data,
 * out of the log file (the app gets those errors anyway).
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

/** Settings for throwaway clusters in tests only: their data does not survive a crash of the machine. */
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

/** Returns the arguments of `postgres` for a data directory. */
export function serverArguments(
  directory: string,
  socketDirectory: string,
  clusterName: string,
  settings: Record<string, string>,
): string[] {
  const all = {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    // The setting is a list, so quotes keep a comma in the path from splitting it.
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: clusterName,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The data fits in memory, so worker processes for reading ahead would be overhead.
    io_method: 'sync',
    jit: 'off',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', directory, ...options]
}

/**
 * Returns the server's environment. The server outlives us and its user can read its environment, so it
 * gets none of the app's secrets. Nor does it get PG… or LC_… variables, which would change its behavior.
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

/** Returns a connection string for `pg` that ignores PGSSLMODE and PGPORT in the environment. */
export function socketUrl(socketDirectory: string, user: string, database: string): string {
  const host = encodeURIComponent(socketDirectory)
  return `postgres://${user}@localhost:${SOCKET_PORT}/${database}?host=${host}&sslmode=disable`
}
