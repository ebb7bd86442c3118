import bowser from 'bowser'

const UNKNOWN = 'Unknown device'
const APPLE_DEVICES = /^(iPhone|iPad)$/
const BROWSERS: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP))
/** The most characters that are parsed. Real user agents are shorter; longer ones could be anything. */
const LONGEST = 500

/** Returns the device that a user agent names, such as 'Chrome on Android' or 'Safari on iPhone'. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return UNKNOWN
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, LONGEST) || ' ')
  // For a browser it does not know, the library takes whatever comes first as the name.
  if (os.name === undefined || !BROWSERS.has(browser.name ?? '')) return os.name ?? UNKNOWN
  const model = APPLE_DEVICES.test(platform.model ?? '') ? platform.model : os.name
  return `${browser.name?.replace(/ for Android$/, '')} on ${model}`
}
