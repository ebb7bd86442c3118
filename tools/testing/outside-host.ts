/**
 * Returns the host to which a call of `socket.connect` connects; undefined if that is this machine or the
 * database.
 * @param args the arguments of `net.Socket.prototype.connect`
 * @param databaseUrl the URL of the test database, which can be on another host
 */
export function outsideHost(
  args: readonly unknown[],
  databaseUrl: string | undefined,
): string | undefined {
  const host = hostOf(args)
  if (host === undefined || isLoopback(host)) return undefined
  const databaseHost =
    databaseUrl !== undefined && URL.canParse(databaseUrl) ? new URL(databaseUrl).hostname : ''
  return host === databaseHost ? undefined : host
}

/** Returns the host of a call; undefined for a Unix socket. */
function hostOf([first, second]: readonly unknown[]): string | undefined {
  // Node's own code passes normalized arguments as one array.
  if (Array.isArray(first)) return hostOf(first)
  if (typeof first === 'object' && first !== null) {
    if ('path' in first && typeof first.path === 'string') return undefined
    return 'host' in first && typeof first.host === 'string' ? first.host : 'localhost'
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return undefined
  return typeof second === 'string' ? second : 'localhost'
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return (
    bare === '' ||
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    bare === '::ffff:127.0.0.1' ||
    /^127(\.\d+){3}$/.test(bare)
  )
}
