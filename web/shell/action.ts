import { useMutation } from '@tanstack/react-query'
import { type ToastContent, toast } from '../ui/toast-store.ts'
import { failureText } from './api-client.ts'

export interface Action<Input, Answer> {
  /** Makes the call. */
  readonly run: (input: Input) => Promise<Answer>
  /** The toast of a failure; the server's own message comes before `fallback`. */
  readonly failure: { readonly title: string; readonly fallback: string }
  readonly success?: ToastContent
  readonly onSuccess?: (answer: Answer, input: Input) => void
  readonly onError?: (error: unknown) => void
}

/** Something a person does that changes the server: pending, its toasts, and what follows. */
export function useAction<Input = void, Answer = unknown>(action: Action<Input, Answer>) {
  return useMutation<Answer, Error, Input>({
    mutationFn: (input) => action.run(input),
    onSuccess: (answer, input) => {
      if (action.success) toast(action.success)
      action.onSuccess?.(answer, input)
    },
    onError: (error) => {
      action.onError?.(error)
      toast({
        title: action.failure.title,
        description: failureText(error, action.failure.fallback),
        variant: 'destructive',
      })
    },
  })
}
