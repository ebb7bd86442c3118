import { afterEach, expect, test } from 'vitest'
import { dismissToast, removeToast, shownToast, toast } from './toast-store.ts'

afterEach(() => removeToast())

function showTwo() {
  return { older: toast({ title: 'First' }), newer: toast({ title: 'Second' }) }
}

test('replaces the older toast with a new one', () => {
  const { newer } = showTwo()
  expect(shownToast()).toEqual({ id: newer.id, title: 'Second', open: true })
})

test('updates only the toast with the given id', () => {
  const { older, newer } = showTwo()
  newer.update({ title: 'Changed' })
  expect(shownToast()).toEqual({ id: newer.id, title: 'Changed', open: true })
  older.update({ title: 'Outdated' })
  expect(shownToast()).toEqual({ id: newer.id, title: 'Changed', open: true })
})

test('closes one toast or all, and keeps closed toasts for their exit animation', () => {
  const { older, newer } = showTwo()
  older.dismiss()
  expect(shownToast()).toEqual({ id: newer.id, title: 'Second', open: true })
  newer.dismiss()
  expect(shownToast()).toEqual({ id: newer.id, title: 'Second', open: false })
  const { id } = toast({ title: 'Third' })
  dismissToast()
  expect(shownToast()).toEqual({ id, title: 'Third', open: false })
})

test('removes one toast or all', () => {
  const { older, newer } = showTwo()
  older.remove()
  expect(shownToast()).toEqual({ id: newer.id, title: 'Second', open: true })
  newer.remove()
  expect(shownToast()).toBeUndefined()
  toast({ title: 'Third' })
  removeToast()
  expect(shownToast()).toBeUndefined()
})
