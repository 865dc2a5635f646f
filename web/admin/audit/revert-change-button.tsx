import { Button, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import { isRevertibleEntity, listRevertedFields, revertPermissions } from '#contract/rules/audit-revert.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { getErrorMessage } from '#web/admin/shared/error-message.ts'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useAuditFieldLabelFormatter } from './use-audit-field-label-formatter.ts'
import { useAuditValueFormatter } from './use-audit-value-formatter.ts'

/** Shows a button that reverts the change of an entry after a dialog that shows the values before and after the revert; nothing when the entry cannot be reverted. */
export function RevertChangeButton({ entry, name, onRevert }: { entry: AuditEntry; name: string; onRevert: () => void }) {
  const { t, i18n } = useTranslation()
  const getFieldLabel = useAuditFieldLabelFormatter()
  const formatValue = useAuditValueFormatter()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const { entity, before, after, references } = entry
  const hasPermission = useHasPermission(isRevertibleEntity(entity) ? revertPermissions[entity] : 'administration')
  const fields = listRevertedFields(entry)
  if (fields.length === 0 || !hasPermission) return null
  const revert = async () => {
    setBusy(true)
    try {
      await adminApi.audit.revert(entry.id)
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
    const text = (typeof value === 'string' && references[value]?.name[i18n.language]) || formatValue(entry, part ?? {}, field)
    return (
      <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
        <Text size="sm" lineClamp={4}>
          <bdi>{text}</bdi>
        </Text>
      </Table.Td>
    )
  }
  return (
    <>
      <Button size="xs" variant="subtle" aria-label={`${t('adminAudit.revert')}: ${name}`} onClick={() => setOpen(true)}>
        {t('adminAudit.revert')}
      </Button>
      {open ? (
        <ConfirmDialog
          title={t('adminAudit.revertTitle')}
          text={t('adminAudit.revertText', { name: `\u2068${name}\u2069` })}
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
        </ConfirmDialog>
      ) : null}
    </>
  )
}
