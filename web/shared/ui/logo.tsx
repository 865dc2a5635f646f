import { logo } from '#contract/site/logo.ts'
import { useRootData } from '#web/shared/language.ts'

type Props = {
  size: number
  className?: string | undefined /** Lines only, for large sizes. */
  lines?: boolean
  core?: string
}

/** Shows the logo, an eight-point star whose lines end in circuit pads. Decorative. */
export function LogoStar({ size, className, lines = false, core }: Props) {
  return (
    <svg className={className} width={size} height={size} viewBox={logo.viewBox} aria-hidden="true">
      <use href={lines ? '#logo-lines' : '#logo-star'} fill="currentColor" />
      {core ? <circle cx={logo.core.cx} cy={logo.core.cy} r={logo.core.r} fill={core} /> : null}
    </svg>
  )
}

/**
 * Shows the paths of the logo that pages draw many times: `LogoStar` and `Medal` refer to them, so that a page
 * contains each of them once.
 */
export function LogoSvgDefinitions() {
  return (
    <svg width={0} height={0} aria-hidden="true" style={{ position: 'absolute' }}>
      <defs>
        <path id="logo-star" d={logo.star} fillRule="evenodd" />
        <path id="logo-outline" d={logo.outline} />
        <g id="logo-lines" fill="none" stroke="currentColor">
          <use href="#logo-outline" strokeWidth="1.4" />
          <path d={logo.traces} strokeWidth="1" />
          <path d={logo.pads} fill="currentColor" stroke="none" />
        </g>
      </defs>
    </svg>
  )
}

/**
 * Shows the logo of the site: the uploaded image, or the standard star. `lines` draws the star in outline.
 * Decorative.
 */
export function SiteLogo({ size, lines = false }: { size: number; lines?: boolean }) {
  const { logo } = useRootData().brand
  return logo ? (
    <img src={logo} alt="" width={size} height={size} style={{ objectFit: 'contain' }} decoding="async" />
  ) : (
    <LogoStar size={size} lines={lines} {...(lines ? {} : { core: 'var(--sun)' })} />
  )
}
