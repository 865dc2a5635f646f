import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'
import { FieldMessages, type FieldTexts, getFieldAriaProps } from './field.tsx'

type Props = Omit<FieldTexts, 'note'> & { onCheckedChange?: (checked: boolean) => void } & Omit<
    ComponentProps<'input'>,
    'type' | 'className'
  >

/** Shows a checkbox with its label, hint and error. */
export function CheckboxField({ label, hint, error, id, onCheckedChange, ...input }: Props) {
  const made = useId()
  const fieldId = id ?? made
  return (
    <div>
      <label className={styles.checkbox} htmlFor={fieldId}>
        <input
          {...(onCheckedChange ? { onChange: ({ currentTarget }) => onCheckedChange(currentTarget.checked) } : {})}
          {...input}
          {...getFieldAriaProps(fieldId, { label, hint, error })}
          type="checkbox"
        />
        <span>{label}</span>
      </label>
      <FieldMessages id={fieldId} error={error} hint={hint} />
    </div>
  )
}
