import { IconMail, IconPhone } from '@tabler/icons-react'
import { PageHead } from '#web/features/site/page-head.tsx'
import { ContactForm } from '#web/features/support/contact-form.tsx'
import styles from '#web/features/support/support.module.css'
import type { Api } from '#web/lib/api.ts'
import { apiOf, pageContext } from '#web/lib/api-context.ts'
import { useLang } from '#web/lib/language.ts'
import { siteName } from '#web/lib/site-name.ts'
import { useTranslation } from '#web/lib/texts.ts'
import page from '#web/ui/page.module.css'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/contact-us.ts'

const load = async (api: Api, name: string) => ({ contact: (await api.content.settings(name).catch(() => null))?.contact })
export const loader = ({ context }: Route.LoaderArgs) => load(apiOf(context), context.get(pageContext).siteName)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(apiOf(context), siteName())

export default function ContactUs({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { contact } = loaderData
  const address = contact?.address[lang]
  return (
    <>
      <PageHead title={t('seo.contact.title')} description={t('seo.contact.description')} path="/contact-us/" />
      <PageTitle title={t('pages.contact.title')} text={t('pages.contact.text')} />
      <div className={`${page.wide} ${page.section} ${styles.columns}`}>
        <section>
          <h2 className={styles.title}>{t('pages.contact.direct')}</h2>
          <div className={styles.card}>
            {contact?.phone ? (
              <p className={styles.way}>
                <IconPhone size={22} stroke={1.6} aria-hidden />
                <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} dir="ltr">
                  {contact.phone}
                </a>
              </p>
            ) : null}
            {contact?.email ? (
              <p className={styles.way}>
                <IconMail size={22} stroke={1.6} aria-hidden />
                <a href={`mailto:${contact.email}`} dir="ltr">
                  {contact.email}
                </a>
              </p>
            ) : null}
            {address ? (
              <>
                <p className={styles.kind}>{t('pages.contact.address')}</p>
                <p className={styles.address}>{address}</p>
              </>
            ) : null}
            {contact?.phone || contact?.email || address ? null : <p>{t('pages.contact.noDirect')}</p>}
          </div>
        </section>
        <section>
          <h2 className={styles.title}>{t('home.contact.write')}</h2>
          <ContactForm />
        </section>
      </div>
    </>
  )
}
