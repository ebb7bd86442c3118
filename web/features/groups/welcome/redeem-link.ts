import { useLocation } from 'wouter'
import type { BodyOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { claimSpot } from '../../../../contract/tee-times.ts'
import { readWelcome, redeemWelcomeLink, type WelcomeLink } from '../../../../contract/welcome.ts'
import { type FailureToast, useAction } from '../../../lib/action.ts'
import {
  ApiError,
  call,
  failureText,
  OUTCOME_UNKNOWN,
  OutcomeUnknownError,
} from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { putResponse, refetch, refetchCurrentUser } from '../../../lib/query-client.ts'
import { startSession } from '../../../lib/session.ts'
import type { ToastContent } from '../../../lib/toast-store.ts'

export type WelcomeLinkWithToken = WelcomeLink & { readonly token: string }

export function isInvalidLink(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LINK_INVALID'
}

/** Reloads the link if the error says that the link has been used or has expired. */
export function reloadIfInvalid(token: string, error: unknown): void {
  if (isInvalidLink(error)) refetch(readWelcome, { params: { token } })
}

export function useRedeemLink({ token, ...link }: WelcomeLinkWithToken, failure: FailureToast) {
  const [, navigate] = useLocation()
  const redeem = useAction({
    /** @param claimTeeTimeId a tee time in which to claim a spot after the golfer has joined the group */
    async run({
      claimTeeTimeId,
      ...body
    }: BodyOf<typeof redeemWelcomeLink> & { claimTeeTimeId?: number }) {
      const response = await call(redeemWelcomeLink, { params: { token }, body })
      if (claimTeeTimeId === undefined) return { ...response, claimToast: undefined }
      startSession(response.sessionId, response.device)
      // The new session cleared the cache. Restore the link, because a used link can't be loaded again.
      putResponse(readWelcome, { params: { token } }, link)
      return { ...response, claimToast: await claimWithToast(claimTeeTimeId) }
    },
    failure,
    success: ({ texts, claimToast }) =>
      claimToast?.variant === 'destructive' ? claimToast : (toastAfter(link, texts) ?? claimToast),
    onSuccess: ({ sessionId, device, slug }) => {
      startSession(sessionId, device)
      refetchCurrentUser()
      navigate(slug === null ? pathTo('dashboard') : pathTo('group', { slug }), { replace: true })
    },
    onError: (error) => reloadIfInvalid(token, error),
  })
  return { ...redeem, isPending: redeem.isPending || redeem.isSuccess }
}

/** Claims a spot and returns a toast. Never throws: the golfer has joined even if the claim fails. */
async function claimWithToast(teeTimeId: number): Promise<ToastContent> {
  try {
    await call(claimSpot, { params: { id: teeTimeId }, body: {} }, { messagePrefix: 'HTTP ' })
    return {
      title: 'Spot Claimed!',
      description: "You've successfully claimed a spot in this tee time.",
    }
  } catch (error) {
    return {
      title: error instanceof OutcomeUnknownError ? OUTCOME_UNKNOWN : 'Failed to Claim Spot',
      description: failureText(error, 'An error occurred while claiming the spot.'),
      variant: 'destructive',
    }
  }
}

function toastAfter(link: WelcomeLink, texts: ResponseOf<typeof redeemWelcomeLink>['texts']) {
  if (texts === 'start-needed') {
    return {
      title: 'Text START to Get Texts',
      description: 'To get texts at this number, text START from it. See Messages on your profile.',
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
