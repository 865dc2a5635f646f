import { type ComponentProps, useId, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './form.module.css'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> & { label: string; error?: string | undefined; secret?: boolean }

/** One field: label above, error below. `secret` hides what is typed until somebody asks to see it. */
export function Field({ label, error, secret = false, ...input }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          dir="ltr"
          type={secret ? (shown ? 'text' : 'password') : (input.type ?? 'text')}
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {secret ? (
          <button
            type="button"
            className={styles.eye}
            aria-pressed={shown}
            aria-label={t(shown ? 'session.hidePassword' : 'session.showPassword')}
            onClick={() => setShown(!shown)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M3 12c2.4-4 5.4-6 9-6s6.6 2 9 6c-2.4 4-5.4 6-9 6s-6.6-2-9-6Z" />
              <circle cx="12" cy="12" r="2.6" />
              {shown ? <path d="m4 4 16 16" /> : null}
            </svg>
          </button>
        ) : null}
      </div>
      {error ? (
        <p id={`${id}-error`} className={styles.fieldError}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
