import { useState } from 'react'
import type { GuardianRequest } from '#contract/guardian-confirmation.ts'
import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { memberConsentTexts } from '#contract/rules/member-consent-texts.ts'
import { guardianApi } from '#web/shared/api/guardian.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { CheckboxField } from '#web/shared/forms/checkbox-field.tsx'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './guardian.module.css'

type Props = { token: string; request: GuardianRequest; onAnswered: (request: GuardianRequest, message: string) => void }

/** Shows the text of the consent with the buttons to confirm and to refuse. Opening the link is not enough, because mail scanners open links, too. */
export function GuardianForm({ token, request, onAnswered }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { submitting, failure, submit } = useSubmit()
  const [publish, setPublish] = useState(request.publish)
  const child = `\u2068${request.firstName}\u2069`
  const decide = (agrees: boolean) =>
    submit(async () => {
      const decision = { agrees, publish: agrees && publish, textVersion: agrees ? currentConsentVersion : '' }
      const decided = await guardianApi.decide(token, decision)
      onAnswered(decided.request, decided.message)
    })
  return (
    <>
      <section className={styles.text} aria-labelledby="guardian-text">
        <h2 id="guardian-text">{t('guardian.textTitle')}</h2>
        {memberConsentTexts[currentConsentVersion][lang].map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className={styles.version}>{t('guardian.version', { date: formatCalendarDate(currentConsentVersion, lang) })}</p>
      </section>
      <CheckboxField
        label={t('guardian.publish', { child })}
        hint={t('guardian.publishHint')}
        checked={publish}
        onCheckedChange={setPublish}
      />
      <FormError failure={failure} />
      <div className={styles.actions}>
        <button type="button" className={page.button} aria-disabled={submitting} onClick={() => void decide(true)}>
          {t('guardian.confirm')}
        </button>
        <button type="button" className={page.ghost} aria-disabled={submitting} onClick={() => void decide(false)}>
          {t('guardian.refuse')}
        </button>
      </div>
    </>
  )
}
