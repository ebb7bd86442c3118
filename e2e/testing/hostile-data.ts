import { expect } from '@playwright/test'
import { asOneLine } from '../../contract/fields.ts'
import { MAX_INVITATIONS_PER_DAY } from '../../contract/invitations.ts'
import { capitalized } from '../../contract/names.ts'
import type { TestGolfer, TestGroup } from '../../server/system-tests/testing/factories.ts'
import type { ApiResponse, Phone } from '../../server/system-tests/testing/phone.ts'
import { payloads } from './payloads.ts'
import { dateIn } from './screen-parts.ts'
import type { TestServer } from './test-server.ts'

export const PAYLOADS = payloads(200)
export const payload = (n: number) => PAYLOADS[n % PAYLOADS.length] ?? ''
/** Returns a payload as the app stores it: on one line. */
export const storedPayload = (n: number) => asOneLine(payload(n))
/** Returns what screens show for a golfer whose name is this payload. */
export const shownName = (n: number) => capitalized(payload(n))

const MAX_CONCURRENT = 8
const PHONE_NUMBER = '403-555-0199'
/** The app's limits: owned groups per golfer, and join requests per group. */
const MAX_OWNED_GROUPS = 20
const MAX_JOIN_REQUESTS = 100

export interface HostileData {
  readonly superAdmin: TestGolfer
  /** The owner of `groups` and of the groups `customer-…`, which the super admin created. */
  readonly owner: TestGolfer
  readonly groups: readonly [TestGroup, TestGroup]
  /** Groups that have sent as many invitations as is allowed in a day. `owner` is an admin of each. */
  readonly invitingGroups: readonly TestGroup[]
  /** A golfer with one invitation for each payload. The payload is the name of the inviting group. */
  readonly invitee: TestGolfer
  readonly inviteTokens: readonly string[]
}

/** Fills every text field of the app with every payload, through the calls that its forms make. */
export async function fillAllFields(testServer: TestServer): Promise<HostileData> {
  const { make, server } = testServer
  const superAdmin = await make.golfer({ name: payload(10), isSuperAdmin: true })
  const owner = await make.golfer({ name: payload(0) })
  const claimer = await make.golfer({ name: payload(1) })
  const groups = [
    await make.group({ owner, name: payload(2) }),
    await make.group({ owner, name: payload(3) }),
  ] as const
  const founders = await Promise.all(
    Array.from({ length: PAYLOADS.length / MAX_OWNED_GROUPS }, (_, n) =>
      make.golfer({ name: payload(n + 30) }),
    ),
  )
  const invitee = await make.golfer({ name: payload(4) })
  const invitingGroups: TestGroup[] = []
  for (let n = 0; n < PAYLOADS.length / MAX_INVITATIONS_PER_DAY; n += 1) {
    const inviter = await make.golfer({ name: payload(n + 50) })
    const group = await make.group({ owner: inviter, name: payload(n + 60) })
    await make.member(group, { golfer: owner, isAdmin: true })
    invitingGroups.push(group)
  }
  const [visitorPhone, superAdminPhone, ownerPhone] = [
    server.phone(),
    server.phone(superAdmin.session),
    server.phone(owner.session),
  ]
  const inviteTokens: string[] = []
  for (const group of groups) {
    await make.member(group, { golfer: claimer })
    inviteTokens.push(await createInviteToken(ownerPhone, group))
  }

  await forEach(PAYLOADS, async (text, n) => {
    const [groupIndex, group] = n < MAX_JOIN_REQUESTS ? [0, groups[0]] : [1, groups[1]]
    const card = await postSuccessfully(ownerPhone, '/api/tee-times', {
      groupId: group.id,
      course: text,
      notes: `${text}\n${text}`,
      date: dateIn(1 + (n % 30)),
      time: '08:12',
    })
    await postSuccessfully(server.phone(claimer.session), `/api/tee-times/${card.id}/claim`, {})
    // Insert the name directly into the database, as if it had been stored before the app cleaned names.
    await make.member(group, { golfer: await make.golfer(person(text, `member-${n}`)) })
    const invitingGroup = invitingGroups[n % invitingGroups.length]
    await postSuccessfully(
      server.phone(invitingGroup?.owner.session),
      `/api/groups/${invitingGroup?.id}/members`,
      {
        ...person(text, `guest-${n}`),
        phone: PHONE_NUMBER,
      },
    )
    const joinRequest = { ...person(text, `visitor-${n}`), phone: PHONE_NUMBER }
    await postSuccessfully(
      visitorPhone,
      `/api/invites/${inviteTokens[groupIndex]}/requests`,
      joinRequest,
    )
    const founderPhone = server.phone(founders[n % founders.length]?.session)
    const groupBody = { name: text, slug: `own-${n}`, description: text }
    const { id } = await postSuccessfully(founderPhone, '/api/groups', groupBody)
    await postSuccessfully(founderPhone, `/api/groups/${id}/members`, {
      name: text,
      email: invitee.email,
      phone: PHONE_NUMBER,
    })
    for (const [slug, adminEmail] of [
      [`customer-${n}`, owner.email],
      [`stranger-${n}`, `stranger-${n}@club.example`],
    ]) {
      const adminFields = { adminName: text, adminEmail, adminPhone: PHONE_NUMBER }
      await postSuccessfully(superAdminPhone, '/api/admin/groups', {
        name: text,
        slug,
        description: text,
        ...adminFields,
      })
    }
    for (const [path, slug] of [
      ['/api/trial/signup', `trial-${n}`],
      ['/api/purchase/direct', `bought-${n}`],
    ] as const) {
      const adminFields = {
        adminName: text,
        adminEmail: `${slug}@club.example`,
        adminPhone: PHONE_NUMBER,
      }
      await postSuccessfully(visitorPhone, path, {
        groupName: text,
        slug,
        description: text,
        ...adminFields,
      })
    }
  })
  for (const [n, text] of PAYLOADS.entries()) {
    const { status } = await ownerPhone.patch(`/api/groups/${groups[0].id}/name`, {
      name: payload(n + 1),
      description: text,
      homePlace: payload(n + 2),
    })
    expect(status).toBe(200)
    const renamed = await ownerPhone.put('/api/auth/update-name', { name: payload(n + 1) })
    expect(renamed.status).toBe(200)
  }
  await testServer.db.execute(`update graphile_worker._private_jobs set run_at = now()`)
  return { superAdmin, owner, groups, invitingGroups, invitee, inviteTokens }
}

