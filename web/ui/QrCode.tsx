import { encode } from 'uqr'

/** The width of the empty border, in modules. ISO/IEC 18004 requires four. */
const BORDER = 4

/** Shows the code dark on white in every theme, because some cameras cannot read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block w-full max-w-60 rounded-[0.625rem] bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
