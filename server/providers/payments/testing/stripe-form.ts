/** A parsed form in Stripe's notation: 'items[0][price]=p' becomes { items: { 0: { price: 'p' } } }. */
export type Form = { readonly [name: string]: string | Form }

export function parseForm(text: string): Form {
  const form: Record<string, string | Form> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let target: Record<string, string | Form> = form
    for (const part of path) {
      const inner = target[part]
      const next: Record<string, string | Form> = typeof inner === 'object' ? { ...inner } : {}
      target[part] = next
      target = next
    }
    target[last] = value
  }
  return form
}

export function textOf(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

export function fieldsOf(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

export function valuesOf(form: Form, name: string): string[] {
  return Object.values(fieldsOf(form, name)).filter((value) => typeof value === 'string')
}
