import { useEffect, useRef, useState } from 'react'
import type { GuardianRequest } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { memberConsentTexts } from '#contract/people/guardians/member-consent-texts.ts'
import { guardianApi } from '#web/shared/api/guardian.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { CheckboxField } from '#web/shared/forms/fields.tsx'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './guardian.module.css'

type Props = {
  token: string
  request: GuardianRequest
  onAnswered: (request: GuardianRequest, message: string) => void
}

/** Shows the text that guardians are asked to agree to. */
export function MemberConsentText() {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <section className={styles.text} aria-labelledby="guardian-text">
      <h2 id="guardian-text">{t('guardian.textTitle')}</h2>
      {memberConsentTexts[currentConsentVersion][lang].map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className={styles.version}>
        {t('guardian.version', { date: formatCalendarDate(currentConsentVersion, lang) })}
      </p>
    </section>
  )
}

/**
 * Shows the buttons to confirm and to refuse for one child. Opening the link is not enough,
 * because mail scanners open links, too.
 */
function GuardianForm({ token, request, onAnswered }: Props) {
  const { t } = useTranslation()
  const { submitting, failure, submit } = useSubmitRunner()
  const [publish, setPublish] = useState(request.publish)
  const { firstName: child } = request
  const decide = (agrees: boolean) =>
    submit(async () => {
      const decision = {
        agrees,
        publish: agrees && publish,
        textVersion: agrees ? currentConsentVersion : '',
        personId: request.personId,
      }
      const decided = await guardianApi.decide(token, decision)
      onAnswered(decided.request, decided.message)
    })
  return (
    <>
      <CheckboxField
        label={t('guardian.publish', { child })}
        hint={t('guardian.publishHint')}
        checked={publish}
        onCheckedChange={setPublish}
      />
      <FormError failure={failure} />
      <div className={styles.actions}>
        <button
          type="button"
          className={page.button}
          aria-disabled={submitting}
          onClick={() => void decide(true)}
        >
          {t('guardian.confirm')}
        </button>
        <button
          type="button"
          className={page.ghost}
          aria-disabled={submitting}
          onClick={() => void decide(false)}
        >
          {t('guardian.refuse')}
        </button>
      </div>
    </>
  )
}

type ChildProps = {
  token: string
  request: GuardianRequest
  isSeveral: boolean
  onAnswered: (request: GuardianRequest) => void
}

/** Shows a child with the form or the answer of the guardian, and the text when there is no other child. */
export function ChildConfirmationSection({ token, request, isSeveral, onAnswered }: ChildProps) {
  const [message, setMessage] = useState('')
  const [isAnswering, setIsAnswering] = useState(false)
  const showAnswer = (next: GuardianRequest, text: string) => {
    onAnswered(next)
    setMessage(text)
    setIsAnswering(false)
  }
  const isForm = request.state === 'missing' || isAnswering
  return (
    <section className={styles.child} aria-label={request.firstName}>
      <dl className={`${facts.facts} ${styles.facts}`}>
        <RequestDetails request={request} />
      </dl>
      {isForm && !isSeveral ? <MemberConsentText /> : null}
      {isForm ? (
        <GuardianForm token={token} request={request} onAnswered={showAnswer} />
      ) : (
        <GuardianAnswerDetails
          token={token}
          request={request}
          message={message}
          onAnswered={showAnswer}
          onChange={() => setIsAnswering(true)}
        />
      )}
    </section>
  )
}

function RequestDetails({ request }: { request: GuardianRequest }) {
  const { t, i18n } = useTranslation()
  const rows = [
    [t('guardian.child'), request.firstName],
    [t('guardian.team'), request.teamName],
    [t('guardian.competition'), request.competition[i18n.language === 'ar' ? 'ar' : 'en']],
  ] as const
  return rows.map(([label, value]) => (
    <DescriptionListEntry key={label} label={label}>
      <bdi>{value}</bdi>
    </DescriptionListEntry>
  ))
}

type AnswerProps = {
  token: string
  request: GuardianRequest
  message: string
  onAnswered: (request: GuardianRequest, message: string) => void
  onChange: () => void
}

/** Shows the answer that is stored, and how to withdraw or change it. */
function GuardianAnswerDetails({ token, request, message, onAnswered, onChange }: AnswerProps) {
  const { t } = useTranslation()
  const { formatDate } = useDateFormat()
  const { submitting, failure, submit } = useSubmitRunner()
  const answer = useRef<HTMLDivElement>(null)
  // the button that had the focus is gone, and screen readers read what gets it
  useEffect(() => {
    if (message) answer.current?.focus()
  }, [message])
  const { firstName: child } = request
  const date = request.at === null ? '' : formatDate(request.at)
  const withdraw = () =>
    submit(async () => {
      const decided = await guardianApi.decide(token, {
        agrees: false,
        publish: false,
        textVersion: '',
        personId: request.personId,
      })
      onAnswered(decided.request, decided.message)
    })
  const isConfirmed = request.state === 'confirmed'
  return (
    <>
      <div ref={answer} tabIndex={-1} className={isConfirmed ? styles.confirmed : styles.refused}>
        {message ? <p>{message}</p> : null}
        <p>{t(isConfirmed ? 'guardian.confirmed' : 'guardian.refused', { child, date })}</p>
        {isConfirmed ? <p>{t(request.publish ? 'guardian.photoShown' : 'guardian.photoHidden')}</p> : null}
      </div>
      {isConfirmed ? (
        <section className={styles.part}>
          <h2>{t('guardian.withdrawTitle')}</h2>
          <p>
            {t('guardian.withdrawText', {
              child,
              date: formatDate(request.validUntil),
            })}
          </p>
          <FormError failure={failure} />
          <div className={styles.actions}>
            <button
              type="button"
              className={page.danger}
              aria-disabled={submitting}
              onClick={() => void withdraw()}
            >
              {t('guardian.withdraw')}
            </button>
            <button type="button" className={page.ghost} onClick={onChange}>
              {t('guardian.change')}
            </button>
          </div>
        </section>
      ) : (
        <p>
          <button type="button" className={page.ghost} onClick={onChange}>
            {t('guardian.change')}
          </button>
        </p>
      )}
    </>
  )
}
