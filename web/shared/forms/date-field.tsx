import { type ComponentProps, useId, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { DateInput } from './date-input.tsx'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts, getFieldAriaProps } from './fields.tsx'

/** Shows a date input of the site with its label, its format and its error. */
export function DateField({
  label,
  note,
  error,
  hint,
  id,
  ...input
}: FieldTexts & { label: string } & Omit<ComponentProps<typeof DateInput>, 'fieldLabel'>) {
  const { t } = useTranslation()
  const made = useId()
  const [isUnreadable, setIsUnreadable] = useState(false)
  const texts = {
    label,
    note,
    error: isUnreadable ? t('fieldErrors.bad-date') : error,
    hint: hint ?? t('dateField.format'),
  }
  return (
    <FieldFrame id={id ?? made} {...texts}>
      <DateInput
        {...input}
        {...getFieldAriaProps(id ?? made, texts)}
        className={styles.input}
        fieldLabel={label}
        onUnreadableChange={setIsUnreadable}
      />
    </FieldFrame>
  )
}
