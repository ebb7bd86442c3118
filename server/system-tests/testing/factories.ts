import { randomBytes } from 'node:crypto'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { connectDomains } from '../../app/create-context.ts'
import type { Context } from '../../context.ts'
import { authorizeMemberWithoutSession } from '../../groups/access.ts'
import { createGroup, type GroupPlan } from '../../groups/create-group.ts'
import { addMember } from '../../groups/members/manage-members.ts'
import { setAdmin } from '../../groups/members/store.ts'
import { hashOf } from '../../identity/access.ts'
import { createGolfer } from '../../identity/golfers/create-golfer.ts'
import { findAccount } from '../../identity/golfers/store.ts'
import { insertSession } from '../../identity/sessions/store.ts'
import { addDays, instantAt, localDateOf } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { authorizeTeeTimeMemberWithoutSession } from '../../tee-times/access.ts'
import { requireCard } from '../../tee-times/cards/store.ts'
import { claimSpot } from '../../tee-times/claim-spot.ts'
import { insertTeeTime, type NewTeeTime, queueAnnouncement } from '../../tee-times/store.ts'

let counter = 0

export interface TestGolfer {
  id: number
  name: string
  email: string
  session: string
}

export interface GolferPlan {
  name?: string
  email?: string
  phone?: string
  password?: string
  isSuperAdmin?: boolean
  /** Whether the golfer has verified the email address; true by default. */
  proven?: boolean
  /** Whether the golfer has confirmed the phone number; by default, the same as `proven`. */
  phoneConfirmed?: boolean
}

export interface TestGroup {
  id: number
  slug: string
  owner: TestGolfer
}

export function factories(given: Pick<Context, 'db' | 'clock'>) {
  const ctx = { ...connectDomains(), ...given }
  async function signIn(golferId: number): Promise<string> {
    const session = randomBytes(32).toString('base64url')
    const now = ctx.clock.now()
    const verifiedHash = (await findAccount(ctx.db, golferId))?.password ?? ''
    const expiresAt = new Date(now.getTime() + 90 * 86_400_000)
    const row = { id: hashOf(session), golferId, createdAt: now, lastSeenAt: now, expiresAt }
    await insertSession(ctx.db, row, verifiedHash)
    return session
  }

  async function golfer({
    proven = true,
    phoneConfirmed = proven,
    ...given
  }: GolferPlan = {}): Promise<TestGolfer> {
    counter += 1
    const name = given.name ?? `Golfer ${counter}`
    const email = given.email ?? `golfer-${counter}-${randomBytes(3).toString('hex')}@club.example`
    const id = await createGolfer(ctx, {
      phone: '403-555-0199',
      ...given,
      name,
      email,
      ...(proven && { emailProvenAt: ctx.clock.now() }),
      ...(phoneConfirmed && { phoneConfirmedAt: ctx.clock.now() }),
    })
    if (id === undefined) throw new Error(`${email} is taken`)
    return { id, name, email, session: await signIn(id) }
  }

  async function group(
    given: Partial<Omit<GroupPlan, 'ownerId'>> & { owner?: TestGolfer } = {},
  ): Promise<TestGroup> {
    counter += 1
    const { owner = await golfer(), ...plan } = given
    // Texts contain slugs and are shortened to fit. Slugs of equal length make texts the same in every run.
    const slug = plan.slug ?? `group-${randomBytes(4).toString('hex')}`
    const id = await createGroup(ctx, {
      name: `Group ${counter}`,
      ...plan,
      slug,
      ownerId: owner.id,
    })
    if (id === undefined) throw new Error(`${slug} cannot be used`)
    return { id, slug, owner }
  }

  async function member(
    testGroup: TestGroup,
    given: { golfer?: TestGolfer; isAdmin?: boolean; name?: string } = {},
  ): Promise<TestGolfer> {
    const { golfer: existing, isAdmin = false, name } = given
    const one = existing ?? (await golfer(name === undefined ? {} : { name }))
    const membership = { groupId: testGroup.id, golferId: one.id }
    await inTransaction(ctx.db, (tx) => addMember(ctx, tx, membership))
    if (isAdmin) await setAdmin(ctx.db, membership, true)
    return one
  }

  /**
   * Creates a tee time, by default three days ahead at 08:12. Does not check the limits on tee times.
   * `creator` must be a member.
   */
  async function teeTime(
    testGroup: TestGroup,
    given: Partial<NewTeeTime> & { creator?: TestGolfer; players?: TestGolfer[] } = {},
  ): Promise<TeeTime> {
    const { creator = testGroup.owner, players = [], ...plan } = given
    const access = await authorizeMemberWithoutSession(ctx, creator.id, testGroup.id)
    const now = ctx.clock.now()
    const { timeZone } = access.group
    const details = {
      course: 'Shaganappi Point',
      date: addDays(localDateOf(now, timeZone), 3),
      time: '08:12',
      notes: null,
      maxPlayers: 4,
      cancelHours: null,
      joinAsPlayer: false,
      cost: 0,
      ...plan,
    }
    const startsAt = instantAt(details.date, details.time, timeZone)
    const id = await insertTeeTime(ctx.db, access, { ...details, startsAt }, now)
    await queueAnnouncement(ctx.db, testGroup.id, now)
    let card = await requireCard(ctx.db, id)
    for (const player of players) {
      card = await claimSpot(ctx, await authorizeTeeTimeMemberWithoutSession(ctx, player.id, id))
    }
    return card
  }

  return { signIn, golfer, group, member, teeTime }
}
