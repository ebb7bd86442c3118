import { useLocation } from 'wouter'
import type { AnswerOf, BodyOf } from '../../../../contract/endpoint.ts'
import {
  declineWelcomeLink,
  redeemWelcomeLink as spendLink,
  type WelcomeLink,
} from '../../../../contract/welcome.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, call } from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { refetchCurrentUser } from '../../../lib/query-client.ts'
import { startSession } from '../../../lib/session.ts'
import { type ToastContent, toast } from '../../../lib/toast-store.ts'
import { deleteStoredContact } from '../signups/stored-signup.ts'

export interface OpenLink {
  readonly token: string
  readonly link: WelcomeLink
  /** Called if the link was used or expired while the page was open. */
  readonly onDead: () => void
}

const FAILURES = {
  'start-group': {
    title: 'Failed to Create Group',
    fallback: 'An error occurred while creating the group.',
  },
  'open-group': { title: 'Login Failed', fallback: "We couldn't open your group. Try again." },
  'join-group': {
    title: 'Failed to Join Group',
    fallback: 'An error occurred while joining the group. Try again.',
  },
  'new-account': {
    title: 'Failed to Create Account',
    fallback: 'An error occurred while creating your account. Try again.',
  },
  'set-password': {
    title: 'Password Change Failed',
    fallback: 'Failed to change password. Please try again.',
  },
} as const

export function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LINK_INVALID'
}

/** Uses the link: signs in and opens the group, or the dashboard if the link has none. */
export function useSpendLink({ token, link, onDead }: OpenLink) {
  const [, navigate] = useLocation()
  const use = useAction<BodyOf<typeof spendLink>, AnswerOf<typeof spendLink>>({
    run: (body) => call(spendLink, { params: { token }, body }),
    failure: FAILURES[link.purpose],
    onSuccess: ({ sessionId, device, slug, texts }) => {
      deleteStoredContact()
      startSession(sessionId, device)
      void refetchCurrentUser()
      navigate(slug === null ? pathTo('dashboard') : pathTo('group', { slug }), { replace: true })
      const news = newsOf(link, texts)
      if (news) toast(news)
    },
    onError: (error) => {
      if (isDead(error)) onDead()
    },
  })
  return { ...use, isPending: use.isPending || use.isSuccess }
}

function newsOf(
  { purpose }: WelcomeLink,
  texts: AnswerOf<typeof spendLink>['texts'],
): ToastContent | undefined {
  if (texts === 'start-needed') {
    return {
      title: 'Text START to Get Texts',
      description: 'You texted STOP from this number. To get texts again, text START from it.',
    }
  }
  if (texts === 'unreachable') {
    return {
      title: 'No Texts to This Number',
      description:
        "We can't text this number, so we'll email you. You can change it on your profile.",
    }
  }
  return purpose === 'start-group'
    ? { title: 'Group Created!', description: 'Invite your golf buddies next.' }
    : undefined
}

/** Declines the invitation that the link is for. */
export function useDeclineLink({ token, onDead }: OpenLink, onDeclined: () => void) {
  return useAction({
    run: () => call(declineWelcomeLink, { params: { token } }),
    failure: {
      title: 'Failed to Decline Invitation',
      fallback: 'An error occurred while declining the invitation. Try again.',
    },
    onSuccess: onDeclined,
    onError: (error) => {
      if (isDead(error)) onDead()
    },
  })
}
