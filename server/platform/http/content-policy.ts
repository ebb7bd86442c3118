/** What a document may load and do: what is this origin's own, and nothing inline. */
export const CONTENT_POLICY = {
  defaultSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The house's policy as a header's value, with more sources for some kinds of content. */
export function contentPolicyWith(more: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries({ ...CONTENT_POLICY, ...more })
    .map(([name, sources]) => `${name.replace(/[A-Z]/g, '-$&').toLowerCase()} ${sources.join(' ')}`)
    .join(';')
}
