import { lazyScreen } from '../ui/on-demand.tsx'

export const Landing = lazyScreen(() =>
  import('../features/groups/signups/Landing.tsx').then((part) => part.Landing),
)
export const Purchase = lazyScreen(() =>
  import('../features/groups/signups/Purchase.tsx').then((part) => part.Purchase),
)

/** The screens that the build prerenders, for visitors without a session or without scripts. */
const PRERENDERED = { landing: Landing, purchase: Purchase } as const
export type PrerenderedScreen = keyof typeof PRERENDERED

/** Resolves once a screen can be rendered at once; undefined for one that the build does not prerender. */
export function preloadScreen(screen: string | undefined): Promise<void> | undefined {
  return screen !== undefined && Object.hasOwn(PRERENDERED, screen)
    ? PRERENDERED[screen as PrerenderedScreen].ready()
    : undefined
}
