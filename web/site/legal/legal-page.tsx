import type { Lang } from '#contract/platform/localized.ts'
import type { LegalPages } from '#contract/platform/settings.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { awaitOrThrowErrorResponse } from '#web/shared/loader-error.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import styles from './legal.module.css'

type PageName = 'privacy' | 'terms'
type Props = { text: string; dataOfficer: LegalPages['dataOfficer'] }

/** Loads the text of a page in one language, and the data protection officer. */
export const loadLegalPage = async (api: PublicApi, name: PageName, lang: Lang): Promise<Props> => {
  const { dataOfficer, ...texts } = await awaitOrThrowErrorResponse(api.content.legalPages())
  return { text: texts[name][lang], dataOfficer }
}

/**
 * Shows the page about privacy or terms. In its text `# ` begins a heading, and an empty line a paragraph.
 */
export function LegalPage({ page: name, text, dataOfficer }: Props & { page: PageName }) {
  const { t } = useTranslation()
  const [title, intro] = [t(`pages.legal.${name}Title`), t(`pages.legal.${name}Intro`)]
  const lines = text.split('\n').filter((line) => line.trim())
  return (
    <>
      <PageMetadata title={title} description={intro} path={`/${name}/`} />
      <PageTitleBand title={title} text={intro} />
      <div className={`${page.wide} ${page.section}`}>
        <div className={styles.text}>
          {lines.map((line, at) =>
            line.startsWith('# ') ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text never move
              <h2 key={at} dir="auto">
                {line.slice(2)}
              </h2>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text never move
              <p key={at} dir="auto">
                {line}
              </p>
            ),
          )}
          {name === 'privacy' ? <DataOfficerSection {...dataOfficer} /> : null}
        </div>
      </div>
    </>
  )
}

function DataOfficerSection({ name, email }: LegalPages['dataOfficer']) {
  const { t } = useTranslation()
  return (
    <section id="data-officer" aria-labelledby="data-officer-title" className={styles.officer}>
      <h2 id="data-officer-title">{t('pages.legal.officerTitle')}</h2>
      {name ? (
        <p>
          <Bdi>{name}</Bdi>
        </p>
      ) : null}
      <p>{t('pages.legal.officerText')}</p>
      <p>
        {email ? (
          <a href={`mailto:${email}`} dir="ltr">
            {email}
          </a>
        ) : (
          <LocalizedLink to="/contact-us/">{t('pages.legal.officerForm')}</LocalizedLink>
        )}
      </p>
    </section>
  )
}
