import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { NewCalendarLink } from '../../../../contract/calendars.ts'
import { allGroups, invitations, inviteLinks, joinRequests } from '../../../groups/schema.ts'
import { hashOf } from '../../../identity/access.ts'
import { welcomeLinks } from '../../../identity/schema.ts'
import { deliveries } from '../../../messaging/schema.ts'
import { recurringTeeTimes } from '../../../tee-times/schema.ts'
import { factories, type TestGolfer, type TestGroup } from '../factories.ts'
import type { ApiResponse, Phone } from '../phone.ts'
import type { TestApp } from '../test-app.ts'
import { GROUP_NAME, type Ids, type Role, type Rule, type Target, type Thing } from './rule.ts'

export interface TestGroups {
  readonly own: TestGroup
  readonly foreign: TestGroup
  readonly people: Readonly<Record<Exclude<Role, 'visitor'>, TestGolfer>>
}

const MISSING_ID = 2_147_483_647
const MISSING_TOKEN = 'nobody-ever-was-sent-this-token-x'
const HOUR = 3_600_000
const DAY = 24 * HOUR

export function accessScene(app: TestApp) {
  const make = factories(app.ctx)

  async function createTestGroups(): Promise<TestGroups> {
    const [owner, stranger, member, creator, admin, superAdmin] = await Promise.all([
      make.golfer(),
      make.golfer(),
      make.golfer(),
      make.golfer(),
      make.golfer(),
      make.golfer({ isSuperAdmin: true }),
    ])
    const [own, foreign] = await Promise.all([
      make.group({ owner, name: GROUP_NAME }),
      make.group({ owner: stranger, name: GROUP_NAME }),
    ])
    await Promise.all([
      make.member(own, { golfer: member }),
      make.member(own, { golfer: creator }),
      make.member(own, { golfer: admin, isAdmin: true }),
    ])
    return { own, foreign, people: { stranger, owner, member, creator, admin, superAdmin } }
  }

  function phoneOf({ people }: TestGroups, role: Role): Phone {
    return role === 'visitor' ? app.phone() : app.phone(people[role].session)
  }

  /**
   * Returns the ids that a target stands for (see `Target`). Creates the thing, unless the rule has none or
   * the target is a thing that doesn't exist.
   */
  async function prepareIds(testGroups: TestGroups, rule: Rule, target: Target): Promise<Ids> {
    const missing = { id: MISSING_ID, slug: 'nobody-ever-had-this' }
    const group =
      target === 'missing' ? missing : target === 'foreign' ? testGroups.foreign : testGroups.own
    const groupOfThing =
      target === 'foreign' || target === 'crossed' ? testGroups.foreign : testGroups.own
    const isThingMissing =
      target === 'unknown' || (target === 'missing' && rule.requires !== 'group')
    if (rule.thing === undefined) return { group, thing: MISSING_ID }
    if (isThingMissing || (target === 'missing' && rule.pathOmitsGroup)) {
      return { group, thing: rule.thing.endsWith('-token') ? MISSING_TOKEN : MISSING_ID }
    }
    return { group, thing: await createThing(testGroups, groupOfThing, rule.thing) }
  }

  async function createThing(
    testGroups: TestGroups,
    group: TestGroup,
    thing: Thing,
  ): Promise<number | string> {
    switch (thing) {
      case 'tee-time': {
        const creator = group === testGroups.own ? testGroups.people.creator : group.owner
        return (await make.teeTime(group, { creator })).id
      }
      case 'member':
        return (await make.member(group)).id
      case 'deleted-group':
        return createDeletedGroup()
      case 'golfer':
        return (await make.golfer()).id
      case 'invite-link':
        return (await createInviteLink(group)).id
      case 'invite-token':
        return (await createInviteLink(group)).token
      case 'invitation':
        return createInvitation(group)
      case 'invitation-token':
        return createWelcomeToken({ invitationId: await createInvitation(group) })
      case 'join-request':
        return createJoinRequest(group)
      case 'welcome-token':
        return createWelcomeToken({ golferId: (await make.golfer()).id })
      case 'failed-message':
        return createFailedMessage(group)
      case 'mail-token':
        return readMailToken(await make.golfer())
      case 'calendar-token':
        return createCalendarToken(await make.golfer())
      case 'recurring-tee-time':
        return createRecurringTeeTime(
          group,
          group === testGroups.own ? testGroups.people.creator : group.owner,
        )
    }
  }

  async function createDeletedGroup(): Promise<number> {
    const { id } = await make.group()
    await app.ctx.db
      .update(allGroups)
      .set({ isActive: false, deletedAt: app.clock.now() })
      .where(eq(allGroups.id, id))
    return id
  }

  async function createInviteLink(group: TestGroup) {
    const now = app.clock.now()
    const token = randomBytes(32).toString('base64url')
    const [link] = await app.ctx.db
      .insert(inviteLinks)
      .values({
        groupId: group.id,
        token,
        createdBy: group.owner.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + DAY),
      })
      .returning({ id: inviteLinks.id })
    if (link === undefined) throw new Error('no invite link')
    return { id: link.id, token }
  }

  async function createJoinRequest(group: TestGroup): Promise<number> {
    const [request] = await app.ctx.db
      .insert(joinRequests)
      .values({
        groupId: group.id,
        name: 'Joining Joe',
        email: newEmail(),
        phone: '403-555-0177',
        createdAt: app.clock.now(),
      })
      .returning({ id: joinRequests.id })
    if (request === undefined) throw new Error('no join request')
    return request.id
  }

  /** Creates an invitation to an address without an account, sent so long ago that it can be sent again. */
  async function createInvitation(group: TestGroup): Promise<number> {
    const now = app.clock.now()
    const sentAt = new Date(now.getTime() - 2 * HOUR)
    const [row] = await app.ctx.db
      .insert(invitations)
      .values({
        groupId: group.id,
        email: newEmail(),
        name: 'Invited Ivy',
        phone: '403-555-0144',
        typedByInviter: true,
        invitedBy: group.owner.id,
        createdAt: sentAt,
        sentAt,
        expiresAt: new Date(now.getTime() + DAY),
      })
      .returning({ id: invitations.id })
    if (row === undefined) throw new Error('no invitation')
    return row.id
  }

  async function createWelcomeToken(
    recipient: { golferId: number } | { invitationId: number },
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = app.clock.now()
    await app.ctx.db.insert(welcomeLinks).values({
      tokenHash: hashOf(token),
      ...recipient,
      createdAt: now,
      expiresAt: new Date(now.getTime() + DAY),
    })
    return token
  }

  async function readMailToken({ id }: TestGolfer): Promise<string> {
    const { rows } = await app.ctx.db.execute<{ token: string }>(
      `select mail_token as token from golfers where id = ${id}`,
    )
    return rows[0]?.token ?? ''
  }

  async function createCalendarToken({ session }: TestGolfer): Promise<string> {
    const { body } = await app.phone(session).post('/api/my-calendar')
    return /([^/]+)\.ics$/.exec((body as NewCalendarLink).address)?.[1] ?? ''
  }

  /** Creates a recurring tee time on Saturdays. The next one is on June 13, 2026. */
  async function createRecurringTeeTime(group: TestGroup, creator: TestGolfer): Promise<number> {
    const [recurring] = await app.ctx.db
      .insert(recurringTeeTimes)
      .values({
        groupId: group.id,
        creatorId: creator.id,
        course: 'Shaganappi Point',
        time: '08:12',
        everyWeeks: 1,
        daysAhead: 7,
        maxPlayers: 4,
        joinAsPlayer: false,
        nextDate: '2026-06-13',
        createdAt: app.clock.now(),
      })
      .returning({ id: recurringTeeTimes.id })
    if (recurring === undefined) throw new Error('no recurring tee time')
    return recurring.id
  }

  async function createFailedMessage(group: TestGroup): Promise<number> {
    const [message] = await app.ctx.db
      .insert(deliveries)
      .values({
        event: 'posted',
        golferId: group.owner.id,
        groupId: group.id,
        key: `failed:${randomBytes(6).toString('hex')}`,
        channel: 'text',
        status: 'failed',
        createdAt: app.clock.now(),
      })
      .returning({ id: deliveries.id })
    if (message === undefined) throw new Error('no message')
    return message.id
  }

  return { make, createTestGroups, phoneOf, prepareIds, createThing }
}

