import { useCallback, useEffect, useState } from 'react'
import type { GuardianRequest } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { LegalPages } from '#contract/platform/settings.ts'
import { useLinkTokenMovedToStorage } from '#web/shared/accounts/session/use-link-token.ts'
import { guardianApi } from '#web/shared/api/guardian.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/guardian-page.ts'
import { ChildConfirmationSection, MemberConsentText } from './child-section.tsx'
import styles from './guardian.module.css'

/** Reads the personal link, and shows the form or the answer of the guardian. */
function GuardianAnswerForm({ dataOfficer }: { dataOfficer: LegalPages['dataOfficer'] }) {
  const { t } = useTranslation()
  const { token } = useLinkTokenMovedToStorage('guardian')
  const { failure, submit } = useSubmitRunner()
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
          {failure.code === 'ticket-spent' ? (
            token ? (
              <NewLinkButton token={token} />
            ) : null
          ) : (
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
        {isSeveral ? <MemberConsentText /> : null}
        {requests.map((request) => (
          <ChildConfirmationSection
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

/** Emails a new link to the address that is stored of the guardian. */
function NewLinkButton({ token }: { token: string }) {
  const { t } = useTranslation()
  const { submitting, failure, submit } = useSubmitRunner()
  const [message, setMessage] = useState('')
  const send = () => submit(async () => setMessage(await guardianApi.emailNewLink(token)))
  if (message) return <p role="status">{message}</p>
  return (
    <>
      <FormError failure={failure} />
      <p>
        <button
          type="button"
          className={`${page.ghost} ${page.small}`}
          aria-disabled={submitting}
          onClick={() => void send()}
        >
          {t('guardian.sendAgain')}
        </button>
      </p>
    </>
  )
}

function OperatorSection({ dataOfficer: { name, email } }: { dataOfficer: LegalPages['dataOfficer'] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.part} aria-labelledby="guardian-operator">
      <h2 id="guardian-operator">{t('guardian.whoTitle')}</h2>
      <p>{t('guardian.who')}</p>
      {name ? <p>{t('guardian.officer', { name })}</p> : null}
      <p className={styles.links}>
        {email ? (
          <a href={`mailto:${email}`} dir="ltr">
            {email}
          </a>
        ) : (
          <LocalizedLink to="/contact-us/">{t('guardian.contact')}</LocalizedLink>
        )}
        <LocalizedLink to="/privacy/">{t('guardian.privacy')}</LocalizedLink>
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
      <PageMetadata title={t('guardian.title')} description={t('guardian.text')} path="/guardian/" noindex />
      <PageTitleBand title={t('guardian.title')} text={t('guardian.text')} />
      <GuardianAnswerForm dataOfficer={dataOfficer} />
    </>
  )
}
