import type { FaqImportPreview } from '#contract/faq.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'

const columns = ['question_en', 'question_ar', 'answer_en', 'answer_ar', 'active']
const example =
  'Who may take part?,من يمكنه المشاركة؟,"Students from 8 to 18, in teams.","الطلاب من 8 إلى 18 عامًا، ضمن فرق.",yes\r\nIs there a fee?,هل توجد رسوم؟,No.,لا.,no\r\n'

/** Shows a dialog that previews and imports a CSV file of questions, all or nothing. */
export function ImportFaqsDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  return (
    <ImportDialog<FaqImportPreview>
      title={t('adminContent.importFaqs.title')}
      intro={t('adminContent.importFaqs.intro')}
      columns={columns}
      example={example}
      fileName="faqs.csv"
      preview={adminApi.faqImport.preview}
      run={adminApi.faqImport.run}
      describe={({ count }) => t('adminContent.importFaqs.count', { count })}
      rowColumns={[
        {
          title: `${t('adminContent.question')} (${t('admin.form.english')})`,
          render: ({ question }) => (
            <div lang="en" dir="ltr">
              {question.en}
            </div>
          ),
        },
        {
          title: `${t('adminContent.question')} (${t('admin.form.arabic')})`,
          render: ({ question }) => (
            <div lang="ar" dir="rtl">
              {question.ar}
            </div>
          ),
        },
        {
          title: t('adminContent.active'),
          render: ({ active }) => t(active ? 'adminContent.importFaqs.shown' : 'adminContent.importFaqs.hidden'),
        },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
