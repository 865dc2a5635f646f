import { Anchor, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/platform/audit.schema.ts'
import {
  auditActions,
  auditEntities,
  getAuditEntityTraits,
  listAuditEntitiesOfRegionalUser,
} from '#contract/platform/audit.ts'
import { listFieldsToRevert } from '#contract/platform/audit-revert.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { languages } from '#i18n/languages.ts'
import { formatList, joinTexts } from '#i18n/text-direction.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { toListQuery } from '#web/shared/api/admin/crud.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useRootData } from '#web/shared/language.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { findAuditRecordPath, findAuditReferencePath } from './audit-record-paths.ts'
import {
  createAuditSentencePartsBuilder,
  getLanguagePartOfAuditLabel,
  listFilledAuditFields,
  useAuditFieldLabelFormatter,
  useAuditValueFormatter,
} from './audit-texts.ts'

/**
 * Shows the names of changed fields whose values the log does not store, and a button that opens a dialog
 * with the other changed fields, before and after.
 */
function AuditChangesButton({ entry, name }: { entry: AuditEntry; name: string }) {
  const { t, i18n } = useTranslation()
  const fieldLabel = useAuditFieldLabelFormatter()
  const formatValue = useAuditValueFormatter()
  const user = useSessionUser()
  const [open, setOpen] = useState(false)
  const { before, after, changedFields } = entry
  const fields = listFilledAuditFields(entry)
  const { locale } = languages[i18n.language]
  const hiddenLabels = [...new Set(changedFields.map((field) => fieldLabel(entry.entity, field) ?? field))]
  const hidden =
    hiddenLabels.length > 0 ? (
      <Text size="sm" maw={320}>
        {formatList(hiddenLabels, i18n.language, 'unit')}
      </Text>
    ) : null
  if (fields.length === 0)
    return (
      hidden ?? (
        <Text size="sm" c="dimmed">
          {t('adminAudit.none')}
        </Text>
      )
    )
  const formatted = new Intl.NumberFormat(locale).format(fields.length)
  const shown = t('adminAudit.show', { count: fields.length, formatted })
  /** Renders the name of the record that a value names by its id, with a link to its page. */
  const renderReference = (value: unknown) => {
    const reference = typeof value === 'string' ? entry.references[value] : undefined
    if (typeof value !== 'string' || !reference) return undefined
    const recordName = <Bdi>{reference.name[i18n.language] || value}</Bdi>
    const path = findAuditReferencePath(reference, value, user)
    return (
      <Stack gap={0}>
        {path === undefined ? (
          recordName
        ) : (
          <Anchor component={Link} to={path} size="sm">
            {recordName}
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          <bdi dir="ltr">{value}</bdi>
        </Text>
      </Stack>
    )
  }
  const renderValue = (part: AuditEntry['before'], field: string) => (
    <div dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {part && field in part ? (renderReference(part[field]) ?? formatValue(entry, part, field)) : ''}
    </div>
  )
  const title = joinTexts([t(`adminEntities.${entry.entity}.one`), name], i18n.language, ': ')
  return (
    <Stack gap={4} align="flex-start">
      {hidden}
      <Button size="xs" variant="default" aria-label={`${shown}: ${name}`} onClick={() => setOpen(true)}>
        {shown}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={title}
        size="xl"
        closeButtonProps={{ 'aria-label': t('admin.list.close') }}
      >
        <StackedTable
          label={title}
          minWidth={480}
          rows={fields}
          getKey={(field) => field}
          columns={[
            {
              title: t('adminAudit.field'),
              render: (field) => fieldLabel(entry.entity, field) ?? <bdi dir="ltr">{field}</bdi>,
            },
            ...(before
              ? [{ title: t('adminAudit.before'), render: (field: string) => renderValue(before, field) }]
              : []),
            ...(after
              ? [{ title: t('adminAudit.after'), render: (field: string) => renderValue(after, field) }]
              : []),
          ]}
        />
      </Modal>
    </Stack>
  )
}

/**
 * Shows a button that reverts the change of an entry after a dialog that shows the values before and after
 * the revert; nothing when the entry cannot be reverted.
 */
function RevertChangeButton({
  entry,
  name,
  onRevert,
}: {
  entry: AuditEntry
  name: string
  onRevert: () => void
}) {
  const { t, i18n } = useTranslation()
  const getFieldLabel = useAuditFieldLabelFormatter()
  const formatValue = useAuditValueFormatter()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const { entity, before, after, references } = entry
  const hasPermission = useHasPermission(getAuditEntityTraits(entity).revertPermission ?? 'administration')
  const fields = listFieldsToRevert(entry)
  if (fields.length === 0 || !hasPermission) return null
  const revert = async () => {
    setBusy(true)
    try {
      await callApi('POST /api/admin/audit/:entryId/revert', { params: { entryId: entry.id } })
      toast.success(t('adminAudit.reverted'))
      onRevert()
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    } finally {
      setBusy(false)
      setOpen(false)
    }
  }
  const renderValue = (part: AuditEntry['before'], field: string) => {
    const value = part?.[field]
    const text =
      (typeof value === 'string' && references[value]?.name[i18n.language]) ||
      formatValue(entry, part ?? {}, field)
    return (
      <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
        <Text size="sm" lineClamp={4}>
          <Bdi>{text}</Bdi>
        </Text>
      </Table.Td>
    )
  }
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        aria-label={`${t('adminAudit.revert')}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {t('adminAudit.revert')}
      </Button>
      {open ? (
        <AdminConfirmDialog
          title={t('adminAudit.revertTitle')}
          text={t('adminAudit.revertText', { name })}
          action={t('adminAudit.revert')}
          color="oasis"
          busy={busy}
          onClose={() => setOpen(false)}
          onConfirm={() => void revert()}
        >
          <Table layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('adminAudit.field')}</Table.Th>
                <Table.Th>{t('adminAudit.now')}</Table.Th>
                <Table.Th>{t('adminAudit.afterRevert')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map(({ field }) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row" style={{ verticalAlign: 'top' }}>
                    {getFieldLabel(entity, field) ?? <bdi dir="ltr">{field}</bdi>}
                  </Table.Th>
                  {renderValue(after, field)}
                  {renderValue(before, field)}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </AdminConfirmDialog>
      ) : null}
    </>
  )
}

/** Shows the sentence of an audit entry: who did what to which record. Names link to their pages. */
function AuditSentence({ entry, name }: { entry: AuditEntry; name: string }) {
  const { i18n } = useTranslation()
  const { timeZone } = useRootData()
  const parts = createAuditSentencePartsBuilder(i18n, timeZone)(entry, name)
  const user = useSessionUser()
  const paths = {
    text: undefined,
    actor: entry.actor.id ? findAuditReferencePath({ entity: 'user' }, entry.actor.id, user) : undefined,
    record: findAuditRecordPath(entry, user),
  }
  return (
    <Text component="div" size="sm" maw={640} style={{ overflowWrap: 'anywhere' }}>
      {parts.map(({ type, text }) => {
        const path = paths[type]
        if (type === 'text') return text
        if (path === undefined) return <bdi key={type}>{text}</bdi>
        return (
          <Anchor key={type} component={Link} to={path} size="sm">
            <Bdi>{text}</Bdi>
          </Anchor>
        )
      })}
    </Text>
  )
}

/** Shows the audit log, the newest entry first. */
function AuditList() {
  const { t, i18n } = useTranslation()
  const list = useLoadedListWithUrlQuery<AuditEntry>({
    pageSizes: pageSizes.long,
    filters: ['entity', 'action', 'from', 'to'],
    load: async ({ page, perPage, search, filters }, signal) => {
      const query = toListQuery({ page, perPage, search, ...filters })
      const { entries, totalItems } = await callApi('GET /api/admin/audit', { query, signal })
      return { rows: entries, total: totalItems }
    },
  })
  const { formatDateTime } = useDateFormat()
  const user = useSessionUser()
  const entities = user?.regionLimit ? listAuditEntitiesOfRegionalUser(user.permissions) : auditEntities
  const getName = ({ entity, label, entityId }: AuditEntry) =>
    getLanguagePartOfAuditLabel(entity, label, i18n.language) ||
    (entityId === 'all' ? t('adminAudit.wholeList') : t('adminAudit.unnamed', { id: entityId.slice(-12) }))
  return (
    <RecordListWithToolbarAndActions
      name="audit"
      entity="audit"
      list={list}
      getName={getName}
      columns={[
        { key: 'at', title: t('adminAudit.at'), noWrap: true, render: ({ at }) => formatDateTime(at) },
        {
          key: 'what',
          title: t('adminAudit.what'),
          render: (entry) => <AuditSentence entry={entry} name={getName(entry)} />,
        },
        {
          key: 'changes',
          title: t('adminAudit.changes'),
          render: (entry) => (
            <Group gap="xs">
              <AuditChangesButton entry={entry} name={getName(entry)} />
              <RevertChangeButton entry={entry} name={getName(entry)} onRevert={list.reload} />
            </Group>
          ),
        },
      ]}
      filters={[
        {
          name: 'entity',
          label: t('adminAudit.entity'),
          options: entities.map((value) => ({ value, label: t(`adminEntities.${value}.one`) })),
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

export default function AuditLogAndRevertPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.audit.many')} · ${t('name')}`}</title>
      <AuditList />
    </>
  )
}
