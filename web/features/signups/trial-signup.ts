import { useRef } from 'react'
import { type Signup, trialSignup } from '../../../contract/signups.ts'
import { ApiError, call, NoAnswerError, RefusedError } from '../../shell/api-client.ts'

const WENT_THROUGH =
  'Your first try seems to have gone through: look in your mail before you pick another URL.'

/** Starts a trial. A first try whose answer was lost has perhaps taken the address that is taken now. */
export function useTrialSignup(): (signup: Signup) => Promise<unknown> {
  const unanswered = useRef<string>(undefined)
  return async (signup) => {
    const { slug, adminEmail } = signup
    const name = `${slug} ${adminEmail}`
    try {
      return await call(trialSignup, { body: signup })
    } catch (error) {
      if (error instanceof NoAnswerError) unanswered.current = name
      const isTaken = error instanceof ApiError && error.code === 'SLUG_TAKEN'
      if (isTaken && unanswered.current === name) throw new RefusedError(WENT_THROUGH)
      throw error
    }
  }
}
