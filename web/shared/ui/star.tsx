import { logo } from '#contract/logo.ts'

type Props = { size: number; className?: string | undefined /** Lines only, for large sizes. */; lines?: boolean; core?: string }

/** Shows the logo, an eight-point star whose lines end in circuit pads. Decorative. */
export function Star({ size, className, lines = false, core }: Props) {
  return (
    <svg className={className} width={size} height={size} viewBox={logo.viewBox} aria-hidden="true">
      {lines ? (
        <g fill="none" stroke="currentColor">
          <use href="#logo-outline" strokeWidth="1.4" />
          <path d={logo.traces} strokeWidth="1" />
          <path d={logo.pads} fill="currentColor" stroke="none" />
        </g>
      ) : (
        <use href="#logo-star" fill="currentColor" />
      )}
      {core ? <circle cx={logo.core.cx} cy={logo.core.cy} r={logo.core.r} fill={core} /> : null}
    </svg>
  )
}
