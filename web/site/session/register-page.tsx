import { useState } from 'react'
import { pageContext } from '#web/shared/api-context.ts'
import { useRootData } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { loadAccountTexts } from '#web/shared/session/account-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageTitle } from '#web/shared/ui/page-title.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/register-page.ts'
import { RegisterForm } from './register-form.tsx'
import styles from './registration.module.css'
import { RegistrationResult } from './registration-result.tsx'

const load = async (lang: 'en' | 'ar') => ({ texts: await loadAccountTexts(lang) })
export const loader = ({ context }: Route.LoaderArgs) => load(context.get(pageContext).lang)
export const clientLoader = () => load(getPageLanguage())

export default function RegisterPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const { isRegistrationEnabled } = useRootData()
  useState(() => i18n.add(loaderData.texts))
  const [done, setDone] = useState<{ message: string; confirm: boolean; email: string }>()
  return (
    <>
      <PageMetadata title={t('registration.title')} description={t('registration.description')} path="/register/" />
      <PageTitle title={t('registration.title')} text={t('registration.intro')} />
      <div className={`${page.wide} ${page.section} ${styles.page}`}>
        {!isRegistrationEnabled ? (
          <div className={page.empty}>
            <p>{t('registration.closed')}</p>
            <SiteLink to="/events/" className={page.button ?? ''}>
              {t('nav.events')}
            </SiteLink>
          </div>
        ) : done ? (
          <RegistrationResult {...done} onAgain={() => setDone(undefined)} />
        ) : (
          <RegisterForm onDone={setDone} />
        )}
      </div>
    </>
  )
}
