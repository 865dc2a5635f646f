import { Anchor, Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/audit.ts'
import { languages } from '#i18n/languages.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { buildAuditReferencePath } from './audit-record-paths.ts'
import { listRecordedFieldNames } from './list-recorded-field-names.ts'
import { useAuditFieldLabelFormatter } from './use-audit-field-label-formatter.ts'
import { useAuditValueFormatter } from './use-audit-value-formatter.ts'

/** Shows the names of changed fields whose values the log does not store, and a button that opens a dialog with the other changed fields, before and after. */
export function AuditChangesButton({ entry, name }: { entry: AuditEntry; name: string }) {
  const { t, i18n } = useTranslation()
  const fieldLabel = useAuditFieldLabelFormatter()
  const formatValue = useAuditValueFormatter()
  const [open, setOpen] = useState(false)
  const { before, after, changedFields } = entry
  const fields = listRecordedFieldNames(entry)
  const { locale } = languages[i18n.language]
  const hiddenLabels = [...new Set(changedFields.map((field) => fieldLabel(entry.entity, field) ?? field))]
  const hidden =
    hiddenLabels.length > 0 ? (
      <Text size="sm" maw={320}>
        {new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(hiddenLabels)}
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
    const recordName = <bdi>{reference.name[i18n.language] || value}</bdi>
    const path = buildAuditReferencePath(reference, value)
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
  const title = `${t(`adminAudit.entities.${entry.entity}`)}: \u2068${name}\u2069`
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
            { title: t('adminAudit.field'), render: (field) => fieldLabel(entry.entity, field) ?? <bdi dir="ltr">{field}</bdi> },
            ...(before ? [{ title: t('adminAudit.before'), render: (field: string) => renderValue(before, field) }] : []),
            ...(after ? [{ title: t('adminAudit.after'), render: (field: string) => renderValue(after, field) }] : []),
          ]}
        />
      </Modal>
    </Stack>
  )
}
