import { consentTexts } from '#contract/rules/consent-texts.ts'
import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { guardianFields } from '#contract/user.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { ConsentCheckbox } from './consent.tsx'
import { Field } from './field.tsx'

type Props = { errors: Record<string, string>; pairClassName: string | undefined }

/** Shows the fields for the name, the contact and the consent of the guardian of a minor. `pairClassName` lays out the first two. */
export function GuardianConsentFields({ errors, pairClassName }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <>
      <div className={pairClassName}>
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
    </>
  )
}
