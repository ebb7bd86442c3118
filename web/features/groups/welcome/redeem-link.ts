import { useLocation } from 'wouter'
import type { BodyOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { claimSpot } from '../../../../contract/tee-times.ts'
import { readWelcome, redeemWelcomeLink, type WelcomeLink } from '../../../../contract/welcome.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, call, failureText } from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { keyOf, queryClient, refetchCurrentUser } from '../../../lib/query-client.ts'
import { startSession } from '../../../lib/session.ts'
import { type ToastContent, toast } from '../../../lib/toast-store.ts'
import { deleteStoredContact } from '../signups/stored-signup.ts'

export interface OpenLink {
  readonly token: string
  readonly link: WelcomeLink
  /** Called if someone used the link, or the link expired, while the page was open. */
  readonly onInvalid: () => void
}

const FAILURES = {
  'start-group': {
    title: 'Failed to Create Group',
    fallback: 'An error occurred while creating the group.',
  },
  'open-group': { title: 'Login Failed', fallback: "We couldn't open your group. Try again." },
  'join-group': { title: 'Failed to Join Group', doing: 'joining the group' },
  'new-account': { title: 'Failed to Create Account', doing: 'creating your account' },
  'set-password': {
    title: 'Password Change Failed',
    fallback: 'Failed to change password. Please try again.',
  },
} as const

export function isInvalidLink(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LINK_INVALID'
}

export function useRedeemLink({ token, link, onInvalid }: OpenLink) {
  const [, navigate] = useLocation()
  const use = useAction({
    /** @param claims the id of a tee time in which to claim a spot after the golfer has joined the group */
    async run({ claims, ...body }: BodyOf<typeof redeemWelcomeLink> & { claims?: number }) {
      const used = await call(redeemWelcomeLink, { params: { token }, body })
      if (claims === undefined) return { ...used, claim: undefined }
      startSession(used.sessionId, used.device)
      // The new session cleared the cache. Restore the link, because a used link can't be loaded again.
      queryClient.setQueryData(keyOf(readWelcome, { params: { token } }), link)
      return { ...used, claim: await claim(claims) }
    },
    failure: FAILURES[link.purpose],
    onSuccess: ({ sessionId, device, slug, texts, claim }) => {
      deleteStoredContact()
      startSession(sessionId, device)
      void refetchCurrentUser()
      navigate(slug === null ? pathTo('dashboard') : pathTo('group', { slug }), { replace: true })
      const hasFailed = claim?.variant === 'destructive'
      const notice = hasFailed ? claim : (noticeAfter(link, texts) ?? claim)
      if (notice) toast(notice)
    },
    onError: (error) => {
      if (isInvalidLink(error)) onInvalid()
    },
  })
  return { ...use, isPending: use.isPending || use.isSuccess }
}

/** Claims a spot. Never throws but returns a toast, because the golfer has joined even if the claim fails. */
async function claim(id: number): Promise<ToastContent> {
  try {
    await call(claimSpot, { params: { id }, body: {} }, { messagePrefix: 'HTTP ' })
    return {
      title: 'Spot Claimed!',
      description: "You've successfully claimed a spot in this tee time.",
    }
  } catch (error) {
    return {
      title: 'Failed to Claim Spot',
      description: failureText(error, 'An error occurred while claiming the spot.'),
      variant: 'destructive',
    }
  }
}

function noticeAfter(link: WelcomeLink, texts: ResponseOf<typeof redeemWelcomeLink>['texts']) {
  if (texts === 'start-needed') {
    return {
      title: 'Text START to Get Texts',
      description:
        'You texted STOP from this number. To get texts again, reply START to any text from us.',
    }
  }
  if (texts === 'unreachable') {
    return {
      title: "Can't Text This Number",
      description:
        "We can't text this number, so we'll email you. You can change it on your profile.",
    }
  }
  return link.purpose === 'start-group'
    ? { title: 'Group Created!', description: 'Invite your golf buddies next.' }
    : undefined
}
