import { useState } from 'react'
import { type AdminGroup, toggleActive } from '../../../contract/super-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { toast } from '../../lib/toast-store.ts'
import { refreshLists } from './refresh-lists.ts'

/** Switches a group on and off. */
export function StatusRadios({ group }: { group: AdminGroup }) {
  // Set from the tap until the list has the new value.
  const [chosen, setChosen] = useState<boolean>()
  const toggle = useAction<boolean, { message: string }>({
    run: (isActive) => call(toggleActive, { params: { groupId: group.id }, body: { isActive } }),
    failure: {
      title: 'Failed to Update Group Status',
      fallback: 'An error occurred while updating the group status.',
    },
    onSuccess: ({ message }, isActive) => {
      toast({ title: isActive ? 'Group Activated' : 'Group Deactivated', description: message })
      refreshLists()
    },
    onError: () => {
      setChosen(undefined)
      refreshLists()
    },
  })
  if (chosen === group.isActive && !toggle.isPending) setChosen(undefined)
  const isActive = chosen ?? group.isActive
  return (
    <fieldset className="flex flex-wrap" aria-busy={toggle.isPending}>
      <legend className="sr-only">Status of {group.name}</legend>
      {[true, false].map((on) => (
        <label key={String(on)} className="flex min-h-11 cursor-pointer items-center gap-2 pr-4">
          <input
            type="radio"
            name={`status-${group.id}`}
            checked={isActive === on}
            onChange={() => {
              if (toggle.isPending) return
              setChosen(on)
              toggle.mutate(on)
            }}
            className="size-5 accent-fairway"
          />
          {on ? 'Active' : 'Inactive'}
        </label>
      ))}
    </fieldset>
  )
}
