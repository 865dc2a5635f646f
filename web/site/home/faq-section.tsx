import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import styles from './faqs.module.css'
import type { PageFaq } from './load-home-content.ts'

/** Shows questions that expand to their answers. `faqs` is undefined when they could not be loaded. */
export function FaqSection({ faqs }: { faqs: PageFaq[] | undefined }) {
  const { t } = useTranslation()
  const lang = useLang()
  // questions of the cache may be in the other language
  const shown = faqs?.filter(({ question }) => question[lang])
  return (
    <PageSection title={t('home.faq.title')} sand>
      {!shown?.length ? (
        <p className={page.empty}>{t(faqs?.length === 0 ? 'home.faq.none' : 'messages.loadFailed')}</p>
      ) : (
        <div className={styles.list}>
          {shown.map(({ question, answer }) => (
            <details key={question[lang]} className={styles.item} name="faq">
              <summary>
                <h3 className={styles.question} dir="auto">
                  {question[lang]}
                </h3>
              </summary>
              <p className={styles.answer} dir="auto">
                {answer[lang]}
              </p>
            </details>
          ))}
        </div>
      )}
    </PageSection>
  )
}
