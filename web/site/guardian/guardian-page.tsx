import { useCallback, useEffect, useRef, useState } from 'react'
import type { GuardianRequest } from '#contract/guardian-confirmation.schema.ts'
import type { Lang } from '#contract/localized.ts'
import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { memberConsentTexts } from '#contract/rules/member-consent-texts.ts'
import { isolateTextDirection } from '#contract/rules/text.ts'
import type { LegalPages } from '#contract/settings.ts'
import { guardianApi } from '#web/shared/api/guardian.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { CheckboxField } from '#web/shared/forms/fields.tsx'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useStoredLinkToken } from '#web/shared/session/use-link-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/guardian-page.ts'
import styles from './guardian.module.css'

type Props = {
  token: string
  request: GuardianRequest
  onAnswered: (request: GuardianRequest, message: string) => void
}

/** Shows the text that guardians are asked to agree to. */
function ConsentText() {
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
  const { submitting, failure, submit } = useSubmit()
  const [publish, setPublish] = useState(request.publish)
  const child = `\u2068${request.firstName}\u2069`
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

/** Reads the personal link, and shows the form or the answer of the guardian. */
function GuardianAnswerForm({ dataOfficer }: { dataOfficer: LegalPages['dataOfficer'] }) {
  const { t } = useTranslation()
  const { token } = useStoredLinkToken('guardian')
  const { failure, submit } = useSubmit()
  const [requests, setRequests] = useState<GuardianRequest[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `submit` is another function in every render
  const read = useCallback(() => {
    if (token) void submit(async () => setRequests(await guardianApi.read(token)))
  }, [token])
  useEffect(read, [read])

  const showAnswer = (next: GuardianRequest) =>
    setRequests((all = []) => all.map((each) => (each.personId === next.personId ? next : each)))
  const content = () => {
    if (token === '') return <p role="status">{t('guardian.noLink')}</p>
    if (failure && !requests)
      return (
        <>
          <FormError failure={failure} />
          <p>{t('guardian.newLink')}</p>
          {failure.code === 'ticket-spent' ? null : (
            <p>
              <button type="button" className={`${page.ghost} ${page.small}`} onClick={read}>
                {t('guardian.tryAgain')}
              </button>
            </p>
          )}
        </>
      )
    if (!requests || !token) return <p role="status">{t('guardian.loading')}</p>
    const isSeveral = requests.length > 1
    return (
      <>
        {isSeveral ? <p>{t('guardian.several')}</p> : null}
        {isSeveral ? <ConsentText /> : null}
        {requests.map((request) => (
          <ChildSection
            key={request.personId}
            token={token}
            request={request}
            isSeveral={isSeveral}
            onAnswered={showAnswer}
          />
        ))}
      </>
    )
  }
  return (
    <div className={`${page.wide} ${page.section} ${styles.page}`}>
      <noscript>
        <p>{t('needsScript')}</p>
      </noscript>
      {content()}
      <OperatorSection dataOfficer={dataOfficer} />
    </div>
  )
}

type ChildProps = {
  token: string
  request: GuardianRequest
  isSeveral: boolean
  onAnswered: (request: GuardianRequest) => void
}

/** Shows a child with the form or the answer of the guardian, and the text when there is no other child. */
function ChildSection({ token, request, isSeveral, onAnswered }: ChildProps) {
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
      {isForm && !isSeveral ? <ConsentText /> : null}
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
  const { submitting, failure, submit } = useSubmit()
  const answer = useRef<HTMLDivElement>(null)
  // the button that had the focus is gone, and screen readers read what gets it
  useEffect(() => {
    if (message) answer.current?.focus()
  }, [message])
  const child = isolateTextDirection(request.firstName)
  const date = isolateTextDirection(request.at === null ? '' : formatDate(request.at))
  const withdraw = () =>
    submit(async () => {
      const decided = await guardianApi.decide(token, {
        ...{ agrees: false, publish: false, textVersion: '' },
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
              date: isolateTextDirection(formatDate(request.validUntil)),
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

function OperatorSection({ dataOfficer: { name, email } }: { dataOfficer: LegalPages['dataOfficer'] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.part} aria-labelledby="guardian-operator">
      <h2 id="guardian-operator">{t('guardian.whoTitle')}</h2>
      <p>{t('guardian.who')}</p>
      {name ? <p>{t('guardian.officer', { name: isolateTextDirection(name) })}</p> : null}
      <p className={styles.links}>
        {email ? (
          <a href={`mailto:${email}`} dir="ltr">
            {email}
          </a>
        ) : (
          <SiteLink to="/contact-us/">{t('guardian.contact')}</SiteLink>
        )}
        <SiteLink to="/privacy/">{t('guardian.privacy')}</SiteLink>
      </p>
    </section>
  )
}

const loadTexts = async (lang: Lang): Promise<object> =>
  lang === 'ar'
    ? (await import('#i18n/ar-guardian.ts')).arGuardian
    : (await import('#i18n/en-guardian.ts')).enGuardian

/** Loads the texts, and whom guardians ask about the data; the page works without the latter. */
const load = async (api: PublicApi, lang: Lang) => {
  const [texts, legalPages] = await Promise.all([loadTexts(lang), api.content.legalPages().catch(() => null)])
  return { texts, dataOfficer: legalPages?.dataOfficer ?? { name: '', email: '' } }
}
export const loader = ({ context }: Route.LoaderArgs) =>
  load(getLoaderApi(context), context.get(pageContext).lang)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), getPageLanguage())

/** Shows the page on which a parent or guardian answers by a personal link. */
export default function GuardianConfirmationPage({
  loaderData: { texts, dataOfficer },
}: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(texts))
  return (
    <>
      <PageMetadata
        title={t('guardian.title')}
        description={t('guardian.text')}
        path="/guardian/"
        noindex
      />
      <PageTitleBand title={t('guardian.title')} text={t('guardian.text')} />
      <GuardianAnswerForm dataOfficer={dataOfficer} />
    </>
  )
}
