import { Stack } from '@mantine/core'
import { type AuditEntry, auditActions, auditEntities } from '#contract/audit.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import { useListState } from '#web/admin/shared/use-list-state.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { AuditChangesButton } from './audit-changes-button.tsx'
import { AuditSentence } from './audit-sentence.tsx'
import { getLabelInLanguage } from './get-label-in-language.ts'
import { RevertChangeButton } from './revert-change-button.tsx'

/** Shows the audit log, the newest entry first. */
export function AuditList() {
  const { t, i18n } = useTranslation()
  const list = useListState<AuditEntry>({
    pageSizes: pageSizes.long,
    filters: ['entity', 'action', 'from', 'to'],
    load: ({ page, perPage, search, filters }, signal) => adminApi.audit.list({ page, perPage, search, ...filters }, signal),
  })
  const { formatDateTime } = useDateFormat()
  const getName = ({ entity, label, entityId }: AuditEntry) =>
    getLabelInLanguage(entity, label, i18n.language) ||
    (entityId === 'all' ? t('adminAudit.wholeList') : t('adminAudit.unnamed', { id: `\u2068${entityId.slice(-12)}\u2069` }))
  return (
    <DataList
      name="audit"
      title={t('adminAudit.title')}
      list={list}
      getName={getName}
      columns={[
        { key: 'at', title: t('adminAudit.at'), render: ({ at }) => formatDateTime(at) },
        { key: 'what', title: t('adminAudit.what'), render: (entry) => <AuditSentence entry={entry} name={getName(entry)} /> },
        {
          key: 'changes',
          title: t('adminAudit.changes'),
          render: (entry) => (
            <Stack gap={4} align="flex-start">
              <AuditChangesButton entry={entry} name={getName(entry)} />
              <RevertChangeButton entry={entry} name={getName(entry)} onRevert={list.reload} />
            </Stack>
          ),
        },
      ]}
      filters={[
        {
          name: 'entity',
          label: t('adminAudit.entity'),
          options: auditEntities.map((value) => ({ value, label: t(`adminAudit.entities.${value}`) })),
        },
        {
          name: 'action',
          label: t('adminAudit.action'),
          options: auditActions.map((value) => ({ value, label: t(`adminAudit.actions.${value}`) })),
        },
        { name: 'from', label: t('adminAudit.from'), day: true },
        { name: 'to', label: t('adminAudit.to'), day: true },
      ]}
    />
  )
}
