import { SCREENS } from '../../contract/screens.ts'
import type { Context } from '../../server/context.ts'
import { authorizeMemberWithoutSession } from '../../server/groups/access.ts'
import { createGroup } from '../../server/groups/create-group.ts'
import { addMember } from '../../server/groups/members/manage-members.ts'
import { setAdmin } from '../../server/groups/members/store.ts'
import { findGroup } from '../../server/groups/store.ts'
import { createGolfer } from '../../server/identity/golfers/create-golfer.ts'
import { findAccount } from '../../server/identity/index.ts'
import { notifyPosted } from '../../server/messaging/recipients/notify-golfers.ts'
import { addDays, localDateOf } from '../../server/platform/clock.ts'
import { authorizeTeeTimeMemberWithoutSession } from '../../server/tee-times/access.ts'
import { claimSpot } from '../../server/tee-times/claim-spot.ts'
import { readGroup } from '../../server/tee-times/lists/list-tee-times.ts'
import { postTeeTime } from '../../server/tee-times/post-tee-time.ts'
import { chooseAlerts } from './choose-alerts.ts'
import { DEMO_GOLFERS, DEMO_TEE_TIMES, type DemoGolfer, type DemoTeeTime } from './demo-group.ts'
import { playDemoSeason } from './demo-season.ts'

export const DEMO_SLUG = 'demo-saturday'
export const DEMO_PASSWORD = 'fairway-demo'
export const DEMO_SUPER_ADMIN = 'super@demo.fourball'

/**
 * Creates the demo group with a past season, if it does not exist yet. Adds tee times if no upcoming ones are
 * left. Returns the lines that explain how to log in.
 */
export async function seedDemo(ctx: Context): Promise<string[]> {
  await createGolfer(ctx, {
    name: 'Sam Super',
    email: DEMO_SUPER_ADMIN,
    phone: '403-555-0100',
    password: DEMO_PASSWORD,
    isSuperAdmin: true,
    emailProvenAt: ctx.clock.now(),
    phoneConfirmedAt: ctx.clock.now(),
  })
  const golferIds = await Promise.all(DEMO_GOLFERS.map((golfer) => ensureGolfer(ctx, golfer)))
  const [ownerId, adminId] = golferIds
  if (ownerId === undefined) return []
  const found = await findGroup(ctx.db, { golferId: ownerId, isSuperAdmin: false }, DEMO_SLUG)
  const groupId = found?.groupId ?? (await createDemoGroup(ctx, ownerId))
  for (const golferId of golferIds) await addMember(ctx, ctx.db, { groupId, golferId })
  if (found === undefined) {
    if (adminId !== undefined) await setAdmin(ctx.db, { groupId, golferId: adminId }, true)
    // Set preferences only on the first run, so that later runs keep what people have changed.
    const choices = { groupId, password: DEMO_PASSWORD }
    await Promise.all(DEMO_GOLFERS.map((golfer) => chooseAlerts(ctx, golfer, choices)))
  }
  const owner = await authorizeMemberWithoutSession(ctx, ownerId, groupId)
  if ((await readGroup(ctx, owner)).activeTimes === 0) {
    const earlierCtx = tenMinutesBefore(ctx)
    for (const plan of DEMO_TEE_TIMES) await postDemoTeeTime(earlierCtx, groupId, golferIds, plan)
    await notifyPosted(earlierCtx, { groupId })
  }
  // The season comes last, so that the upcoming tee times get the low numbers.
  await playDemoSeason(ctx, owner, golferIds)
  return [
    `The demo group is at /${DEMO_SLUG}. Log in with the password ${DEMO_PASSWORD} as`,
    `  ${DEMO_GOLFERS[0].email} (owner), ${DEMO_GOLFERS[1].email} (admin),`,
    `  ${DEMO_GOLFERS[2].email} or ${DEMO_GOLFERS[3].email} (members), ${DEMO_SUPER_ADMIN} (super admin).`,
    `Texts and emails: ${SCREENS.outbox}`,
  ]
}

/**
 * Returns whether the database has demo accounts. Anyone can log in to them, because their password is
 * public.
 */
export async function hasDemo(ctx: Pick<Context, 'db'>): Promise<boolean> {
  for (const email of [DEMO_SUPER_ADMIN, ...DEMO_GOLFERS.map((golfer) => golfer.email)]) {
    if ((await findAccount(ctx.db, email)) !== undefined) return true
  }
  return false
}

async function ensureGolfer(ctx: Context, { name, email, phone }: DemoGolfer): Promise<number> {
  const id =
    (await findAccount(ctx.db, email))?.id ??
    (await createGolfer(ctx, {
      name,
      email,
      phone,
      password: DEMO_PASSWORD,
      emailProvenAt: ctx.clock.now(),
      phoneConfirmedAt: ctx.clock.now(),
    }))
  if (id === undefined) throw new Error(`The demo golfer ${email} could not be created`)
  return id
}

async function createDemoGroup(ctx: Context, ownerId: number): Promise<number> {
  const id = await createGroup(ctx, {
    name: 'Saturday Morning Golf',
    slug: DEMO_SLUG,
    description: 'Twelve friends, four spots at a time.',
    ownerId,
    homePlace: 'Calgary, Alberta',
    expiryDate: new Date(ctx.clock.now().getTime() + ctx.config.trialDays * 86_400_000),
  })
  if (id === undefined) throw new Error('The demo group could not be created')
  return id
}

/**
 * Returns a context whose clock is ten minutes behind, so that the alert about the demo's tee times isn't
 * combined with the alert about a new post.
 */
function tenMinutesBefore(ctx: Context): Context {
  const earlier = new Date(ctx.clock.now().getTime() - 600_000)
  return { ...ctx, clock: { now: () => earlier } }
}

async function postDemoTeeTime(
  ctx: Context,
  groupId: number,
  golferIds: number[],
  { inDays, players, maxPlayers = 4, ...plan }: DemoTeeTime,
): Promise<void> {
  const playerIds = players.flatMap((index) => golferIds[index] ?? [])
  const [posterId, ...others] = playerIds
  if (posterId === undefined) return
  const poster = await authorizeMemberWithoutSession(ctx, posterId, groupId)
  const today = localDateOf(ctx.clock.now(), poster.group.timeZone)
  const card = await postTeeTime(ctx, poster, {
    ...plan,
    date: addDays(today, inDays),
    maxPlayers,
    joinAsPlayer: true,
    cost: 0,
  })
  for (const golferId of others) {
    await claimSpot(ctx, await authorizeTeeTimeMemberWithoutSession(ctx, golferId, card.id))
  }
}
