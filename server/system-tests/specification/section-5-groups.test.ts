import { describe, expect, test } from 'vitest'
import { createGroupForm, groupSettingsForm } from '../../../contract/groups.ts'
import { SCREENS, SERVER_SEGMENTS } from '../../../contract/screens.ts'
import { signupForm } from '../../../contract/signups.ts'
import { RESERVED_SLUGS, slugFrom } from '../../../contract/slugs.ts'
import { adminCreateGroupForm } from '../../../contract/super-admin.ts'
import { newEmail, newSlug } from '../testing/access/scene.ts'
import { describeForm, refused, setUpFixture } from './testing/form-rules.ts'

const fixture = setUpFixture()
const phoneOf = (role: 'owner' | 'member' | 'superAdmin') =>
  fixture.app.phone(fixture.testGroups.people[role].session)

const nameRules = (field: string) =>
  [
    ['a name of 2 characters is accepted', { [field]: 'Bo' }],
    ['a name of 1 character is refused', { [field]: 'B' }, refused(field)],
    ['a name of 50 characters is accepted', { [field]: 'x'.repeat(50) }],
    ['a name of 51 characters is refused', { [field]: 'x'.repeat(51) }, refused(field)],
    ['an empty name is refused', { [field]: '' }, refused(field, 'Group name is required')],
    ['a name of spaces is refused', { [field]: '   ' }, refused(field, 'Group name is required')],
  ] as const

describeForm({
  title: 'group name edit',
  form: groupSettingsForm,
  validInput: () => ({ name: 'Early Birds' }),
  send: (input) => phoneOf('owner').patch(`/api/groups/${fixture.testGroups.own.id}/name`, input),
  acceptedStatus: 200,
  rules: nameRules('name'),
})

/** The specification's two lists of reserved words. */
const RESERVED_BY_SPECIFICATION = ['login', 'admin', 'create', 'join', 'api', 'www', 'app']
const RESERVED_BY_ROUTE = [
  ...['dashboard', 'login', 'create-group', 'admin', 'members', 'profile'],
  ...['super-admin-login', 'super-admin', 'purchase'],
]
/** The first path segment of every screen, unless it is a parameter. */
const SCREEN_SEGMENTS = Object.values(SCREENS)
  .map((path) => path.split('/')[1] ?? '')
  .filter((segment) => segment !== '' && !segment.startsWith(':'))
const RESERVED = [
  ...new Set([
    ...RESERVED_BY_SPECIFICATION,
    ...RESERVED_BY_ROUTE,
    ...SCREEN_SEGMENTS,
    ...SERVER_SEGMENTS,
  ]),
]

const newSlugOfLength = (length: number) =>
  newSlug()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(-length)
    .padStart(length, 'x')

const slugRules = [
  ['a slug of 3 characters is accepted', { slug: newSlugOfLength(3) }],
  ['a slug of 2 characters is refused', { slug: 'ab' }, refused('slug')],
  ['an empty slug is refused', { slug: '' }, refused('slug')],
  ['a slug of 30 characters is accepted', { slug: newSlugOfLength(30) }],
  ['a slug of 31 characters is refused', { slug: newSlugOfLength(31) }, refused('slug')],
  ['letters, numbers and hyphens are accepted', { slug: `4-ball-${newSlugOfLength(8)}` }],
  ['a slug of numbers alone is accepted', { slug: String(Math.trunc(Math.random() * 1e12)) }],
  ['a capital letter is refused', { slug: 'Early-birds' }, refused('slug')],
  ['an underscore is refused', { slug: 'early_birds' }, refused('slug')],
  ['a space is refused', { slug: 'early birds' }, refused('slug')],
  ['a dot is refused', { slug: 'early.birds' }, refused('slug')],
  ['a slash is refused', { slug: 'early/birds' }, refused('slug')],
  ['a letter with an accent is refused', { slug: 'früh-auf' }, refused('slug')],
  ['a line break at the end is refused', { slug: 'early-birds\n' }, refused('slug')],
  ['a hyphen at the start is refused', { slug: '-early-birds' }, refused('slug')],
  ['a hyphen at the end is refused', { slug: 'early-birds-' }, refused('slug')],
  ...RESERVED.map(
    (word) =>
      [
        `the reserved word '${word}' is refused`,
        { slug: word },
        refused('slug', 'This URL slug is reserved'),
      ] as const,
  ),
] as const

