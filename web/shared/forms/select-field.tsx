import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts, getFieldAriaProps } from './field.tsx'

type Props = FieldTexts & {
  options: readonly { value: string; label: string }[]
  onValueChange?: (value: string) => void
} & Omit<ComponentProps<'select'>, 'className' | 'children'>

/** Shows a select with its label, hint and error. */
export function SelectField({ label, note, hint, error, id, options, onValueChange, ...select }: Props) {
  const made = useId()
  const texts = { label, note, hint, error }
  return (
    <FieldFrame id={id ?? made} {...texts}>
      <select
        {...(onValueChange ? { onChange: ({ currentTarget }) => onValueChange(currentTarget.value) } : {})}
        {...select}
        {...getFieldAriaProps(id ?? made, texts)}
        className={styles.input}
      >
        {options.map(({ value, label }) => (
          // the server and the browser may know a country by different names
          <option key={value} value={value} suppressHydrationWarning>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
