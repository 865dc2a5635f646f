import { encode } from 'uqr'

const quiet = 4
/**
 * The sides in pixels: codes of short texts, and codes with so many modules that a camera needs a larger
 * image.
 */
const sides = { short: 216, long: 480 }
const longTextSize = 80

/** Shows a text as a QR code, dark on light in both schemes so that every camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  const path = data
    .map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('')
  const side = size > longTextSize ? sides.long : sides.short
  return (
    <svg
      role="img"
      aria-label={label}
      width={side}
      height={side}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{
        background: '#fff',
        borderRadius: 'var(--radius)',
        maxWidth: '100%',
        ...(side === sides.long && { height: 'auto' }),
      }}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
