import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  changePreferences,
  type Preferences,
  readPreferences,
} from '../../../contract/preferences.ts'
import { type Action, useAction } from '../../shell/action.ts'
import { call } from '../../shell/api-client.ts'
import { keyOf, queryClient } from '../../shell/query-client.ts'

export type PreferencesChange = BodyOf<typeof changePreferences>

const KEY = keyOf(readPreferences, {})

/** What the profile shows is another matter once a text was answered: it is read again when it comes back. */
export function readPreferencesNextTime(): void {
  void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' })
}

/** Saves what is given, and leaves the rest as another tab may have saved it. */
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
    // A number may have said STOP, or a group be gone, since.
    onError: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  })
}
