import { expect, test } from 'vitest'
import { changesIn, type Details, typedOver } from './tee-time-form.ts'

const before: Details = {
  course: 'Lakeview',
  date: '2026-06-06',
  time: '08:12',
  notes: '',
  maxPlayers: 4,
  cancelHours: null,
}

test('an edit sends what was changed alone', () => {
  expect(changesIn(before, { ...before })).toEqual({})
  expect(changesIn(before, { ...before, time: '08:20', notes: 'Walk' })).toEqual({
    time: '08:20',
    notes: 'Walk',
  })
  expect(changesIn({ ...before, notes: 'Walk' }, before)).toEqual({ notes: '' })
})

test('what was typed stays over what somebody else saved, and takes nothing else of that back', () => {
  const now = { ...before, time: '09:00', notes: 'Two carts' }
  expect(typedOver(now, before, { ...before, notes: 'Walk', maxPlayers: 3 })).toEqual({
    ...before,
    time: '09:00',
    notes: 'Walk',
    maxPlayers: 3,
  })
})
