/** Both are set if the apps' requests go through a pooler in this run: see tools/test-on-server.ts. */
const { DATABASE_URL: poolerUrl, DATABASE_DIRECT_URL: directUrl } = process.env

export const isPooled = directUrl !== undefined

/**
 * Returns the URL for an app's requests to a test database: through the pooler, if this run has one.
 * @param url leads to the server. With any other URL, or without a pooler, the function returns it unchanged.
 */
export function requestsUrl(url: string): string {
  if (poolerUrl === undefined || !isOnServer(url)) return url
  const address = new URL(poolerUrl)
  address.pathname = new URL(url).pathname
  return address.href
}

/** Returns the environment of an app whose `DATABASE_URL` leads to the server, with the pooler if there is one. */
export function withPooler(env: Record<string, string>): Record<string, string> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = env
  if (url === undefined || direct !== undefined || !isOnServer(url)) return env
  return { ...env, DATABASE_URL: requestsUrl(url), DATABASE_DIRECT_URL: url }
}

/** Returns whether a URL leads to the server behind the pooler. */
function isOnServer(url: string): boolean {
  return directUrl !== undefined && serverOf(url) === serverOf(directUrl)
}

function serverOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return `${host} ${searchParams.get('host')}`
}
