import { mark } from '#web/assets/mark.ts'

type Props = { size: number; className?: string | undefined /** Lines only, for large sizes. */; lines?: boolean; core?: string }

/** The mark: the eight-point star whose lines end in circuit pads. Decorative. */
export function Star({ size, className, lines = false, core }: Props) {
  return (
    <svg className={className} width={size} height={size} viewBox={mark.viewBox} aria-hidden="true" focusable="false">
      {lines ? (
        <g fill="none" stroke="currentColor">
          <path d={mark.outline} strokeWidth="1.4" />
          <path d={mark.traces} strokeWidth="1" />
          <path d={mark.pads} fill="currentColor" stroke="none" />
        </g>
      ) : (
        <path d={mark.star} fill="currentColor" fillRule="evenodd" />
      )}
      {core ? <circle cx={mark.core.cx} cy={mark.core.cy} r={mark.core.r} fill={core} /> : null}
    </svg>
  )
}
