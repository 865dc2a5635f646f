import type { Faq } from '#contract/faq.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageSection } from '#web/shared/ui/page-section.tsx'
import styles from './faqs.module.css'

/** Questions that expand to their answers; undefined when they could not be loaded. */
export function FaqSection({ faqs }: { faqs: Faq[] | undefined }) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <PageSection title={t('home.faq.title')} sand>
      {!faqs?.length ? (
        <p className={page.empty}>{t(faqs ? 'home.faq.none' : 'messages.loadFailed')}</p>
      ) : (
        <div className={styles.list}>
          {faqs.map(({ id, question, answer }) => (
            <details key={id} className={styles.item} name="faq">
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
