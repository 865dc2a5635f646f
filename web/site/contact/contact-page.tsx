import { messageLimits } from '#contract/site/message.ts'
import { getBrowserApi, type PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { EmailField, TextField } from '#web/shared/forms/fields.tsx'
import { useLang } from '#web/shared/language.ts'
import { getSiteCode } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconMail, IconPhone } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import { OrganizerMessageForm } from '#web/site/support/message-form.tsx'
import styles from '#web/site/support/support.module.css'
import type { Route } from './+types/contact-page.ts'

/** Shows the contact form. */
function ContactForm() {
  const { t } = useTranslation()
  return (
    <OrganizerMessageForm
      requiredFields={['name', 'email']}
      send={(text) =>
        getBrowserApi().messages.contact({
          name: text('name'),
          email: text('email'),
          phone: text('phone'),
          body: text('body'),
          website: text('website'),
        })
      }
    >
      {(errors) => (
        <>
          <TextField
            label={t('pages.contact.name')}
            name="name"
            autoComplete="name"
            maxLength={messageLimits.name}
            required
            error={errors.name}
          />
          <EmailField label={t('pages.support.email')} maxLength={messageLimits.email} error={errors.email} />
          <TextField
            label={t('pages.contact.phone')}
            note={t('pages.contact.optional')}
            name="phone"
            type="tel"
            dir="ltr"
            autoComplete="tel"
            maxLength={messageLimits.phone}
            error={errors.phone}
          />
        </>
      )}
    </OrganizerMessageForm>
  )
}

const load = async (api: PublicApi, name: string) => ({
  contact: (await api.content.settings(name).catch(() => null))?.contact,
})
export const loader = ({ context }: Route.LoaderArgs) =>
  load(getLoaderApi(context), context.get(pageContext).siteCode)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), getSiteCode())

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { contact } = loaderData
  const address = contact?.address[lang]
  return (
    <>
      <PageMetadata
        title={t('seo.contact.title')}
        description={t('seo.contact.description')}
        path="/contact-us/"
      />
      <PageTitleBand title={t('pages.contact.title')} text={t('pages.contact.text')} />
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
