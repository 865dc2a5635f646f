import { useCallback, useEffect, useState } from 'react'
import {
  fetchInvitedUser,
  leaveForProvider,
  requestProviderSignInUrl,
} from '#web/shared/accounts/session/provider-requests.ts'
import { useLinkTokenMovedToStorage } from '#web/shared/accounts/session/use-link-token.ts'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import type { Route } from './+types/provider-invitation-page.ts'
import { loadProviderTexts } from './provider-texts.ts'
import styles from './session.module.css'
import { BackToSignInLink, SessionPageLayout } from './session-page-layout.tsx'

/** Shows whose account is linked, and the button that leads to the sign-in provider. */
function InvitationSection({ token, provider }: { token: string | undefined; provider: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const [user, setUser] = useState<{ name: string; email: string }>()
  const { failure, submitting, submit } = useSubmitRunner()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `submit` is another function in every render
  const read = useCallback(() => {
    if (token) void submit(async () => setUser(await fetchInvitedUser(token)))
  }, [token])
  useEffect(read, [read])
  const accept = () =>
    submit(() =>
      leaveForProvider({ purpose: 'sign-in' }, lang, (secret) => requestProviderSignInUrl(secret, token)),
    )
  return (
    <div className={styles.alternative}>
      <FormError failure={failure} />
      {user ? (
        <>
          <p>{t('signInProvider.invitationAccount', user)}</p>
          <button
            type="button"
            className={page.button}
            aria-disabled={submitting}
            onClick={() => void accept()}
          >
            {t('signInProvider.invitationSubmit', { provider })}
          </button>
        </>
      ) : null}
    </div>
  )
}

export const loader = ({ context }: Route.LoaderArgs) => loadProviderTexts(context)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadProviderTexts(context)

/**
 * Shows the page of an emailed invitation, whose token is after the # of the address: its button leads to the
 * sign-in provider, which links its account to the invited one.
 */
export default function SignInProviderInvitationPage({ loaderData: texts }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(texts))
  const { signInProvider: provider } = useRootData()
  const { token } = useLinkTokenMovedToStorage('provider invitation')
  const isUsable = token !== '' && provider !== ''
  return (
    <>
      <NoindexPageMetadata title={t('signInProvider.invitationTitle')} />
      <SessionPageLayout
        title={t('signInProvider.invitationTitle')}
        intro={isUsable ? t('signInProvider.invitationIntro', { provider }) : undefined}
        fullScreen
      >
        {isUsable ? (
          <InvitationSection token={token} provider={provider} />
        ) : (
          <p role="status">
            {t(provider === '' ? 'signInProvider.notSetUp' : 'signInProvider.noInvitation')}
          </p>
        )}
        <div className={styles.links}>
          <BackToSignInLink area="admin" />
        </div>
      </SessionPageLayout>
    </>
  )
}
