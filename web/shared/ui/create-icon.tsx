import type { ComponentType, SVGProps } from 'react'

/** `size` is the side, in pixels where it is a number, `stroke` the width of the lines in a box of 24 × 24. */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  size?: number | string
  stroke?: number
}
export type Icon = ComponentType<IconProps>

/** Creates an icon from the data of its paths, which are lines, or areas where it `isFilled`. */
export const createIcon =
  (paths: readonly string[], isFilled = false): Icon =>
  ({ size = 24, stroke = 2, className, ...rest }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={className ? `icon ${className}` : 'icon'}
      {...(isFilled
        ? { fill: 'currentColor' }
        : { fill: 'none', stroke: 'currentColor', strokeWidth: stroke })}
      aria-hidden="true"
      {...rest}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
