import { phoneForm } from '../../../contract/golfers.ts'
import { joinRequestForm } from '../../../contract/invites.ts'
import { addMemberForm } from '../../../contract/members.ts'
import { changePasswordForm, loginForm, superAdminLoginForm } from '../../../contract/sessions.ts'
import { resetPasswordForm } from '../../../contract/super-admin.ts'
import { forgotPasswordForm, setPasswordForm } from '../../../contract/welcome.ts'
import { accessScene, newEmail } from '../testing/access/scene.ts'
import { describeForm, refused, setUpFixture } from './testing/form-rules.ts'

const fixture = setUpFixture()
const PASSWORD = 'nineteenth-hole'
const MAX_PASSWORD = 'x'.repeat(128)

const badEmailRules = (field: string, message?: string) =>
  [
    ['an empty email', ''],
    ['an email without @', 'morgan.club.example'],
    ['an email without a domain', 'morgan@'],
    ['an email without a top domain', 'morgan@club'],
    ['an email with a space', 'mor gan@club.example'],
  ].map(
    ([what, email]) => [`${what} is refused`, { [field]: email }, refused(field, message)] as const,
  )

describeForm({
  title: 'login',
  form: loginForm,
  validInput: async () => ({
    email: (await fixture.make.golfer({ password: PASSWORD })).email,
    password: PASSWORD,
  }),
  send: (input) => fixture.app.phone().post('/api/auth/login', input),
  acceptedStatus: 200,
  rules: [
    ['a valid email and password are accepted', {}],
    ...badEmailRules('email', 'Invalid email address'),
    ['no email is refused', { email: undefined }, refused('email')],
    ['an empty password is refused', { password: '' }, refused('password', 'Password is required')],
  ],
})

describeForm({
  title: 'super admin login',
  form: superAdminLoginForm,
  validInput: async () => ({
    email: (await fixture.make.golfer({ password: PASSWORD, isSuperAdmin: true })).email,
    password: PASSWORD,
  }),
  send: (input) => fixture.app.phone().post('/api/admin/login', input),
  acceptedStatus: 200,
  rules: [
    ['a valid email and password are accepted', {}],
    ...badEmailRules('email', 'Please enter a valid email'),
    ['an empty password is refused', { password: '' }, refused('password', 'Password is required')],
  ],
})

const TOO_SHORT_NAME = 'Name must be at least 2 characters'
const TOO_SHORT_PHONE = 'Phone number must be at least 10 digits'
const newPerson = () => ({ name: 'Bo', email: newEmail(), phone: '403-555-0122' })
const personRules = [
  ['a name of 2 characters is accepted', {}],
  ['a name of 1 character is refused', { name: 'B' }, refused('name', TOO_SHORT_NAME)],
  ['an empty name is refused', { name: '' }, refused('name', TOO_SHORT_NAME)],
  ['blanks do not count as a name', { name: ' B ' }, refused('name', TOO_SHORT_NAME)],
  ['a name of 100 characters is accepted', { name: 'x'.repeat(100) }],
  ['a name of 101 characters is refused', { name: 'x'.repeat(101) }, refused('name')],
  ...badEmailRules('email', 'Invalid email address'),
  ['a phone of 10 characters is accepted', { phone: '4035550122' }],
  ['a phone of 9 characters is refused', { phone: '403555012' }, refused('phone', TOO_SHORT_PHONE)],
  ['an empty phone is refused', { phone: '' }, refused('phone', TOO_SHORT_PHONE)],
  ['blanks do not count as digits', { phone: ' 403555012 ' }, refused('phone', TOO_SHORT_PHONE)],
  ['words instead of a phone are refused', { phone: 'call me maybe' }, refused('phone')],
] as const

describeForm({
  title: 'signup, by adding a member',
  form: addMemberForm,
  validInput: newPerson,
  send: (input) => {
    const { own, people } = fixture.testGroups
    return fixture.app.phone(people.owner.session).post(`/api/groups/${own.id}/members`, input)
  },
  acceptedStatus: 201,
  rules: personRules,
})

describeForm({
  title: 'signup, by asking to join',
  form: joinRequestForm,
  validInput: newPerson,
  send: async (input) => {
    const { createThing } = accessScene(fixture.app)
    const token = await createThing(fixture.testGroups, fixture.testGroups.own, 'invite-token')
    return fixture.app.phone().post(`/api/invites/${token}/requests`, input)
  },
  acceptedStatus: 200,
  rules: personRules,
})

const TOO_SHORT_PASSWORD = 'Password must be at least 6 characters'

