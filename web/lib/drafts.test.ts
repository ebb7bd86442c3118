import { beforeEach, expect, test, vi } from 'vitest'
import { deleteDrafts, deleteExpiredDrafts, findDraft, storeDraft } from './drafts.ts'

const DAY_MS = 86_400_000
const items = new Map<string, string>()

beforeEach(() => {
  items.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
})

test('keeps a draft for each form for a week', () => {
  storeDraft(1, 'post:5', { course: 'Lakeview' }, 0)
  storeDraft(1, 'post:6', { course: 'Inglewood' }, 0)
  expect(findDraft(1, 'post:5', 6 * DAY_MS)).toEqual({ course: 'Lakeview' })
  expect(findDraft(1, 'post:5', 7 * DAY_MS)).toBeUndefined()
  storeDraft(1, 'post:5', undefined, 0)
  expect(findDraft(1, 'post:5', 0)).toBeUndefined()
  expect(findDraft(1, 'post:6', 0)).toEqual({ course: 'Inglewood' })
})

test('deletes expired drafts, also when it stores another one', () => {
  const listStored = () => Object.keys(JSON.parse(items.get('drafts') ?? '{}').forms ?? {})
  storeDraft(1, 'post:5', { course: 'Lakeview' }, 0)
  storeDraft(1, 'post:6', { course: 'Inglewood' }, DAY_MS)
  deleteExpiredDrafts(7 * DAY_MS)
  expect(listStored()).toEqual(['post:6'])
  storeDraft(1, 'post:7', { course: 'Fox Hollow' }, 8 * DAY_MS)
  expect(listStored()).toEqual(['post:7'])
  deleteExpiredDrafts(15 * DAY_MS)
  expect(items.size).toBe(0)
})

test('returns a draft only to its golfer, until they log out', () => {
  storeDraft(1, 'post:5', { course: 'Lakeview' })
  expect(findDraft(2, 'post:5')).toBeUndefined()
  expect(findDraft(1, 'post:5')).toBeDefined()
  deleteDrafts()
  expect(findDraft(1, 'post:5')).toBeUndefined()
  expect(items.size).toBe(0)
})

test('works without storage and with unreadable drafts', () => {
  items.set('drafts', '{"golferId":1,"forms":{"post:5":7}}')
  expect(findDraft(1, 'post:5')).toBeUndefined()
  vi.stubGlobal('localStorage', undefined)
  storeDraft(1, 'post:5', { course: 'Lakeview' })
  expect(findDraft(1, 'post:5')).toBeUndefined()
})
