import { createContext, use, useEffect } from 'react'

export type Values = Readonly<Record<string, unknown>>

interface FormState {
  readonly values: Values
  readonly errors: Readonly<Record<string, string>>
  readonly set: (name: string, value: unknown) => void
  /** Keeps the form from being sent, with a word for the submit button; null lets it. */
  readonly block: (label: string | null) => void
}

export const FormContext = createContext<FormState | undefined>(undefined)

/** A field of the form around: its value, what is wrong with it, and how it changes. */
export function useField(name: string) {
  const form = use(FormContext)
  if (!form) throw new Error(`The field '${name}' stands outside of a form`)
  const value = form.values[name]
  return {
    value,
    text: typeof value === 'string' ? value : '',
    message: form.errors[name],
    set: (next: unknown) => form.set(name, next),
  }
}

/** Keeps the form around from being sent while `label`, which its submit button then shows, is given. */
export function useBlock(label: string | null): void {
  const form = use(FormContext)
  const block = form?.block
  useEffect(() => {
    block?.(label)
    return () => block?.(null)
  }, [block, label])
}
