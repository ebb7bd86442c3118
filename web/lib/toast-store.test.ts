import { expect, test } from 'vitest'
import { applyToastChange, type ShownToast } from './toast-store.ts'

const first: ShownToast = { id: 1, title: 'First', open: true }
const second: ShownToast = { id: 2, title: 'Second', open: true }

test('replaces the older toast with a new one', () => {
  expect(applyToastChange([first], { type: 'add', toast: second })).toEqual([second])
})

test('updates only the toast with the given id', () => {
  expect(
    applyToastChange([first], { type: 'update', id: 1, content: { title: 'Changed' } }),
  ).toEqual([{ ...first, title: 'Changed' }])
  expect(
    applyToastChange([first], { type: 'update', id: 9, content: { title: 'Changed' } }),
  ).toEqual([first])
})

test('closes one toast or all, and keeps closed toasts for their exit animation', () => {
  expect(applyToastChange([first], { type: 'dismiss', id: 1 })).toEqual([{ ...first, open: false }])
  expect(applyToastChange([first], { type: 'dismiss', id: 2 })).toEqual([first])
  expect(applyToastChange([first], { type: 'dismiss' })).toEqual([{ ...first, open: false }])
})

test('removes one toast or all', () => {
  expect(applyToastChange([first], { type: 'remove', id: 1 })).toEqual([])
  expect(applyToastChange([first], { type: 'remove', id: 2 })).toEqual([first])
  expect(applyToastChange([first], { type: 'remove' })).toEqual([])
})