const descriptionRules = [
  ['no description is accepted', { description: undefined }],
  ['a description of null is accepted', { description: null }],
  ['an empty description is accepted', { description: '' }],
  ['a description of 200 characters is accepted', { description: 'x'.repeat(200) }],
  [
    'a description of 201 characters is refused',
    { description: 'x'.repeat(201) },
    refused('description'),
  ],
] as const

/** Returns the rules with new slugs in place of the accepted ones, which another form has already taken. */
const withNewSlugs = (rules: typeof slugRules) =>
  rules.map(([what, { slug }, refusal]) =>
    refusal === undefined
      ? ([
          what,
          { slug: /^\d+$/.test(slug) ? newNumericSlug(slug) : newSlugOfLength(slug.length) },
        ] as const)
      : ([what, { slug }, refusal] as const),
  )
const newNumericSlug = (slug: string) => String(Number(slug) + Math.trunc(Math.random() * 1e9) + 1)

describeForm({
  title: 'create group',
  form: createGroupForm,
  validInput: () => ({ name: 'Early Birds', slug: newSlug() }),
  send: (input) => phoneOf('member').post('/api/groups', input),
  acceptedStatus: 201,
  rules: [...nameRules('name'), ...slugRules, ...descriptionRules],
})

describe('reserved words', () => {
  test('reserves exactly the union of the lists', () => {
    expect([...RESERVED_SLUGS].sort()).toEqual([...RESERVED].sort())
  })

  test.each([...RESERVED, 'ab', 'x'.repeat(31), '-abc', 'abc-', 'a_c'])(
    'the slug check reports %s as unavailable',
    async (slug) => {
      const answer = await fixture.app.phone().get(`/api/groups/slug/${slug}/check`)
      expect(answer).toMatchObject({ status: 200, body: { available: false } })
    },
  )

  test('the slug check reports a free slug as available and a taken one as unavailable', async () => {
    const check = async (slug: string) =>
      (await fixture.app.phone().get(`/api/groups/slug/${slug}/check`)).body
    expect(await check(newSlug())).toEqual({ available: true })
    expect(await check(fixture.testGroups.own.slug)).toEqual({ available: false })
  })
})

const LONG_NAME = 'Saturday Morning Golf Group of the Early Birds'
describe('slug from the name', () => {
  test.each([
    ['capital letters are lowercased', 'Early BIRDS', 'early-birds'],
    ['other characters are stripped', "Bob's & Al's Golf!", 'bobs-als-golf'],
    ['letters with accents are stripped', 'Château Élan', 'chteau-lan'],
    ['spaces become hyphens', 'saturday morning golf', 'saturday-morning-golf'],
    ['repeated spaces become one hyphen', 'early   birds', 'early-birds'],
    ['repeated hyphens are collapsed', 'early - - birds', 'early-birds'],
    ['typed hyphens stay', 'four-ball', 'four-ball'],
    ['numbers stay', '4Ball 2026', '4ball-2026'],
    ['spaces at the ends leave no hyphen', '  early birds  ', 'early-birds'],
    ['a leading symbol leaves no hyphen', '& sons', 'sons'],
    ['a long name is cut to 30 characters', 'abcdefghij'.repeat(4), 'abcdefghij'.repeat(3)],
    ['a cut at a hyphen leaves no hyphen at the end', LONG_NAME, 'saturday-morning-golf-group-of'],
    ['symbols alone leave nothing', '!!!', ''],
  ])('auto slug: %s', (_what, name, slug) => {
    expect(slugFrom(name)).toBe(slug)
  })
})

