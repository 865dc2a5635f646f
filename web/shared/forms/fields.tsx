import { type ComponentProps, type ReactNode, useId } from 'react'
import hidden from '#web/shared/ui/visually-hidden.module.css'
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
  'aria-describedby':
    [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined,
})

/** Shows the label of a control, its note, its error and its hint. */
export function FieldFrame({
  id,
  label,
  note,
  error,
  hint,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
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
function FieldMessages({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
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
export function TextField({
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

type SelectProps = FieldTexts & {
  options: readonly { value: string; label: string }[]
  onValueChange?: (value: string) => void
} & Omit<ComponentProps<'select'>, 'className' | 'children'>

/** Shows a select with its label, hint and error. */
export function SelectField({
  label,
  note,
  hint,
  error,
  id,
  options,
  onValueChange,
  ...select
}: SelectProps) {
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

type CheckboxProps = Omit<FieldTexts, 'note'> & { onCheckedChange?: (checked: boolean) => void } & Omit<
    ComponentProps<'input'>,
    'type' | 'className'
  >

/** Shows a checkbox with its label, hint and error. */
export function CheckboxField({ label, hint, error, id, onCheckedChange, ...input }: CheckboxProps) {
  const made = useId()
  const fieldId = id ?? made
  return (
    <div>
      <label className={styles.checkbox} htmlFor={fieldId}>
        <input
          {...(onCheckedChange
            ? { onChange: ({ currentTarget }) => onCheckedChange(currentTarget.checked) }
            : {})}
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

type RadioProps<V extends string> = {
  label: string
  name: string
  options: readonly { value: V; label: string }[]
  defaultValue: V
}

/** Shows a group of radio buttons. */
export function RadioGroup<V extends string>({ label, name, options, defaultValue }: RadioProps<V>) {
  return (
    <fieldset className={styles.radioGroup}>
      <legend className={styles.label}>{label}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={styles.radio}>
          <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Shows the required field `email` for the address of the visitor. */
export function EmailField(props: Pick<FieldTexts, 'label' | 'error'> & { maxLength?: number }) {
  return <TextField name="email" type="email" dir="ltr" autoComplete="email" required {...props} />
}

/** Shows an invisible field that only spam programs fill in. */
export function Honeypot() {
  return (
    <input
      className={hidden.visuallyHidden}
      type="text"
      name="website"
      tabIndex={-1}
      autoComplete="off"
      aria-hidden="true"
    />
  )
}
