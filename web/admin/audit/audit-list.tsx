import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { type AuditAction, type AuditEntity, type AuditEntry, auditActions, auditEntities } from '#contract/audit.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import { useListState } from '#web/admin/shared/use-list-state.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { AuditChangesButton } from './audit-changes-button.tsx'

/** The path of the page that edits a record, by entity. */
const pages: Partial<Record<AuditEntity, (id: string) => string>> = {
  event: (id) => `/admin/events/${id}/edit`,
  faq: (id) => `/admin/faqs/${id}/edit`,
  partner: (id) => `/admin/partners/${id}/edit`,
  organizer: (id) => `/admin/organizers/${id}/edit`,
  continent: (id) => `/admin/continents/${id}/edit`,
  region: (id) => `/admin/regions/${id}/edit`,
  settings: () => '/admin/settings',
}
const removing: ReadonlySet<AuditAction> = new Set(['delete', 'purge', 'erase'])

/** The audit log, the newest entry first. */
export function AuditList() {
  const { t } = useTranslation()
  const list = useListState<AuditEntry>({
    pageSizes: pageSizes.long,
    filters: ['entity', 'action', 'from', 'to'],
    load: ({ page, perPage, search, filters }, signal) => adminApi.audit.list({ page, perPage, search, ...filters }, signal),
  })
  const { formatDateTime } = useDateFormat()
  const nameOf = ({ label, entityId }: AuditEntry) => label || entityId.slice(-12)
  const recordLink = (entry: AuditEntry) => {
    const page = removing.has(entry.action) ? undefined : pages[entry.entity]
    const name = <bdi>{nameOf(entry)}</bdi>
    return page ? (
      <Anchor component={Link} to={page(entry.entityId)}>
        {name}
      </Anchor>
    ) : (
      name
    )
  }
  return (
    <DataList
      name="audit"
      title={t('adminAudit.title')}
      list={list}
      getName={nameOf}
      columns={[
        { key: 'at', title: t('adminAudit.at'), render: ({ at }) => formatDateTime(at) },
        { key: 'actor', title: t('adminAudit.actor'), render: ({ actor }) => <bdi>{actor.name || t('adminAudit.system')}</bdi> },
        { key: 'action', title: t('adminAudit.what'), render: ({ action }) => t(`adminAudit.actions.${action}`) },
        {
          key: 'record',
          title: t('adminAudit.record'),
          render: (entry) => (
            <Stack gap={0} maw={420}>
              <Text size="sm" c="dimmed">
                {t(`adminAudit.entities.${entry.entity}`)}
              </Text>
              <div style={{ overflowWrap: 'anywhere' }}>{recordLink(entry)}</div>
            </Stack>
          ),
        },
        { key: 'changes', title: t('adminAudit.changes'), render: (entry) => <AuditChangesButton entry={entry} name={nameOf(entry)} /> },
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
