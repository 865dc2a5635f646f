import { type ComponentProps, useId, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts, getFieldAriaProps } from './fields.tsx'
import passwordStyles from './password-field.module.css'

/** Shows a password input with a button that shows the password. */
export function PasswordField({
  label,
  note,
  hint,
  error,
  ...input
}: FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'type' | 'dir' | 'className'>) {
  const { t } = useTranslation()
  const id = useId()
  const [visible, setVisible] = useState(false)
  const texts = { label, note, hint, error }
  return (
    <FieldFrame id={id} {...texts}>
      <div className={passwordStyles.box}>
        <input
          {...input}
          {...getFieldAriaProps(id, texts)}
          className={styles.input}
          dir="ltr"
          type={visible ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
        />
        <button
          type="button"
          className={passwordStyles.toggle}
          aria-pressed={visible}
          aria-label={t(visible ? 'session.hidePassword' : 'session.showPassword')}
          onClick={() => setVisible(!visible)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 12c2.4-4 5.4-6 9-6s6.6 2 9 6c-2.4 4-5.4 6-9 6s-6.6-2-9-6Z" />
            <circle cx="12" cy="12" r="2.6" />
            {visible ? <path d="m4 4 16 16" /> : null}
          </svg>
        </button>
      </div>
    </FieldFrame>
  )
}
