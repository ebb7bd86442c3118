import { toast } from './toast-store.ts'

/** Says that a part did not come whose code is loaded at a tap: see `onDemand`. */
export function sayNotOpened(title = "The form can't be opened"): void {
  toast({ title, description: 'Check your connection and try again.', variant: 'destructive' })
}
