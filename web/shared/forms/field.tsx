import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'

type Shared = { label: string; name: string; error?: string | undefined; hint?: string }

/** A text field with its label and its error. */
export function Field({ label, name, error, hint, ...input }: Shared & Omit<ComponentProps<'input'>, 'name'>) {
  const id = useId()
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
        {hint ? <span className={styles.hint}> ({hint})</span> : null}
      </label>
      <input
        dir="auto"
        {...input}
        id={id}
        name={name}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}error` : undefined}
      />
      {error ? (
        <p id={`${id}error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** The same with room for several lines. `below` stands under it, described by it. */
export function LongField({ label, name, error, below, ...input }: Shared & { below?: string } & Omit<ComponentProps<'textarea'>, 'name'>) {
  const id = useId()
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        dir="auto"
        rows={6}
        {...input}
        id={id}
        name={name}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}below ${id}error`}
      />
      <p id={`${id}below`} className={styles.below}>
        {below}
      </p>
      <p id={`${id}error`} className={styles.error}>
        {error}
      </p>
    </div>
  )
}

/** A field that people do not see and programs fill in. */
export function Trap() {
  return <input className={styles.trap} type="text" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
}
