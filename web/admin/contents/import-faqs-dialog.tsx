import type { FaqImportPreview } from '#contract/contents.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { buildFaqImportExample } from '#web/admin/shared/import-examples.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Shows a dialog that previews and imports a CSV file of questions, all or nothing. */
export function ImportFaqsDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  return (
    <ImportDialog<FaqImportPreview>
      title={t('adminContent.importFaqs.title')}
      intro={t('adminContent.importFaqs.intro')}
      example={buildFaqImportExample(t)}
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
