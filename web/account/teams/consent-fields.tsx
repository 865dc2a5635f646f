import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { memberConsentTexts } from '#contract/rules/member-consent-texts.ts'
import { personFields } from '#contract/team.fields.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { CheckboxField } from '#web/shared/forms/checkbox-field.tsx'
import { Field } from '#web/shared/forms/field.tsx'
import { useLang } from '#web/shared/language.ts'
import { getPersonFieldLabel } from '#web/shared/teams/person-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { toFieldId } from './field-id.ts'
import styles from './form.module.css'
import type { FieldErrors } from './form-problems.ts'
import type { PersonValues } from './form-values.ts'
import personStyles from './person-fields.module.css'

type Props = { path: string; person: PersonValues; errors: FieldErrors; set: (change: Partial<PersonValues>) => void }

/** The consent of a minor's guardian: the text, the guardian's name and contact. A stored consent stays unless it is given again. */
export function ConsentFields({ path, person, errors, set }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  const stored = person.stored?.consent
  const paragraphs = memberConsentTexts[currentConsentVersion][lang]
  return (
    <fieldset className={personStyles.consent}>
      <legend className={personStyles.consentTitle}>{t('accountTeams.form.guardianTitle')}</legend>
      {stored && !person.renew ? (
        <>
          <p>{t('accountTeams.form.consentKept', { guardian: `\u2068${stored.guardian}\u2069`, date: formatDate(stored.at) })}</p>
          <button type="button" className={page.textButton} onClick={() => set({ renew: true, publish: false })}>
            {t('accountTeams.form.consentRenew')}
          </button>
        </>
      ) : (
        <>
          <p className={styles.hint}>{t('accountTeams.form.guardianWhy')}</p>
          <div className={personStyles.consentText}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className={styles.hint}>
              {t('accountTeams.form.consentVersion', { date: formatCalendarDate(currentConsentVersion, lang) })}
            </p>
          </div>
          <div className={styles.pair}>
            <Field
              id={toFieldId(`${path}.consent.guardian`)}
              label={getPersonFieldLabel(t, 'consent.guardian')}
              value={person.guardian}
              maxLength={personFields['consent.guardian'].maxLength}
              required
              error={errors[`${path}.consent.guardian`]}
              onValueChange={(guardian) => set({ guardian })}
            />
            <Field
              id={toFieldId(`${path}.consent.contact`)}
              label={getPersonFieldLabel(t, 'consent.contact')}
              value={person.contact}
              maxLength={personFields['consent.contact'].maxLength}
              required
              error={errors[`${path}.consent.contact`]}
              onValueChange={(contact) => set({ contact })}
            />
          </div>
          <CheckboxField
            id={toFieldId(`${path}.consent.agreed`)}
            label={t('accountTeams.form.agreed')}
            checked={person.agreed}
            error={errors[`${path}.consent.agreed`]}
            onCheckedChange={(agreed) => set({ agreed })}
          />
          {stored ? (
            <button type="button" className={page.textButton} onClick={() => set({ renew: false, publish: stored.publish })}>
              {t('accountTeams.form.consentBack')}
            </button>
          ) : null}
        </>
      )}
    </fieldset>
  )
}