describeForm({
  title: 'signup, by setting the password',
  form: setPasswordForm,
  validInput: () => ({ password: PASSWORD }),
  send: async (input) => {
    const { createThing } = accessScene(fixture.app)
    const token = await createThing(fixture.testGroups, fixture.testGroups.own, 'welcome-token')
    return fixture.app.phone().post(`/api/auth/welcome/${token}`, input)
  },
  acceptedStatus: 200,
  rules: [
    ['a password of 6 characters is accepted', { password: 'x3cd5f' }],
    [
      'a password of 5 characters is refused',
      { password: 'x3cd5' },
      refused('password', TOO_SHORT_PASSWORD),
    ],
    ['an empty password is refused', { password: '' }, refused('password', TOO_SHORT_PASSWORD)],
    ['a password of 128 characters is accepted', { password: MAX_PASSWORD }],
    [
      'a password of 129 characters is refused',
      { password: `${MAX_PASSWORD}x` },
      refused('password'),
    ],
  ],
})

describeForm({
  title: 'reset password by super admin',
  form: resetPasswordForm,
  validInput: () => ({ password: PASSWORD }),
  send: async (input) => {
    const { id } = await fixture.make.golfer()
    return fixture.app
      .phone(fixture.testGroups.people.superAdmin.session)
      .post(`/api/super-admin/reset-password/${id}`, input)
  },
  acceptedStatus: 200,
  rules: [
    ['a password of 6 characters is accepted', { password: 'x3cd5f' }],
    [
      'a password of 5 characters is refused',
      { password: 'x3cd5' },
      refused('password', TOO_SHORT_PASSWORD),
    ],
  ],
})

const MISMATCH = "Passwords don't match"

describeForm({
  title: 'change password',
  form: changePasswordForm,
  validInput: () => ({
    currentPassword: PASSWORD,
    newPassword: 'front-nine-2026',
    confirmPassword: 'front-nine-2026',
  }),
  send: async (input) => {
    const { session } = await fixture.make.golfer({ password: PASSWORD })
    return fixture.app.phone(session).post('/api/auth/change-password', input)
  },
  acceptedStatus: 200,
  rules: [
    ['the current password, and the new one typed twice, are accepted', {}],
    [
      'an empty current password is refused',
      { currentPassword: '' },
      refused('currentPassword', 'Current password is required'),
    ],
    [
      'a new password of 6 characters is accepted',
      { newPassword: 'x3cd5f', confirmPassword: 'x3cd5f' },
    ],
    [
      'a new password of 5 characters is refused',
      { newPassword: 'x3cd5', confirmPassword: 'x3cd5' },
      refused('newPassword', 'New password must be at least 6 characters'),
    ],
    [
      'an empty confirmation is refused',
      { confirmPassword: '' },
      refused('confirmPassword', 'Please confirm your new password'),
    ],
    [
      'a different confirmation is refused',
      { confirmPassword: 'front-nine-2027' },
      refused('confirmPassword', MISMATCH),
    ],
    [
      'a confirmation with different capitals is refused',
      { confirmPassword: 'Front-nine-2026' },
      refused('confirmPassword', MISMATCH),
    ],
  ],
})

describeForm({
  title: 'phone update',
  form: phoneForm,
  validInput: () => ({ phone: '403-555-0123' }),
  send: (input) =>
    fixture.app
      .phone(fixture.testGroups.people.member.session)
      .put('/api/auth/update-phone', input),
  acceptedStatus: 200,
  rules: [
    ['an empty phone is refused', { phone: '' }, refused('phone', 'Phone number is required')],
    ['spaces are refused', { phone: '   ' }, refused('phone', 'Phone number is required')],
    ['a phone of 10 characters is accepted', { phone: '4035550123' }],
    [
      'a phone of 9 characters is refused',
      { phone: '403555012' },
      refused('phone', TOO_SHORT_PHONE),
    ],
    ['a phone of 30 characters is accepted', { phone: `+1 403 555 0123${' '.repeat(14)}4` }],
    [
      'a phone of 31 characters is refused',
      { phone: `+1 403 555 0123${' '.repeat(15)}4` },
      refused('phone'),
    ],
  ],
})

describeForm({
  title: 'forgot password',
  form: forgotPasswordForm,
  validInput: () => ({ email: newEmail() }),
  send: (input) => fixture.app.phone().post('/api/auth/forgot-password', input),
  acceptedStatus: 200,
  rules: [['a valid email is accepted', {}], ...badEmailRules('email', 'Invalid email address')],
})
