import type { BodyOf } from '../../../../contract/endpoint.ts'
import {
  changePreferences,
  type Preferences,
  readPreferences,
} from '../../../../contract/preferences.ts'
import { type Action, useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'

export type PreferencesChange = BodyOf<typeof changePreferences>

const KEY = keyOf(readPreferences, {})

/** Marks the preferences stale for the next visit to the profile: a reply to a text may change them. */
export function invalidatePreferences(): void {
  void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' })
}

/** Saves only the given preferences, so that changes from another tab stay. */
export function useChangePreferences({
  failure,
  success,
  onSuccess,
}: Pick<Action<PreferencesChange, Preferences>, 'failure' | 'success' | 'onSuccess'>) {
  return useAction<PreferencesChange, Preferences>({
    run: (body) => call(changePreferences, { body }),
    failure,
    ...(success && { success }),
    onSuccess: (answer, input) => {
      queryClient.setQueryData<Preferences>(KEY, answer)
      onSuccess?.(answer, input)
    },
    // Meanwhile, the number may have sent STOP, or a group may be gone.
    onError: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  })
}