export async function setUpAccounts(
  testServer: TestServer,
  links: readonly string[],
): Promise<void> {
  await forEach(links, async (link, n) => {
    const account = { name: payload(n), phone: PHONE_NUMBER, password: 'nineteenth-hole' }
    await postSuccessfully(testServer.server.phone(), `/api/auth${link}`, account)
  })
}

/**
 * Sends payloads to fields that refuse them, and requests hostile paths and queries. Returns a message for
 * each wrong response.
 */
export async function findWrongRefusals(
  testServer: TestServer,
  { owner, groups }: HostileData,
): Promise<string[]> {
  const [phone, wrongResponses] = [testServer.server.phone(owner.session), [] as string[]]
  const recordIfWrong = (what: string, { status, headers }: ApiResponse, expected: number) => {
    const isJson = headers.get('content-type')?.startsWith('application/json') === true
    if (status !== expected || !isJson || headers.get('x-content-type-options') !== 'nosniff') {
      wrongResponses.push(`${what}: ${status} ${headers.get('content-type')}`)
    }
  }
  await forEach(PAYLOADS, async (text) => {
    const encoded = encodeURIComponent(text)
    const memberBody = { name: text, email: 'x@club.example', phone: PHONE_NUMBER }
    const [membersPath, groupBody] = [
      `/api/groups/${groups[0].id}/members`,
      { name: text, slug: 'fine' },
    ]
    recordIfWrong('phone', await phone.put('/api/auth/update-phone', { phone: text }), 400)
    recordIfWrong(
      'member phone',
      await phone.post(membersPath, { ...memberBody, phone: text }),
      400,
    )
    recordIfWrong(
      'member email',
      await phone.post(membersPath, { ...memberBody, email: text }),
      400,
    )
    recordIfWrong('slug', await phone.post('/api/groups', { ...groupBody, slug: text }), 400)
    recordIfWrong('zone', await phone.post('/api/groups', { ...groupBody, timeZone: text }), 400)
    recordIfWrong('search', await phone.get(`/api/admin/groups?search=${encoded}`), 403)
    recordIfWrong('slug in address', await phone.get(`/api/groups/slug/${encoded}`), 404)
    recordIfWrong('token', await phone.get(`/api/invites/${encoded}`), 404)
    recordIfWrong('path', await phone.get(`/api/${encoded}`), 404)
  })
  return wrongResponses
}

async function createInviteToken(phone: Phone, group: TestGroup): Promise<string> {
  const { status, body } = await phone.post(`/api/groups/${group.id}/invite-links`, {})
  expect(status).toBe(201)
  return (body as { token: string }).token
}

const person = (name: string, mailbox: string) => ({ name, email: `${mailbox}@club.example` })

async function postSuccessfully(
  phone: Phone,
  path: string,
  body: object,
): Promise<{ id?: number }> {
  const answer = await phone.post(path, body)
  expect(answer.status, `${path} ${JSON.stringify(body)} ${answer.text}`).toBeLessThan(300)
  return answer.body as { id?: number }
}

async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item, n: number) => Promise<void>,
): Promise<void> {
  const remaining = items.map((item, n) => ({ item, n }))
  const worker = async () => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
      await work(next.item, next.n)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
}
