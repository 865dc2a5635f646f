import { logo } from '#contract/logo.ts'

/** Shows the paths of the logo that pages draw many times: `Star` and `Medal` refer to them, so that a page contains each of them once. */
export function LogoPaths() {
  return (
    <svg width={0} height={0} aria-hidden="true" style={{ position: 'absolute' }}>
      <defs>
        <path id="logo-star" d={logo.star} fillRule="evenodd" />
        <path id="logo-outline" d={logo.outline} />
      </defs>
    </svg>
  )
}
