import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { checkSlug, groupSlug, slugFrom } from '../../contract/groups.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_GROUP_NAME_LENGTH,
  MAX_SLUG_LENGTH,
  MIN_SLUG_LENGTH,
} from '../../contract/limits.ts'
import { useBlock, useField } from '../ui/form-state.ts'
import { TextArea, TextField } from '../ui/TextField.tsx'
import { ApiError, NoAnswerError } from './api-client.ts'
import { keyOf } from './query-client.ts'

const TYPING_MS = 300

/** The call that creates the group, as far as it has come. */
interface Creation {
  readonly error: Error | null
  readonly variables: { readonly slug: string } | undefined
}

interface GroupFieldsProps {
  /** What the form's schema calls the group's name. */
  readonly nameField: 'name' | 'groupName'
  readonly creation: Creation
}

/** A new group's name, its address as the name suggests it, and its description. */
export function GroupFields({ nameField, creation }: GroupFieldsProps) {
  const slug = useField('slug')
  // What was typed into the address itself stays, whatever the name becomes.
  const suggested = useRef(slug.text)

  function suggest(name: string): void {
    if (slug.text !== suggested.current) return
    suggested.current = slugFrom(name)
    slug.set(suggested.current)
  }

  return (
    <>
      <TextField
        name={nameField}
        label="Group Name"
        maxLength={MAX_GROUP_NAME_LENGTH}
        autoComplete="off"
        onInput={(event) => suggest(event.currentTarget.value)}
      />
      <SlugField mayBeOurs={unansweredSlug(creation)} />
      <TextArea
        name="description"
        label="Description (optional)"
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
    </>
  )
}

/** Returns the address of a group that may have been created although the answer was lost. */
function unansweredSlug({ error, variables }: Creation): string | undefined {
  const isUnknown =
    error instanceof NoAnswerError ||
    (error instanceof ApiError && error.code === 'OUTCOME_UNKNOWN')
  return isUnknown ? variables?.slug : undefined
}

function SlugField({ mayBeOurs }: { readonly mayBeOurs: string | undefined }) {
  const { text: slug, message } = useField('slug')
  const asked = useSettled(slug)
  const canBeAsked = asked === slug && slug.length >= MIN_SLUG_LENGTH
  const wrong = canBeAsked ? groupSlug.safeParse(slug).error?.issues[0]?.message : undefined
  const check = useSlugCheck(asked, canBeAsked && wrong === undefined)
  // A check that failed says nothing against the address; the server has the last word.
  // The address may be taken by the group whose answer was lost: the same try must not be blocked.
  const taken = check.data?.available === false && slug !== mayBeOurs
  useBlock(taken ? 'URL Not Available' : null)
  const bad = taken || wrong !== undefined
  return (
    <div>
      <TextField
        name="slug"
        label="Custom URL"
        maxLength={MAX_SLUG_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {message === undefined && (
        <p
          role="status"
          className={`mt-1 min-h-5 text-sm wrap-anywhere ${bad ? 'font-medium text-flag' : 'text-muted'}`}
        >
          {wrong ??
            (taken
              ? `/${slug} is not available. Try another one.`
              : check.data?.available === true
                ? `/${slug} is available.`
                : check.isFetching
                  ? 'Looking whether it is free…'
                  : 'Lowercase letters, numbers and hyphens.')}
        </p>
      )}
    </div>
  )
}

/** Whether an address is free now: asked each time, and forgotten with the field. */
function useSlugCheck(slug: string, enabled: boolean) {
  const check = useQuery<AnswerOf<typeof checkSlug>>({
    queryKey: keyOf(checkSlug, { params: { slug } }),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
  return enabled ? check : { data: undefined, isFetching: false }
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