const TOO_SHORT_PHONE = 'Phone number must be at least 10 digits'
const adminRules = (nameMessage?: string) =>
  [
    ['an admin name of 2 characters is accepted', { adminName: 'Bo' }],
    [
      'an admin name of 1 character is refused',
      { adminName: 'B' },
      refused('adminName', nameMessage),
    ],
    ['an empty admin name is refused', { adminName: '' }, refused('adminName', nameMessage)],
    ['an invalid admin email is refused', { adminEmail: 'bo@club' }, refused('adminEmail')],
    ['an empty admin email is refused', { adminEmail: '' }, refused('adminEmail')],
    ['an admin phone of 10 characters is accepted', { adminPhone: '4035550144' }],
    [
      'an admin phone of 9 characters is refused',
      { adminPhone: '403555014' },
      refused('adminPhone', TOO_SHORT_PHONE),
    ],
    ['an empty admin phone is refused', { adminPhone: '' }, refused('adminPhone', TOO_SHORT_PHONE)],
  ] as const

const newAdmin = () => ({ adminName: 'Bo Li', adminEmail: newEmail(), adminPhone: '403-555-0144' })

describeForm({
  title: 'group created by super admin',
  form: adminCreateGroupForm,
  validInput: () => ({ name: 'Early Birds', slug: newSlug(), ...newAdmin() }),
  send: (input) => phoneOf('superAdmin').post('/api/admin/groups', input),
  acceptedStatus: 201,
  rules: [
    ...nameRules('name'),
    ...withNewSlugs(slugRules),
    ...descriptionRules,
    ...adminRules('Admin name is required'),
    ['no expiry date is accepted', {}],
    ['an expiry date of null is accepted', { expiryDate: null }],
    ['an empty expiry date is accepted', { expiryDate: '' }],
    ['an expiry date is accepted', { expiryDate: '2026-12-31' }],
    ['an expiry instant is accepted', { expiryDate: '2026-12-31T23:59:59Z' }],
    ['an expiry date in words is refused', { expiryDate: 'tomorrow' }, refused('expiryDate')],
    ['a date that does not exist is refused', { expiryDate: '2026-02-30' }, refused('expiryDate')],
  ],
})

describe.each([
  ['trial signup', '/api/trial/signup'],
  ['purchase', '/api/purchase/direct'],
])('%s', (title, path) => {
  describeForm({
    title,
    form: signupForm,
    validInput: () => ({ groupName: 'Early Birds', slug: newSlug(), ...newAdmin() }),
    send: (input) => fixture.app.phone().post(path, input),
    acceptedStatus: 200,
    rules: [
      ...nameRules('groupName'),
      ['no group name is refused', { groupName: undefined }, refused('groupName')],
      ...withNewSlugs(slugRules),
      ['no slug is refused', { slug: undefined }, refused('slug')],
      ...adminRules(),
      ['no admin name is refused', { adminName: undefined }, refused('adminName')],
      ['no admin email is refused', { adminEmail: undefined }, refused('adminEmail')],
      ['no admin phone is refused', { adminPhone: undefined }, refused('adminPhone')],
      ...descriptionRules,
    ],
  })
})

test.each([
  ['/api/groups', () => ({ name: 'Early Birds' }), 'member'],
  ['/api/admin/groups', () => ({ name: 'Early Birds', ...newAdmin() }), 'superAdmin'],
  ['/api/trial/signup', () => ({ groupName: 'Early Birds', ...newAdmin() }), 'member'],
  ['/api/purchase/direct', () => ({ groupName: 'Early Birds', ...newAdmin() }), 'member'],
] as const)('POST %s: refuses a slug that is taken', async (path, otherFields, role) => {
  const answer = await phoneOf(role).post(path, {
    ...otherFields(),
    slug: fixture.testGroups.own.slug,
  })
  expect(answer).toMatchObject({ status: 409, body: { code: 'SLUG_TAKEN' } })
})
