import { useTranslation } from 'react-i18next'
import { AuditList } from '#web/features/audit/audit-list.tsx'

export default function Audit() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminAudit.title')} · ${t('name')}`}</title>
      <AuditList />
    </>
  )
}
