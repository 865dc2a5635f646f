import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

export type FieldTexts = {
  label: ReactNode
  /** Beside the label, in parentheses. */
  note?: string | undefined
  /** Below the control. */
  hint?: ReactNode
  error?: string | undefined
}

/** Returns the ARIA attributes that connect a control with its error and its hint. */
export const getFieldAriaProps = (id: string, { error, hint }: FieldTexts) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined,
})

/** Shows the label of a control, its note, its error and its hint. */
export function FieldFrame({ id, label, note, error, hint, children }: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
        {note ? <span className={styles.note}> ({note})</span> : null}
      </label>
      {children}
      <FieldMessages id={id} error={error} hint={hint} />
    </div>
  )
}

/** Shows the error and the hint below a control. */
export function FieldMessages({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  return (
    <>
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </>
  )
}

/** Shows a text input; `onValueChange` gives the text. */
export function Field({
  label,
  note,
  hint,
  error,
  id,
  onValueChange,
  ...input
}: FieldTexts & { onValueChange?: (value: string) => void } & Omit<ComponentProps<'input'>, 'className'>) {
  const made = useId()
  const texts = { label, note, hint, error }
  return (
    <FieldFrame id={id ?? made} {...texts}>
      <input
        dir="auto"
        {...(onValueChange ? { onChange: ({ currentTarget }) => onValueChange(currentTarget.value) } : {})}
        {...input}
        {...getFieldAriaProps(id ?? made, texts)}
        className={styles.input}
      />
    </FieldFrame>
  )
}

/** Shows a text input of several lines. */
export function TextAreaField({
  label,
  note,
  hint,
  error,
  id,
  onValueChange,
  ...input
}: FieldTexts & { onValueChange?: (value: string) => void } & Omit<ComponentProps<'textarea'>, 'className'>) {
  const made = useId()
  const texts = { label, note, hint, error }
  return (
    <FieldFrame id={id ?? made} {...texts}>
      <textarea
        dir="auto"
        rows={6}
        {...(onValueChange ? { onChange: ({ currentTarget }) => onValueChange(currentTarget.value) } : {})}
        {...input}
        {...getFieldAriaProps(id ?? made, texts)}
        className={styles.input}
      />
    </FieldFrame>
  )
}
