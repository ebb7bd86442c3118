import { pathTo } from '../../lib/paths.ts'

/** Returns the path that a payment leads back to. */
export function pathAfterPayment(slug: string): string {
  return `${pathTo('group', { slug })}?payment=success`
}
