import { useId } from 'react'
import type { ConsentText } from '#contract/rules/guardian-consent.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './consent.module.css'
import fields from './field.module.css'

type Text = ConsentText['en']

/** The text that is consented to, whole. */
export function ConsentParagraphs({ text, version }: { text: Text; version: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.text}>
      <p className={styles.title}>{text.title}</p>
      {text.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className={styles.version}>{t('registration.consentVersion', { version: `\u2066${version}\u2069` })}</p>
    </div>
  )
}

/** The same with the box that agrees to it; its value is the version of the text. */
export function ConsentBox({ text, version, name, error }: { text: Text; version: string; name: string; error?: string | undefined }) {
  const id = useId()
  return (
    <div>
      <ConsentParagraphs text={text} version={version} />
      <label className={styles.agree} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          name={name}
          value={version}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}error` : undefined}
        />
        <span>{text.agree}</span>
      </label>
      {error ? (
        <p id={`${id}error`} className={fields.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
