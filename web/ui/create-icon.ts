import { createElement, type SVGProps } from 'react'

interface IconData {
  readonly node: readonly (readonly [string, Record<string, string>])[]
}

/**
 * Makes the component of an icon. vite.config.ts puts this function in the place of lucide-react's own one,
 * which takes a slow phone several times as long in every render.
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
