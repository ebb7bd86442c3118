/** DATABASE_DIRECT_URL is set only if DATABASE_URL is the URL of a pooler. See tools/test-on-server.ts. */
const { DATABASE_URL: poolerUrl, DATABASE_DIRECT_URL: directUrl } = process.env

export const isPooled = directUrl !== undefined

/**
 * Returns the URL that an app uses for its requests to a test database: the pooler's, if this run has one.
 * @param url the database's own URL. A URL of another server is returned unchanged.
 */
export function requestsUrl(url: string): string {
  if (poolerUrl === undefined || !isBehindPooler(url)) return url
  const address = new URL(poolerUrl)
  address.pathname = new URL(url).pathname
  return address.href
}

/** Returns an app's environment, changed to use the pooler if this run has one for the app's database. */
export function withPooler(env: Record<string, string>): Record<string, string> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = env
  if (url === undefined || direct !== undefined || !isBehindPooler(url)) return env
  return { ...env, DATABASE_URL: requestsUrl(url), DATABASE_DIRECT_URL: url }
}

function isBehindPooler(url: string): boolean {
  return directUrl !== undefined && serverOf(url) === serverOf(directUrl)
}

function serverOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return `${host} ${searchParams.get('host')}`
}
