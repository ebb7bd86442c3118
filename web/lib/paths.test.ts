import { expect, test } from 'vitest'
import type { SCREENS } from '../../contract/screens.ts'
import { pathTo } from './paths.ts'

test('uses the specified path for every screen', () => {
  const token = 'tok'
  const slug = 'fairway-friends'
  const built: Record<keyof typeof SCREENS, string> = {
    landing: pathTo('landing'),
    purchase: pathTo('purchase'),
    privacy: pathTo('privacy'),
    terms: pathTo('terms'),
    contact: pathTo('contact'),
    login: pathTo('login'),
    superAdminLogin: pathTo('superAdminLogin'),
    superAdmin: pathTo('superAdmin'),
    superAdminMessages: pathTo('superAdminMessages'),
    dashboard: pathTo('dashboard'),
    myRounds: pathTo('myRounds'),
    subscribe: pathTo('subscribe'),
    createGroup: pathTo('createGroup'),
    admin: pathTo('admin'),
    members: pathTo('members'),
    profile: pathTo('profile'),
    welcome: pathTo('welcome', { token }),
    invite: pathTo('invite', { token }),
    outbox: pathTo('outbox'),
    sandboxCheckout: pathTo('sandboxCheckout', { id: 'cs_1' }),
    sandboxPortal: pathTo('sandboxPortal', { id: 'bps_1' }),
    unsubscribe: pathTo('unsubscribe', { token, kind: 'posted' }),
    group: pathTo('group', { slug }),
    groupMembers: pathTo('groupMembers', { slug }),
    groupProfile: pathTo('groupProfile', { slug }),
    groupSeason: pathTo('groupSeason', { slug }),
    groupSubscribe: pathTo('groupSubscribe', { slug }),
  }
  expect(built).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "contact": "/contact",
      "createGroup": "/create-group",
      "dashboard": "/dashboard",
      "group": "/fairway-friends",
      "groupMembers": "/fairway-friends/members",
      "groupProfile": "/fairway-friends/profile",
      "groupSeason": "/fairway-friends/season",
      "groupSubscribe": "/fairway-friends/subscribe",
      "invite": "/invite/tok",
      "landing": "/",
      "login": "/login",
      "members": "/members",
      "myRounds": "/dashboard/rounds",
      "outbox": "/outbox",
      "privacy": "/privacy",
      "profile": "/profile",
      "purchase": "/purchase",
      "sandboxCheckout": "/sandbox/checkout/cs_1",
      "sandboxPortal": "/sandbox/portal/bps_1",
      "subscribe": "/subscribe",
      "superAdmin": "/super-admin",
      "superAdminLogin": "/super-admin-login",
      "superAdminMessages": "/super-admin/messages",
      "terms": "/terms",
      "unsubscribe": "/unsubscribe/tok/posted",
      "welcome": "/welcome/tok",
    }
  `)
})

test('keeps a parameter in its segment', () => {
  expect(pathTo('group', { slug: '../x/y?z' })).toBe('/..%2Fx%2Fy%3Fz')
})
