import type { SourceFile } from './source-file.ts'

export const TOP_FOLDERS = ['contract', 'server', 'web', 'e2e', 'tools'] as const

/** The domains of the server and of the web. A domain imports only domains that come before it. */
const DOMAIN_ORDER: Readonly<Record<string, readonly string[]>> = {
  server: ['identity', 'groups', 'tee-times', 'weather', 'live', 'messaging', 'billing', 'admin'],
  web: ['identity', 'weather', 'groups', 'tee-times', 'messaging', 'billing', 'admin'],
}

const NOT_DOMAINS = new Set(['app', 'platform', 'providers', 'system-tests'])

export function topFolderOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/**
 * Returns the domain that a file belongs to, and the domain's side: `server` or `web`. Undefined for other
 * files.
 */
export function domainOf(path: string): { side: string; domain: string } | undefined {
  const [side = '', first = '', second = '', ...rest] = path.split('/')
  if (side === 'server') {
    return second === '' || NOT_DOMAINS.has(first) ? undefined : { side, domain: first }
  }
  const isFeature = side === 'web' && first === 'features' && rest.length > 0
  return isFeature ? { side, domain: second } : undefined
}

/** Returns a domain's position in DOMAIN_ORDER, or -1 if it isn't listed there. */
export function rankOf({ side, domain }: { side: string; domain: string }): number {
  return DOMAIN_ORDER[side]?.indexOf(domain) ?? -1
}

/**
 * Returns the module that a file belongs to: a domain, or another folder of the server or web, such as
 * `server/platform`. Imports between modules must not form a cycle. Undefined for files outside of any
 * module.
 */
export function moduleOf(path: string): string | undefined {
  const found = domainOf(path)
  if (found !== undefined) {
    return found.side === 'web' ? `web/features/${found.domain}` : `server/${found.domain}`
  }
  const [top = '', folder = '', file] = path.split('/')
  if (file === undefined || (top !== 'server' && top !== 'web')) return undefined
  return `${top}/${folder}`
}

/** Returns whether a file is a test, or code that only tests run. */
export function isForTests(path: string): boolean {
  return (
    /\.(test|e2e)\.tsx?$/.test(path) ||
    path.split('/').some((part) => part === 'testing' || part === 'system-tests')
  )
}

export function isTest(file: SourceFile): boolean {
  return /\.test\.tsx?$/.test(file.name)
}
