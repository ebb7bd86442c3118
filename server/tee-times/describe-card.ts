/** Returns the short link to a tee time's card. @param to.link returns the URL of a path of the app */
export function cardOf(
  { slug, number }: { readonly slug: string; readonly number: number },
  to: { readonly link: (path: string) => string },
): string {
  return to.link(`/${slug}?t=${number}`)
}

/** '2 guests', for a list of players; empty if there are no guests. */
export function guestsOf({ guests }: { readonly guests: number }): string[] {
  return guests === 0 ? [] : [guests === 1 ? '1 guest' : `${guests} guests`]
}

/** 'Ann', 'Ann and Bob', 'Ann, Bob and Cy'. */
export function listed(names: readonly string[], word = 'and'): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`
}
