import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { mark } from '#web/assets/mark.ts'
import styles from './form.module.css'

type Props = {
  children: ReactNode
  /** What went wrong with the whole form; read out at once. */
  error?: string | undefined
  busy: boolean
  submit: string
  /** Said instead while it is under way. */
  submitting?: string
  onSubmit: (fields: FormData) => void
}

/** A form that checks and sends by itself. Before the page is awake a submit would go out as a POST: nothing typed ever gets into an address. */
export function SessionForm({ children, error, busy, submit, submitting, onSubmit }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={send} className={styles.form}>
      <div role="alert">{error ? <p className={styles.error}>{error}</p> : null}</div>
      {children}
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        {busy ? (
          <svg className={styles.spinner} viewBox={mark.viewBox} aria-hidden="true">
            <path d={mark.badge} fill="currentColor" />
          </svg>
        ) : null}
        {busy ? (submitting ?? submit) : submit}
      </button>
    </form>
  )
}
