import { expect, test } from 'vitest'
import { opensOffline } from './offline-screens.ts'

test.each([
  '/',
  '/dashboard',
  '/profile',
  '/saturday-golf',
  '/saturday-golf/members/',
  '/saturday-golf/season',
  '/dashboard/rounds',
  '/Login',
])('opens %s without a connection', (path) => expect(opensOffline(path)).toBe(true))

test.each([
  '/saturday-golf/subscribe',
  '/subscribe',
  '/purchase',
  '/outbox',
  '/Outbox',
  '/%6Futbox',
  '/sandbox/checkout/cs_1',
  '/super-admin',
  '/super-admin/messages',
  '/admin',
  '/welcome/abc',
  '/invite/abc',
  '/api/my-groups',
  '/api/docs',
  '/assets/main.js',
  '/calendar/abc.ics',
  '/metrics',
  '/sw.js',
])('loads %s only from the server', (path) => expect(opensOffline(path)).toBe(false))
