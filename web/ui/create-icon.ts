import { createElement, type SVGProps } from 'react'

interface IconData {
  readonly node: readonly (readonly [string, Record<string, string>])[]
}

/**
 * Creates an icon's component. vite.config.ts replaces lucide-react's function with this one, because on a
 * slow phone, lucide-react's icons take several times as long to render.
 */
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([shape, attributes]) => createElement(shape, attributes))
  return ({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      shapes,
    )
}
