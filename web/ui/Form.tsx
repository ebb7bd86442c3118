import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '../lib/api-client.ts'
import { toast } from '../lib/toast-store.ts'
import { Button } from './Button.tsx'
import { FormContext, type FormValues, useHydrated } from './form-state.ts'
import { CHECK_CONNECTION } from './on-demand.tsx'

/** What a form calls, usually a mutation. The form shows the messages of the error's `fields`. */
export interface FormAction<Values> extends Pick<UseMutationResult, 'isPending' | 'error'> {
  readonly mutate: (values: Values) => void
}

type Submission<Values> =
  | { readonly action: FormAction<Values>; readonly onSubmit?: never }
  | {
      readonly action: Omit<FormAction<Values>, 'mutate'>
      readonly onSubmit: (values: Values) => void
    }

interface FormProps<Schema extends z.ZodMiniType<object, object>> {
  readonly schema: Schema | (() => Promise<Schema>)
  readonly defaults: z.input<Schema>
  readonly onEdit?: (values: FormValues) => void
  readonly submitLabel: string
  readonly pendingLabel: string
  readonly submitLook?: 'primary' | 'outline' | 'danger'
  readonly children: ReactNode
  readonly actions?: ReactNode
}

/** Typed values stay until the form is unmounted. */
export function Form<Schema extends z.ZodMiniType<object, object>>(
  props: FormProps<Schema> & Submission<z.output<Schema>>,
) {
  const { schema } = props
  const { isPending, error } = props.action
  const formElement = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<FormValues>(() =>
    Object.fromEntries(Object.entries(props.defaults)),
  )
  const latestValues = useRef(values)
  const isHydrated = useHydrated()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  // Counts the refused submissions. Each refusal moves the focus to the first invalid field.
  const [refusals, setRefusals] = useState(0)
  const [handledError, setHandledError] = useState<Error | null>(null)
  const [blockLabel, block] = useState<string | null>(null)
  const loadedSchema = useRef<Schema>(undefined)
  const [isLoading, setLoading] = useState(false)
  const isBusy = isPending || isLoading

  if (error !== handledError) {
    setHandledError(error)
    const fieldErrors = error instanceof ApiError ? error.fields : {}
    if (Object.keys(fieldErrors).some((name) => name in values)) refuse(fieldErrors)
  }

  useEffect(() => {
    const typedValues = typedBeforeHydration(formElement.current, latestValues.current)
    if (Object.keys(typedValues).length === 0) return
    latestValues.current = { ...latestValues.current, ...typedValues }
    setValues(latestValues.current)
  }, [])

  useEffect(() => {
    if (refusals > 0) focusInvalidField(formElement.current)
  }, [refusals])

  function refuse(fieldErrors: Readonly<Record<string, string>>): void {
    setErrors(fieldErrors)
    setRefusals(refusals + 1)
  }

  function set(name: string, value: unknown): void {
    // Don't build on `values`: one keystroke may set two fields before the form is rendered again.
    latestValues.current = { ...latestValues.current, [name]: value }
    setValues(latestValues.current)
    props.onEdit?.(latestValues.current)
    const readySchema = typeof schema === 'function' ? loadedSchema.current : schema
    if (refusals === 0 || readySchema === undefined) return
    setErrors(firstMessageByField(readySchema.safeParse(latestValues.current).error?.issues ?? []))
  }

  async function submit(): Promise<void> {
    if (isBusy) return
    if (blockLabel !== null) return focusInvalidField(formElement.current)
    const readySchema = typeof schema === 'function' ? await loadSchema(schema) : schema
    if (readySchema === undefined) return
    const parsed = readySchema.safeParse(latestValues.current)
    if (!parsed.success) return refuse(firstMessageByField(parsed.error.issues))
    setErrors({})
    if (props.onSubmit) props.onSubmit(parsed.data)
    else props.action.mutate(parsed.data)
  }

  async function loadSchema(load: () => Promise<Schema>): Promise<Schema | undefined> {
    setLoading(true)
    try {
      loadedSchema.current ??= await load()
    } catch {
      const title = "That didn't go through"
      toast({ title, description: CHECK_CONNECTION, variant: 'destructive' })
    }
    setLoading(false)
    return loadedSchema.current
  }

  return (
    <FormContext value={{ values, errors, set, block }}>
      <form
        ref={formElement}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {props.children}
        <div className="form-actions flex flex-wrap gap-3">
          {props.actions}
          <Button
            type="submit"
            // Before hydration, submitting a prerendered form would make the browser leave the page.
            disabled={!isHydrated}
            look={props.submitLook ?? 'primary'}
            pending={isBusy}
            aria-disabled={blockLabel === null ? undefined : true}
            className="flex-1"
          >
            {blockLabel ?? (isBusy ? props.pendingLabel : props.submitLabel)}
          </Button>
        </div>
      </form>
    </FormContext>
  )
}

function focusInvalidField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** Returns what was typed, or filled in by the browser, before a prerendered form was hydrated. */
function typedBeforeHydration(form: HTMLFormElement | null, values: FormValues): FormValues {
  const typedValues = [...new FormData(form ?? undefined)]
  return Object.fromEntries(
    typedValues.filter(([name, value]) => values[name] === '' && value !== ''),
  )
}

export function firstMessageByField(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Record<string, string> {
  const first: Record<string, string> = {}
  for (const { path, message } of issues) first[String(path[0] ?? '')] ??= message
  return first
}
