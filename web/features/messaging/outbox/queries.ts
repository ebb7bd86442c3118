import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../../../contract/endpoint.ts'
import { listOutbox, listOutboxPhones, replyFromOutbox } from '../../../../contract/messages.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, call } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'

const PHONES_EVERY_MS = 1_500
const MAILS_EVERY_MS = 3_000

/** Returns whether a request failed with 404 (no outbox here) or 401 (not signed in). Retrying won't help. */
export function isRefused(error: Error | null, status: 401 | 404): boolean {
  return error instanceof ApiError && error.status === status
}

/** Polls while the page is visible, until the server refuses. */
const every =
  (milliseconds: number) =>
  ({ state: { error } }: { state: { error: Error | null } }) =>
    isRefused(error, 401) || isRefused(error, 404) ? false : milliseconds

export function usePhones() {
  return useQuery<AnswerOf<typeof listOutboxPhones>>({
    queryKey: keyOf(listOutboxPhones, {}),
    staleTime: 0,
    refetchInterval: every(PHONES_EVERY_MS),
  })
}

/** Polls the kept emails, newest first; with `before`, only those before that id. */
export function useMails(before: string | null) {
  const query = { channel: 'email', ...(before !== null && { before }) } as const
  return useQuery<AnswerOf<typeof listOutbox>>({
    queryKey: keyOf(listOutbox, { query }),
    staleTime: 0,
    refetchInterval: every(MAILS_EVERY_MS),
  })
}

export function useReply(onSent: (body: string) => void) {
  return useAction<{ from: string; body: string }>({
    run: (reply) => call(replyFromOutbox, { body: reply }),
    failure: {
      title: 'Failed to Send Text',
      fallback: 'The text could not be sent. Try again in a moment.',
    },
    onSuccess: (_, { body }) => {
      onSent(body)
      void queryClient.invalidateQueries({ queryKey: keyOf(listOutboxPhones, {}) })
    },
  })
}
