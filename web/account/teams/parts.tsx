import type { ComponentProps, ReactNode } from 'react'
import fields from '#web/shared/forms/field.module.css'
import styles from './form.module.css'

/** The element of a field, by the field's name (`members.0.nationalId`). */
export const fieldId = (field: string) => `f-${field.replaceAll('.', '-')}`

type Shared = { field: string; label: string; error?: string | undefined /** Stands beside the label. */; note?: string; hint?: ReactNode }

/** What stands around a control: label, error, hint. */
function Around({ field, label, error, note, hint, children }: Shared & { children: ReactNode }) {
  const id = fieldId(field)
  return (
    <div>
      <label className={fields.label} htmlFor={id}>
        {label}
        {note ? <span className={fields.hint}> ({note})</span> : null}
      </label>
      {children}
      {error ? (
        <p id={`${id}-error`} className={fields.error}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

const described = ({ field, error, hint }: Shared) => ({
  id: fieldId(field),
  className: fields.input,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error ? `${fieldId(field)}-error` : '', hint ? `${fieldId(field)}-hint` : ''].filter(Boolean).join(' ') || undefined,
})

type TextProps = Shared & { value: string; onText: (value: string) => void } & Omit<ComponentProps<'input'>, 'value' | 'onChange'>

/** A text that the form holds. */
export function TextField({ field, label, error, note, hint, onText, ...input }: TextProps) {
  const shared = { field, label, error, note, hint } as Shared
  return (
    <Around {...shared}>
      <input dir="auto" {...input} {...described(shared)} onChange={(event) => onText(event.currentTarget.value)} />
    </Around>
  )
}

type SelectProps = Shared & { value: string; onText: (value: string) => void; children: ReactNode } & Omit<
    ComponentProps<'select'>,
    'value' | 'onChange' | 'children'
  >

/** A choice that the form holds. */
export function SelectField({ field, label, error, note, hint, onText, children, ...select }: SelectProps) {
  const shared = { field, label, error, note, hint } as Shared
  return (
    <Around {...shared}>
      <select {...select} {...described(shared)} onChange={(event) => onText(event.currentTarget.value)}>
        {children}
      </select>
    </Around>
  )
}

type CheckProps = {
  field: string
  label: string
  error?: string | undefined
  hint?: string
  checked: boolean
  onCheck: (checked: boolean) => void
}

/** A box to tick. */
export function CheckField({ field, label, error, hint, checked, onCheck }: CheckProps) {
  const shared = { field, label, error, hint } as Shared
  const { className: _, ...rest } = described(shared)
  return (
    <div>
      <label className={styles.check}>
        <input type="checkbox" {...rest} checked={checked} onChange={(event) => onCheck(event.currentTarget.checked)} />
        <span>{label}</span>
      </label>
      {error ? (
        <p id={`${fieldId(field)}-error`} className={fields.error}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${fieldId(field)}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

type StepProps = { number: number; id: string; title: string; hint?: string | undefined; children: ReactNode }

/** One step of the form under its heading. */
export function Step({ number, id, title, hint, children }: StepProps) {
  return (
    <section className={styles.step} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={styles.stepTitle}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {hint ? <p className={styles.stepHint}>{hint}</p> : null}
      {children}
    </section>
  )
}
