import type { ComponentProps, ReactNode } from 'react'

type Props = { label: ReactNode; rowClassName?: string | undefined } & ComponentProps<'dd'>

/** Shows a label and its value within a `dl`. */
export function DescriptionListEntry({ label, rowClassName, ...value }: Props) {
  return (
    <div className={rowClassName}>
      <dt>{label}</dt>
      <dd {...value} />
    </div>
  )
}
