import type { Page } from '@playwright/test'
import type { Scene } from './scene.ts'
import { billingScenes } from './scenes/billing.ts'
import { calendarScenes } from './scenes/calendars.ts'
import { dashboardScenes } from './scenes/dashboard.ts'
import { delayScenes } from './scenes/delays.ts'
import { deliveryLogScenes } from './scenes/delivery-log.ts'
import { golferScenes } from './scenes/golfers.ts'
import { groupScenes } from './scenes/groups.ts'
import { invitationScenes } from './scenes/invitations.ts'
import { inviteScenes } from './scenes/invites.ts'
import { memberScenes } from './scenes/members.ts'
import { messageScenes } from './scenes/messages.ts'
import { phoneScenes } from './scenes/phones.ts'
import { preferenceScenes } from './scenes/preferences.ts'
import { recurringTeeTimeScenes } from './scenes/recurring-tee-times.ts'
import { revenueScenes } from './scenes/revenue.ts'
import { roundScenes } from './scenes/rounds.ts'
import { sandboxScenes } from './scenes/sandbox.ts'
import { savedAlertScenes } from './scenes/saved-alerts.ts'
import { sessionScenes } from './scenes/sessions.ts'
import { signupScenes } from './scenes/signups.ts'
import { superAdminScenes } from './scenes/super-admin.ts'
import { teeTimeScenes } from './scenes/tee-times.ts'
import { weatherScenes } from './scenes/weather.ts'
import { welcomeScenes } from './scenes/welcome.ts'
import type { Cast } from './test-groups.ts'

export interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
}

export const LOOKS: readonly Look[] = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
)

/**
 * The console messages that scenes may cause: about faked 503 responses, and about Stripe's form, which is
 * blocked.
 */
export const EXPECTED_CONSOLE_MESSAGES = /status of 503|https:\/\/js\.stripe\.com/

export const SCENES: readonly Scene[] = [
  ...signupScenes,
  ...sessionScenes,
  ...teeTimeScenes,
  ...delayScenes,
  ...weatherScenes,
  ...memberScenes,
  ...invitationScenes,
  ...inviteScenes,
  ...golferScenes,
  ...preferenceScenes,
  ...phoneScenes,
  ...calendarScenes,
  ...recurringTeeTimeScenes,
  ...savedAlertScenes,
  ...roundScenes,
  ...dashboardScenes,
  ...billingScenes,
  ...sandboxScenes,
  ...groupScenes,
  ...superAdminScenes,
  ...revenueScenes,
  ...deliveryLogScenes,
  ...welcomeScenes,
  ...messageScenes,
]

export function storageStateOf(golfer: { readonly session: string } | undefined, origin: string) {
  const localStorage = golfer ? [{ name: 'sessionId', value: golfer.session }] : []
  return { cookies: [], origins: [{ origin, localStorage }] }
}

export async function showScene(page: Page, scene: Scene, cast: Cast): Promise<void> {
  await page.unrouteAll()
  await scene.before?.(page)
  await page.goto(typeof scene.at === 'string' ? scene.at : scene.at(cast))
  await scene.arrive(page)
  await page.evaluate(() => document.fonts.ready)
}
