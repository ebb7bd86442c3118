import { type ReactNode, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

export const TOAST_MS = 5000
const REMOVE_DELAY_MS = 1_000_000

export interface ToastContent {
  readonly title: string
  readonly description?: string | undefined
  readonly variant?: 'default' | 'destructive'
  /** A ToastButton for what the golfer may want to do next. */
  readonly action?: ReactNode
}

interface ShownToast extends ToastContent {
  readonly id: number
  readonly open: boolean
}

let latestToast: ShownToast | undefined
let lastId = 0
const { subscribe, announce } = createListeners()

function show(next: ShownToast | undefined): void {
  latestToast = next
  announce()
}

/** The new toast replaces the previous one. */
export function toast(content: ToastContent) {
  lastId += 1
  const id = lastId
  show({ ...content, id, open: true })
  return {
    id,
    update: (next: Partial<ToastContent>) => {
      if (latestToast?.id === id) show({ ...latestToast, ...next })
    },
    dismiss: () => dismissToast(id),
    remove: () => removeToast(id),
  }
}

/** Closes a toast; without an id, the current one. A closed toast stays for its exit animation. */
export function dismissToast(id = latestToast?.id): void {
  if (!latestToast?.open || latestToast.id !== id) return
  show({ ...latestToast, open: false })
  setTimeout(() => removeToast(id), REMOVE_DELAY_MS)
}

export function removeToast(id = latestToast?.id): void {
  if (latestToast?.id === id) show(undefined)
}

export const readLatestToast = () => latestToast

/** Returns the last toast. If its `open` is false, it has been closed. */
export function useToast(): ShownToast | undefined {
  return useSyncExternalStore(subscribe, readLatestToast, () => undefined)
}

const CARRIED_KEY = 'carriedToast'

/** Shows a toast after the next page load. */
export function carryToast(content: Omit<ToastContent, 'action'>): void {
  sessionStorage.setItem(CARRIED_KEY, JSON.stringify(content))
}

export function showCarriedToast(): void {
  const carried = sessionStorage.getItem(CARRIED_KEY)
  if (carried === null) return
  sessionStorage.removeItem(CARRIED_KEY)
  toast(JSON.parse(carried))
}
