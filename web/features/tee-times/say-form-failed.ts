import { toast } from '../../ui/toast-store.ts'

/** A dialog's code could not be loaded. */
export function sayFormFailed(): void {
  toast({
    title: "The form can't be opened",
    description: 'Check your connection and try again.',
    variant: 'destructive',
  })
}
