import bowser from 'bowser'

const UNKNOWN = 'Unknown device'
const APPLE_DEVICES = /^(iPhone|iPad)$/
const BROWSERS: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP))
/** No browser that people use calls itself by more; the rest may be anything. */
const LONGEST = 500

/** 'Chrome on Android', 'Safari on iPhone': what a browser that calls itself so runs on. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return UNKNOWN
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, LONGEST) || ' ')
  // The library takes whatever stands in front for the name of a browser that it does not know.
  if (os.name === undefined || !BROWSERS.has(browser.name ?? '')) return os.name ?? UNKNOWN
  const model = APPLE_DEVICES.test(platform.model ?? '') ? platform.model : os.name
  return `${browser.name?.replace(/ for Android$/, '')} on ${model}`
}
