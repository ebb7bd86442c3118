import { type ReactNode, useSyncExternalStore } from 'react'

export const TOAST_MS = 5000

const LIMIT = 1
const REMOVE_DELAY_MS = 1_000_000

export interface ToastContent {
  readonly title: string
  readonly description?: string
  readonly variant?: 'default' | 'destructive'
  /** A button for what the golfer may want to do next. Its element needs the class `toast-action`. */
  readonly action?: ReactNode
}

export interface ShownToast extends ToastContent {
  readonly id: number
  readonly open: boolean
}

type ToastChange =
  | { readonly type: 'add'; readonly toast: ShownToast }
  | { readonly type: 'update'; readonly id: number; readonly content: Partial<ToastContent> }
  /** Closes one toast, or all. A closed toast stays in the list for its exit animation. */
  | { readonly type: 'dismiss'; readonly id?: number }
  | { readonly type: 'remove'; readonly id?: number }

export function applyToastChange(
  toasts: readonly ShownToast[],
  change: ToastChange,
): readonly ShownToast[] {
  switch (change.type) {
    case 'add':
      return [change.toast, ...toasts].slice(0, LIMIT)
    case 'update':
      return toasts.map((toast) =>
        toast.id === change.id ? { ...toast, ...change.content } : toast,
      )
    case 'dismiss':
      return toasts.map((toast) =>
        change.id === undefined || toast.id === change.id ? { ...toast, open: false } : toast,
      )
    case 'remove':
      return change.id === undefined ? [] : toasts.filter((toast) => toast.id !== change.id)
  }
}

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function apply(change: ToastChange): void {
  toasts = applyToastChange(toasts, change)
  for (const listener of [...listeners]) listener()
}

/** Shows a toast. Returns functions to change, close or remove it. */
export function toast(content: ToastContent) {
  lastId += 1
  const id = lastId
  apply({ type: 'add', toast: { ...content, id, open: true } })
  return {
    id,
    update: (next: Partial<ToastContent>) => apply({ type: 'update', id, content: next }),
    dismiss: () => dismissToast(id),
    remove: () => removeToast(id),
  }
}

export function dismissToast(id?: number): void {
  const closing = toasts.filter((shown) => shown.open && (id === undefined || shown.id === id))
  for (const { id: each } of closing) {
    apply({ type: 'dismiss', id: each })
    setTimeout(() => removeToast(each), REMOVE_DELAY_MS)
  }
}

function removeToast(id?: number): void {
  apply({ type: 'remove', ...(id === undefined ? {} : { id }) })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const NONE: readonly ShownToast[] = []

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
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
  const content: ToastContent = JSON.parse(carried)
  toast(content)
}
