import { createElement, type SVGProps } from 'react'

/** Replaces lucide-react's function (see vite.config.ts), whose icons render several times slower. */
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
