import { guardianFields } from '#contract/accounts/user.ts'
import { type ConsentText, consentTexts } from '#contract/people/guardians/consent-texts.ts'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { CheckboxField, TextField } from './fields.tsx'
import styles from './guardian-consent.module.css'

type Text = ConsentText['en']

/** Shows the full text of a consent. */
export function ConsentStatement({ text, version }: { text: Text; version: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <div className={styles.text}>
      <p className={styles.title}>{text.title}</p>
      {text.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className={styles.version}>
        {t('registration.consentVersion', { version: formatCalendarDate(version, lang) })}
      </p>
    </div>
  )
}

/** Shows the text of a consent with a checkbox whose value is the version of the text. */
export function ConsentTextAndCheckbox({
  text,
  version,
  name,
  error,
}: {
  text: Text
  version: string
  name: string
  error?: string | undefined
}) {
  return (
    <div>
      <ConsentStatement text={text} version={version} />
      <div className={styles.agree}>
        <CheckboxField label={text.agree} name={name} value={version} required error={error} />
      </div>
    </div>
  )
}

type Props = { errors: Record<string, string>; pairClassName: string | undefined }

/**
 * Shows the fields for the name, the contact and the consent of the guardian of a minor. `pairClassName` lays
 * out the first two.
 */
export function GuardianConsentFields({ errors, pairClassName }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <>
      <div className={pairClassName}>
        <TextField
          label={t('userFields.labels.guardianName')}
          name="guardian.name"
          maxLength={guardianFields.name.maxLength}
          required
          error={errors['guardian.name']}
        />
        <TextField
          label={t('userFields.labels.guardianContact')}
          name="guardian.contact"
          maxLength={guardianFields.contact.maxLength}
          required
          error={errors['guardian.contact']}
        />
      </div>
      <ConsentTextAndCheckbox
        text={consentTexts[currentConsentVersion][lang]}
        version={currentConsentVersion}
        name="guardian.textVersion"
        error={errors['guardian.textVersion']}
      />
    </>
  )
}
