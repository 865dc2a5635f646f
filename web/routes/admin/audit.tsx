import { AuditList } from '#web/features/audit/audit-list.tsx'
import { useTranslation } from '#web/lib/texts.ts'

export default function Audit() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminAudit.title')} · ${t('name')}`}</title>
      <AuditList />
    </>
  )
}
