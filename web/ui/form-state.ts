import { createContext, use, useEffect, useSyncExternalStore } from 'react'

export type FormValues = Readonly<Record<string, unknown>>

interface FormState {
  readonly values: FormValues
  readonly errors: Readonly<Record<string, string>>
  readonly set: (name: string, value: unknown) => void
  readonly block: (label: string | null) => void
}

export const FormContext = createContext<FormState | undefined>(undefined)

export function useField(name: string) {
  const form = use(FormContext)
  if (!form) throw new Error(`The field '${name}' is not inside a form`)
  const value = form.values[name]
  const text = typeof value === 'string' ? value : ''
  const set = (next: unknown) => form.set(name, next)
  return {
    value,
    text,
    message: form.errors[name],
    set,
    input: {
      value: text,
      onChange: ({ target }: { target: { value: string } }) => set(target.value),
    },
    checkbox: {
      checked: value === true,
      onChange: ({ target }: { target: { checked: boolean } }) => set(target.checked),
    },
  }
}

/**
 * While `label` is not null, blocks submitting the surrounding form and shows `label` on its button. Pressing
 * the button then moves the focus to the first invalid field.
 */
export function useSubmitBlock(label: string | null): void {
  const block = use(FormContext)?.block
  useEffect(() => {
    block?.(label)
    return () => block?.(null)
  }, [block, label])
}

/** Returns false while the app is being prerendered or hydrated, and true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
