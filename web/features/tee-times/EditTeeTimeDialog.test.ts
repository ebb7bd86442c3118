import { expect, test } from 'vitest'
import { changesIn, type Details, mergeEdits } from './EditTeeTimeDialog.tsx'

const before: Details = {
  course: 'Lakeview',
  date: '2026-06-06',
  time: '08:12',
  notes: '',
  maxPlayers: 4,
  cancelHours: null,
}

test('sends only the edited fields', () => {
  expect(changesIn(before, { ...before })).toEqual({})
  expect(changesIn(before, { ...before, time: '08:20', notes: 'Walk' })).toEqual({
    time: '08:20',
    notes: 'Walk',
  })
  expect(changesIn({ ...before, notes: 'Walk' }, before)).toEqual({ notes: '' })
})

test("keeps the golfer's edits, and someone else's saved changes to other fields", () => {
  const current = { ...before, time: '09:00', notes: 'Two carts' }
  expect(mergeEdits(current, before, { ...before, notes: 'Walk', maxPlayers: 3 })).toEqual({
    ...before,
    time: '09:00',
    notes: 'Walk',
    maxPlayers: 3,
  })
})
