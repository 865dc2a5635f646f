import { useTranslation } from '#web/shared/texts.ts'
import { AuditList } from './audit-list.tsx'

export default function AuditPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminAudit.title')} · ${t('name')}`}</title>
      <AuditList />
    </>
  )
}
