import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, useEffect } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { Button } from './Button.tsx'

/** What a server may say about the fields of a form. */
export interface FieldErrors {
  readonly fields: Readonly<Record<string, string>>
}

interface FormProps<Shape extends z.ZodMiniType> {
  /** A zod schema of the contract: the rules of the form. */
  readonly schema: Shape
  readonly defaults: DefaultValues<z.input<Shape> & FieldValues>
  readonly onSubmit: (values: z.output<Shape>) => void
  /** Whether the last submit is under way. */
  readonly pending: boolean
  /** How the last submit failed; its field errors are shown at the fields. */
  readonly error: Error | null
  readonly submitLabel: string
  readonly pendingLabel: string
  readonly children: ReactNode
  /** More buttons, before the submit button. */
  readonly actions?: ReactNode
}

/** The one shell of all forms: validation, first invalid field focused, pending, failures. */
export function Form<Shape extends z.ZodMiniType>(props: FormProps<Shape>) {
  type Values = z.input<Shape> & FieldValues
  const form = useForm<Values, unknown, z.output<Shape> & FieldValues>({
    // zod's own types do not say that an object schema's input is a record.
    resolver: standardSchemaResolver(
      props.schema as unknown as z.ZodMiniType<z.output<Shape> & FieldValues, Values>,
    ),
    defaultValues: props.defaults,
  })

  const { error, pending } = props
  const { setError, setFocus, getValues } = form
  useEffect(() => {
    if (!hasFields(error)) return
    let focused = false
    for (const [name, message] of Object.entries(error.fields)) {
      if (!(name in getValues())) continue
      setError(name as Path<Values>, { type: 'server', message })
      if (!focused) setFocus(name as Path<Values>)
      focused = true
    }
  }, [error, setError, setFocus, getValues])

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          if (pending) event.preventDefault()
          else void form.handleSubmit((values) => props.onSubmit(values))(event)
        }}
        className="space-y-4"
      >
        {props.children}
        <div className="flex gap-3 pt-1">
          {props.actions}
          <Button type="submit" pending={pending} className="flex-1">
            {pending ? props.pendingLabel : props.submitLabel}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

function hasFields(error: Error | null): error is Error & FieldErrors {
  return error !== null && 'fields' in error && typeof error.fields === 'object'
}
