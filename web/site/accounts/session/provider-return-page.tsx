import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  announceDoneAndCloseWindow,
  finishProviderSignInAndDeleteDrafts,
  leaveForProvider,
  readAndDeleteProviderRequest,
  requestProviderSignInUrl,
} from '#web/shared/accounts/session/provider-requests.ts'
import type { StartedSignIn } from '#web/shared/accounts/session/use-sign-in.ts'
import { accountApi } from '#web/shared/api/account.ts'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { sanitizeRedirectPath } from '#web/shared/redirect-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import type { Route } from './+types/provider-return-page.ts'
import { openPageWithMessageAndLanguage } from './open-page-after-sign-in.ts'
import { ProviderSignInButton } from './provider-button.tsx'
import { loadProviderTexts } from './provider-texts.ts'
import styles from './session.module.css'
import { BackToSignInLink, SessionPageLayout } from './session-page-layout.tsx'
import { TwoStepSignInForm } from './sign-in-form.tsx'

type Purpose = 'sign-in' | 'link' | 'confirm'
type State =
  | { step: 'working'; purpose: Purpose }
  | { step: 'asked'; purpose: 'sign-in' | 'confirm' }
  | { step: 'code'; started: StartedSignIn }
  | { step: 'done' }
  | { step: 'failed'; purpose: Purpose; message: string }

const textsByPurpose = {
  'sign-in': { working: 'session.tokenChecking', failed: 'signInProvider.failedTitle' },
  link: { working: 'signInProvider.linking', failed: 'signInProvider.notLinkedTitle' },
  confirm: { working: 'signInProvider.confirming', failed: 'signInProvider.notConfirmedTitle' },
} as const

/** Reads what the provider added to the address, and removes it from the address and the history. */
const readAndRemoveReturnedParameters = () => {
  const query = new URLSearchParams(window.location.search)
  const read = (name: string) => query.get(name) ?? undefined
  const returned = { code: read('code'), state: read('state'), iss: read('iss'), error: read('error') }
  const lang = query.get('lang')
  window.history.replaceState(
    window.history.state,
    '',
    `${window.location.pathname}${lang === null ? '' : `?lang=${lang}`}`,
  )
  return { ...returned, window: read('window') }
}

export const loader = ({ context }: Route.LoaderArgs) => loadProviderTexts(context)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadProviderTexts(context)

/**
 * Shows the page to which the sign-in provider leads back: it signs in, links the account at the provider, or
 * confirms the session. With `?window=` a page of the back office has opened it, and it leads to the provider.
 */
export default function SignInProviderReturnPage({ loaderData: texts }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(texts))
  const lang = useLang()
  const { signInProvider: provider } = useRootData()
  const [state, setState] = useState<State>({ step: 'working', purpose: 'sign-in' })
  const isForOtherWindow = useRef(false)
  const next = useRef<string>(undefined)
  const { failure, submitting, submit } = useSubmitRunner()

  const finish = () => {
    if (isForOtherWindow.current) {
      setState({ step: 'done' })
      return announceDoneAndCloseWindow('sign-in')
    }
    const path = sanitizeRedirectPath(next.current, '/admin/dashboard/')
    openPageWithMessageAndLanguage(
      path.startsWith('/admin/') ? path : '/admin/dashboard/',
      lang,
      t('messages.signedIn'),
    )
  }

  /** Sends what the provider returned to the server. */
  const run = useEffectEvent(async () => {
    const { window: opened, code, state, iss, error } = readAndRemoveReturnedParameters()
    if (opened === 'confirm' || opened === 'sign-in') return setState({ step: 'asked', purpose: opened })
    const request = readAndDeleteProviderRequest()
    const purpose = request?.purpose ?? 'sign-in'
    setState({ step: 'working', purpose })
    const fail = (message: string) => setState({ step: 'failed', purpose, message })
    if (!request) return fail(t('signInProvider.lost'))
    if (error === 'access_denied') return fail(t('signInProvider.cancelled', { provider }))
    if (code === undefined || state === undefined) return fail(t('signInProvider.refused', { provider }))
    isForOtherWindow.current = request.isForOtherWindow ?? false
    next.current = request.next
    const returned = { browserSecret: request.browserSecret, code, state, iss }
    const failed = await submit(async () => {
      if (purpose === 'sign-in') {
        const result = await finishProviderSignInAndDeleteDrafts(returned)
        if ('user' in result) finish()
        // the second step ends the session that the browser had, as this one does
        else setState({ step: 'code', started: { ...result, linkToken: '' } })
        return
      }
      await accountApi.account.finishProvider(returned)
      if (purpose === 'link')
        return openPageWithMessageAndLanguage(
          '/admin/profile/?tab=provider',
          lang,
          t('signInProvider.linked', { provider }),
        )
      setState({ step: 'done' })
      announceDoneAndCloseWindow('confirm')
    })
    if (failed) fail(failed.message)
  })
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    void run()
  }, [])

  const title = <NoindexPageMetadata title={t('session.adminTitle')} />
  if (state.step === 'code')
    return (
      <>
        {title}
        <TwoStepSignInForm
          area="admin"
          started={state.started}
          alternative={<ProviderSignInButton />}
          onSignedIn={finish}
        />
      </>
    )
  if (state.step === 'asked')
    return (
      <>
        {title}
        <SessionPageLayout title={t('session.provider.submit', { provider })} fullScreen>
          <div className={styles.alternative}>
            <FormError failure={failure} />
            <button
              type="button"
              className={page.button}
              aria-disabled={submitting}
              onClick={() =>
                void submit(() =>
                  leaveForProvider({ purpose: state.purpose, isForOtherWindow: true }, lang, (secret) =>
                    state.purpose === 'confirm'
                      ? accountApi.account.startProvider(secret, 'confirm')
                      : requestProviderSignInUrl(secret),
                  ),
                )
              }
            >
              {t('signInProvider.invitationSubmit', { provider })}
            </button>
          </div>
        </SessionPageLayout>
      </>
    )
  if (state.step === 'failed')
    return (
      <>
        {title}
        <SessionPageLayout title={t(textsByPurpose[state.purpose].failed)} fullScreen>
          <p role="alert">{state.message}</p>
          <div className={styles.links}>
            {state.purpose === 'link' ? (
              <a href={localizePath('/admin/profile/?tab=provider', lang)}>{t('signInProvider.toProfile')}</a>
            ) : state.purpose === 'confirm' ? (
              <p>{t('signInProvider.closeWindow')}</p>
            ) : (
              <BackToSignInLink area="admin" />
            )}
          </div>
        </SessionPageLayout>
      </>
    )
  return (
    <>
      {title}
      <SessionPageLayout title={t('session.adminTitle')} fullScreen>
        <p role="status">
          {t(state.step === 'done' ? 'signInProvider.confirmed' : textsByPurpose[state.purpose].working)}
        </p>
      </SessionPageLayout>
    </>
  )
}
