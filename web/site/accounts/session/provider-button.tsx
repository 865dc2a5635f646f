import { leaveForProvider, requestProviderSignInUrl } from '#web/shared/accounts/session/provider-requests.ts'
import { FormError } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useSanitizedNextPath } from '#web/shared/redirect-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './session.module.css'

/** Shows the button that leads to the sign-in provider; nothing where none is set up. */
export function ProviderSignInButton() {
  const { t } = useTranslation()
  const lang = useLang()
  const next = useSanitizedNextPath()
  const { signInProvider: provider } = useRootData()
  const { submitting, failure, submit } = useSubmitRunner()
  const leave = () =>
    submit(() => leaveForProvider({ purpose: 'sign-in', next }, lang, requestProviderSignInUrl))
  if (provider === '') return null
  return (
    <div className={styles.alternative}>
      <p className={styles.or}>{t('session.provider.or')}</p>
      <FormError failure={failure} />
      <button
        type="button"
        className={`${page.ghost} ${styles.wide}`}
        aria-disabled={submitting}
        onClick={() => void leave()}
      >
        {t('session.provider.submit', { provider })}
      </button>
    </div>
  )
}
