import { encode } from 'uqr'

const quiet = 4

/** Shows a text as a QR code, dark on light in both schemes so that every camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width="216"
      height="216"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 'var(--radius)', maxWidth: '100%' }}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
