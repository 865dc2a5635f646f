import { useTranslation } from '#web/shared/texts.ts'
import { AuditList } from './audit-list.tsx'

export default function AuditPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.audit.many')} · ${t('name')}`}</title>
      <AuditList />
    </>
  )
}