export type AccessScene = ReturnType<typeof accessScene>

export function newEmail(): string {
  return `new-${randomBytes(6).toString('hex')}@club.example`
}

export function newSlug(): string {
  return `new-${randomBytes(6).toString('hex')}`
}

export function pathFor(rule: Rule, ids: Ids): string {
  const params = rule.params?.(ids) ?? paramsOf(rule, ids)
  const path = rule.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return path + (rule.query?.(ids) ?? '')
}

function paramsOf(
  { thing, pathOmitsGroup }: Rule,
  { group, thing: thingId }: Ids,
): Record<string, string | number> {
  return {
    slug: group.slug,
    groupId: group.id,
    id: thing !== undefined && pathOmitsGroup ? thingId : group.id,
    memberId: thingId,
    linkId: thingId,
    requestId: thingId,
    invitationId: thingId,
    userId: thingId,
    token: thingId,
  }
}

/** Makes a rule's call, with `extraFields` merged into the body. */
export function send(
  phone: Phone,
  rule: Rule,
  ids: Ids,
  extraFields?: object,
): Promise<ApiResponse> {
  const { method } = rule.endpoint
  const body =
    extraFields === undefined ? rule.body?.(ids) : { ...rule.body?.(ids), ...extraFields }
  return phone.send(pathFor(rule, ids), {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
}
