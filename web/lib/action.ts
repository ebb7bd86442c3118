import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { failureText, OUTCOME_UNKNOWN, OutcomeUnknownError } from './api-client.ts'
import { queryClient } from './query-client.ts'
import { dismissToast, type ToastContent, toast } from './toast-store.ts'

/**
 * The toast for a failure. If the error's message isn't written for people, the toast says `fallback` instead
 * or, with `doing` (such as 'adding the guest'), a standard sentence.
 */
export type FailureToast = { readonly title: string } & (
  | { readonly fallback: string }
  | { readonly doing: string }
)

export interface Action<Input, Answer> {
  readonly run: (input: Input) => Promise<Answer>
  readonly failure: FailureToast | ((input: Input) => FailureToast)
  readonly success?:
    | ToastContent
    | ((response: Answer, input: Input) => ToastContent | false | undefined)
  readonly onSuccess?: (response: Answer, input: Input) => void
  readonly onError?: (error: unknown, input: Input) => void
  readonly onSettled?: () => void
  /** Returns whether to show no toast for this error, such as when the screen asks a question instead. */
  readonly needsNoToast?: (error: unknown) => boolean
  /** Whether the action runs without a tap. A success then doesn't dismiss the last toast. */
  readonly isAutomatic?: boolean
}

/** Returns a mutation that ignores a call with the same input as a call that is still pending. */
export function useAction<Input = void, Answer = unknown>(
  action: Action<Input, Answer>,
): UseMutationResult<Answer, Error, Input> {
  const pendingInputs = useRef(new Set<string>())
  const mutation = useMutation<Answer, Error, Input>({
    mutationFn: (input) => action.run(input),
    onSuccess: (response, input) => {
      // Replace or dismiss the last toast, such as 'Login Failed', because it is no longer true.
      const { success } = action
      const content = typeof success === 'function' ? success(response, input) : success
      if (content) toast(content)
      else if (!action.isAutomatic) dismissToast()
      action.onSuccess?.(response, input)
    },
    onError: (error, input) => {
      action.onError?.(error, input)
      const isOutcomeUnknown = error instanceof OutcomeUnknownError
      // The change may have been made, so refetch everything.
      if (isOutcomeUnknown) void queryClient.invalidateQueries()
      if (action.needsNoToast?.(error)) return
      const failure = typeof action.failure === 'function' ? action.failure(input) : action.failure
      const fallback =
        'doing' in failure
          ? `An error occurred while ${failure.doing}. Please try again.`
          : failure.fallback
      toast({
        title: isOutcomeUnknown ? OUTCOME_UNKNOWN : failure.title,
        description: failureText(error, fallback),
        variant: 'destructive',
      })
    },
    // Don't return a promise: the action would stay pending until a refetch ends.
    onSettled: (_response, _error, input) => {
      pendingInputs.current.delete(inputKey(input))
      action.onSettled?.()
    },
  })
  const { mutate: begin } = mutation
  const mutate = useCallback<typeof begin>(
    (...args) => {
      const key = inputKey(args[0])
      if (pendingInputs.current.has(key)) return
      pendingInputs.current.add(key)
      begin(...args)
    },
    [begin],
  )
  return { ...mutation, mutate }
}

function inputKey(input: unknown): string {
  return JSON.stringify(input) ?? ''
}
