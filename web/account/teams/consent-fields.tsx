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
import { toFieldId } from './field-id.ts'
import styles from './form.module.css'
import type { FieldErrors } from './form-problems.ts'
import type { PersonValues } from './form-values.ts'
import personStyles from './person-fields.module.css'

type Props = { path: string; person: PersonValues; errors: FieldErrors; set: (change: Partial<PersonValues>) => void }

/** Shows the guardian of a minor: name and contact, and what the guardian will be asked. A stored guardian stays unless the coach changes it. */
export function ConsentFields({ path, person, errors, set }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const stored = person.stored?.consent
  const paragraphs = memberConsentTexts[currentConsentVersion][lang]
  return (
    <fieldset className={personStyles.consent}>
      <legend className={personStyles.consentTitle}>{t('accountTeams.form.guardianTitle')}</legend>
      {stored && !person.renew ? (
        <>
          <p>
            {t('accountTeams.form.guardianKept', { guardian: `\u2068${stored.guardian}\u2069`, contact: `\u2068${stored.contact}\u2069` })}
          </p>
          <p className={styles.hint}>{t('accountTeams.form.guardianKeptHint')}</p>
          <button type="button" className={page.textButton} onClick={() => set({ renew: true })}>
            {t('accountTeams.form.guardianChange')}
          </button>
        </>
      ) : (
        <>
          <p className={styles.hint}>{t('accountTeams.form.guardianWhy')}</p>
          <details className={personStyles.consentText}>
            <summary>{t('accountTeams.form.guardianText')}</summary>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className={styles.hint}>
              {t('accountTeams.form.consentVersion', { date: formatCalendarDate(currentConsentVersion, lang) })}
            </p>
          </details>
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
            <button type="button" className={page.textButton} onClick={() => set({ renew: false })}>
              {t('accountTeams.form.guardianBack')}
            </button>
          ) : null}
        </>
      )}
    </fieldset>
  )
}
