import manifest from '../../package.json' with { type: 'json' }

/** The release of this code, such as '1.0.0'. */
export const RELEASE = manifest.version

/** Orders releases from the oldest to the newest. Returns a negative number when `one` is older. */
export function compareReleases(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
