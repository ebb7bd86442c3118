import { afterEach, expect, test } from 'vitest'
import { dismissToast, readLatestToast, removeToast, toast } from './toast-store.ts'

afterEach(() => removeToast())

function showTwoToasts() {
  return { older: toast({ title: 'First' }), newer: toast({ title: 'Second' }) }
}

test('replaces the older toast with a new one', () => {
  const { newer } = showTwoToasts()
  expect(readLatestToast()).toEqual({ id: newer.id, title: 'Second', open: true })
})

test('updates only the toast with the given id', () => {
  const { older, newer } = showTwoToasts()
  newer.update({ title: 'Changed' })
  expect(readLatestToast()).toEqual({ id: newer.id, title: 'Changed', open: true })
  older.update({ title: 'Outdated' })
  expect(readLatestToast()).toEqual({ id: newer.id, title: 'Changed', open: true })
})

test('closes one toast or all, and keeps closed toasts for their exit animation', () => {
  const { older, newer } = showTwoToasts()
  older.dismiss()
  expect(readLatestToast()).toEqual({ id: newer.id, title: 'Second', open: true })
  newer.dismiss()
  expect(readLatestToast()).toEqual({ id: newer.id, title: 'Second', open: false })
  const { id } = toast({ title: 'Third' })
  dismissToast()
  expect(readLatestToast()).toEqual({ id, title: 'Third', open: false })
})

test('removes one toast or all', () => {
  const { older, newer } = showTwoToasts()
  older.remove()
  expect(readLatestToast()).toEqual({ id: newer.id, title: 'Second', open: true })
  newer.remove()
  expect(readLatestToast()).toBeUndefined()
  toast({ title: 'Third' })
  removeToast()
  expect(readLatestToast()).toBeUndefined()
})
