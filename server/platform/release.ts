import manifest from '../../package.json' with { type: 'json' }

export const RELEASE = manifest.version

/** Compares two releases, to sort the oldest first. Returns a negative number if `one` is older. */
export function compareReleases(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
