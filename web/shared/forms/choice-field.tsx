import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'

type Option = { value: string; label: string }
type Props = { label: string; name: string; options: readonly Option[]; error?: string | undefined } & Omit<
  ComponentProps<'select'>,
  'name'
>

/** A choice out of few, with its label and its error. */
export function ChoiceField({ label, name, options, error, ...select }: Props) {
  const id = useId()
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        name={name}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}error` : undefined}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {error ? (
        <p id={`${id}error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
