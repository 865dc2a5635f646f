import { GuardianConsentFields } from '#web/shared/forms/guardian-consent-fields.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './registration.module.css'

/** Shows the fields of the guardian of a minor. */
export function GuardianFields({ errors }: { errors: Record<string, string> }) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{t('registration.guardian')}</legend>
      <p className={styles.note}>{t('registration.guardianIntro')}</p>
      <GuardianConsentFields errors={errors} pairClassName={styles.pair} />
    </fieldset>
  )
}
