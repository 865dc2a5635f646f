import type { ConsentText } from '#contract/rules/consent-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { CheckboxField } from './checkbox-field.tsx'
import styles from './consent.module.css'

type Text = ConsentText['en']

/** Shows the full text of a consent. */
export function ConsentStatement({ text, version }: { text: Text; version: string }) {
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

/** Shows the text of a consent with a checkbox whose value is the version of the text. */
export function ConsentCheckbox({ text, version, name, error }: { text: Text; version: string; name: string; error?: string | undefined }) {
  return (
    <div>
      <ConsentStatement text={text} version={version} />
      <div className={styles.agree}>
        <CheckboxField label={text.agree} name={name} value={version} required error={error} />
      </div>
    </div>
  )
}
