import { Table } from '@mantine/core'
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
      headings={[
        `${t('adminContent.question')} (${t('admin.form.english')})`,
        `${t('adminContent.question')} (${t('admin.form.arabic')})`,
        t('adminContent.active'),
      ]}
      rows={({ rows }) =>
        rows.map(({ line, question, active }) => (
          <Table.Tr key={line}>
            <Table.Td>{line}</Table.Td>
            <Table.Td lang="en" dir="ltr">
              {question.en}
            </Table.Td>
            <Table.Td lang="ar" dir="rtl">
              {question.ar}
            </Table.Td>
            <Table.Td>{t(active ? 'adminContent.importFaqs.shown' : 'adminContent.importFaqs.hidden')}</Table.Td>
          </Table.Tr>
        ))
      }
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
