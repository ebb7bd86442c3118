import { pathTo } from '../../shell/paths.ts'

/** Where a payment leads back to. */
export function pathAfterPayment(slug: string): string {
  return `${pathTo('group', { slug })}?payment=success`
}
