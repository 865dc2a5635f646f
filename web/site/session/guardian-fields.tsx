import { guardianFields } from '#contract/registration.ts'
import { consentTexts } from '#contract/rules/consent-texts.ts'
import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { ConsentCheckbox } from '#web/shared/forms/consent.tsx'
import { Field } from '#web/shared/forms/field.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './registration.module.css'

/** Shows the fields of the guardian of a minor. */
export function GuardianFields({ errors }: { errors: Record<string, string> }) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{t('registration.guardian')}</legend>
      <p className={styles.note}>{t('registration.guardianIntro')}</p>
      <div className={styles.pair}>
        <Field
          label={t('userFields.labels.guardianName')}
          name="guardian.name"
          maxLength={guardianFields.name.maxLength}
          required
          error={errors['guardian.name']}
        />
        <Field
          label={t('userFields.labels.guardianContact')}
          name="guardian.contact"
          maxLength={guardianFields.contact.maxLength}
          required
          error={errors['guardian.contact']}
        />
      </div>
      <ConsentCheckbox
        text={consentTexts[currentConsentVersion][lang]}
        version={currentConsentVersion}
        name="guardian.textVersion"
        error={errors['guardian.textVersion']}
      />
    </fieldset>
  )
}
