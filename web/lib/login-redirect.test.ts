import { describe, expect, test } from 'vitest'
import {
  nameFromSlug,
  pathAfterLogin,
  pathOnThisSite,
  redirectFor,
  slugIn,
} from './login-redirect.ts'

describe('stored redirect when a signed-out visitor opens a protected path', () => {
  test.each([
    ['/dashboard', '/dashboard'],
    ['/create-group', '/create-group'],
    ['/members', '/members'],
    ['/fairway-friends', '/fairway-friends'],
    ['/fairway-friends/members', '/fairway-friends'],
    ['/fairway-friends/profile', '/fairway-friends'],
    ['/fairway-friends/season', '/fairway-friends'],
    ['/dashboard/rounds', '/dashboard/rounds'],
    ['/fairway-friends/', '/fairway-friends'],
    ['/', '/'],
  ])('stores for %s → %s', (path, stored) => {
    expect(redirectFor(path)).toBe(stored)
  })
})

describe('stored redirect for a link to a card', () => {
  test.each([
    ['/fairway-friends', '?t=7', '/fairway-friends?t=7'],
    ['/fairway-friends', 't=7&payment=success', '/fairway-friends?t=7'],
    ['/fairway-friends', '?payment=success', '/fairway-friends'],
    [
      '/fairway-friends',
      '?t=%2F%2Fevil.example%26x%3D1',
      '/fairway-friends?t=%2F%2Fevil.example%26x%3D1',
    ],
    ['/fairway-friends/members', '?t=7', '/fairway-friends'],
    ['/dashboard', '?t=7', '/dashboard'],
  ])('stores for %s%s → %s', (path, search, stored) => {
    expect(redirectFor(path, search)).toBe(stored)
    expect(pathAfterLogin('', stored)).toBe(stored)
  })
})

describe('redirect after login', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'dashboard',
    '',
    ' /dashboard',
  ])('refuses %j', (target) => {
    expect(pathOnThisSite(target)).toBeUndefined()
    expect(pathAfterLogin(`?redirect=${encodeURIComponent(target)}`, null)).toBe('/dashboard')
    expect(pathAfterLogin('', target)).toBe('/dashboard')
  })

  test.each(['/fairway-friends', '/dashboard?x=1#y', '/a/b'])('follows %s', (target) => {
    expect(pathOnThisSite(target)).toBe(target)
  })
})

test('prefers the redirect in the URL, then the stored one, then the dashboard', () => {
  expect(pathAfterLogin('?redirect=%2Fa', '/b')).toBe('/a')
  expect(pathAfterLogin('?redirect=%2F%2Fevil.example', '/b')).toBe('/b')
  expect(pathAfterLogin('', '/b')).toBe('/b')
  expect(pathAfterLogin('', null)).toBe('/dashboard')
})

test('does not treat a reserved first segment as a group', () => {
  expect(slugIn('/login')).toBeUndefined()
  expect(slugIn('/super-admin-login')).toBeUndefined()
  expect(slugIn('/Dashboard')).toBeUndefined()
  expect(slugIn('/')).toBeUndefined()
  expect(slugIn('/%E0%A4%A')).toBeUndefined()
  expect(slugIn('/fairway-friends/members')).toBe('fairway-friends')
})

test('turns a slug into a name', () => {
  expect(nameFromSlug('fairway-friends')).toBe('Fairway Friends')
  expect(nameFromSlug('--a--b')).toBe('A B')
})
