import type { TFunction } from 'i18next'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { buildImportExampleTable, type ImportExample } from '#web/admin/shared/import-example.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Builds an example of a file of questions. */
export const buildFaqImportExampleTable = (t: TFunction): ImportExample => {
  const getTitle = (text: 'question' | 'answer', lang: 'english' | 'arabic') =>
    `${t(`adminContent.${text}`)} (${t(`admin.form.${lang}`)})`
  return buildImportExampleTable([
    [getTitle('question', 'english'), 'Who may take part?', 'Is there a fee?'],
    [getTitle('question', 'arabic'), 'من يمكنه المشاركة؟', 'هل توجد رسوم؟'],
    [getTitle('answer', 'english'), 'Students from 8 to 18, in teams.', 'No.'],
    [getTitle('answer', 'arabic'), 'الطلاب من 8 إلى 18 عامًا، ضمن فرق.', 'لا.'],
    [t('adminContent.active'), t('admin.import.yes'), t('admin.import.no')],
  ])
}

/** Shows a dialog that previews and imports a CSV file of questions, all or nothing. */
export function ImportFaqsDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  return (
    <ImportDialog
      title={t('adminContent.importFaqs.title')}
      intro={t('adminContent.importFaqs.intro')}
      example={buildFaqImportExampleTable(t)}
      kind="faqs"
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
          render: ({ active }) =>
            t(active ? 'adminContent.importFaqs.shown' : 'adminContent.importFaqs.hidden'),
        },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
