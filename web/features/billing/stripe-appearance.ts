import type { Appearance } from '@stripe/stripe-js'

/** Returns the app's current colors for Stripe's form. Its frame can't load the app's fonts. */
export function stripeAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--color-${name}`).trim()
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      fontFamily: 'ui-sans-serif, system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '10px',
      colorPrimary: colour('fairway'),
      colorBackground: colour('sheet'),
      colorText: colour('ink'),
      colorTextSecondary: colour('muted'),
      colorTextPlaceholder: colour('muted'),
      colorDanger: colour('flag'),
    },
    rules: {
      '.Input': { borderColor: colour('edge'), boxShadow: 'none' },
      '.Input:focus': { outline: `3px solid ${colour('sky')}`, outlineOffset: '2px' },
      '.Label': { fontWeight: '600' },
    },
  }
}
