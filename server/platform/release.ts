import manifest from '../../package.json' with { type: 'json' }

export const RELEASE = manifest.version

export function compareReleases(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
