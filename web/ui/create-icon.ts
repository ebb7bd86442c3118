import { createElement, type SVGProps } from 'react'

/** vite.config.ts replaces lucide-react's function with this one, whose icons render several times faster. */
export default function createIcon({ node }: { node: [string, Record<string, string>][] }) {
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
        'aria-hidden': rest['aria-label'] === undefined,
        ...rest,
      },
      shapes,
    )
}
