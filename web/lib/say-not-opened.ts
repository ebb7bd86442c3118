import { toast } from './toast-store.ts'

/** Shows a toast that a part, whose code loads at a tap, could not be loaded: see `onDemand`. */
export function sayNotOpened(title = "The form can't be opened"): void {
  toast({ title, description: 'Check your connection and try again.', variant: 'destructive' })
}
