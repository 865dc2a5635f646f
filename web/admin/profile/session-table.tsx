import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { ActiveSession } from '#contract/account.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { formatDeviceName } from '#web/shared/session/device-name.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './session-table.module.css'

/** Shows a table of the open sessions of the account, on a phone a card for each, with buttons to end one of them or all others. */
export function SessionTable({ sessions, onChanged }: { sessions: ActiveSession[]; onChanged: () => void }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const { submitting, failure, submit } = useAdminSubmit()
  const { formatDateTime } = useDateFormat()
  const end = (work: () => Promise<void>) =>
    submit(async () => {
      try {
        await work()
        toast.success(t('messages.updated'))
        onChanged()
      } catch (error) {
        // one that has ended meanwhile is gone from the list, too
        if (error instanceof ApiError && error.status === 404) onChanged()
        throw error
      } finally {
        setAsked(false)
      }
    })
  const others = sessions.filter(({ current }) => !current)
  return (
    <Stack maw={1000}>
      <Group justify="space-between">
        <Text maw={560}>{t(others.length > 0 ? 'adminAccount.sessions.intro' : 'adminAccount.sessions.only')}</Text>
        {others.length > 0 ? (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('accountForms.sessions.endOthers')}
          </Button>
        ) : null}
      </Group>
      <div role="alert">{failure ? <Text c="var(--mantine-color-error)">{failure.message}</Text> : null}</div>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={t('adminAccount.tabs.sessions')}>
        <Table verticalSpacing="sm" className={styles.table} role="table">
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              <Table.Th role="columnheader">{t('adminAccount.sessions.device')}</Table.Th>
              <Table.Th role="columnheader">{t('adminAccount.sessions.address')}</Table.Th>
              <Table.Th role="columnheader">{t('adminAccount.sessions.since')}</Table.Th>
              <Table.Th role="columnheader">{t('accountForms.sessions.lastSeen')}</Table.Th>
              <Table.Th role="columnheader" ta="end">
                {t('admin.list.actions')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {sessions.map((session) => (
              <Table.Tr key={session.id} role="row">
                <Table.Td role="cell" title={session.device} data-label={t('adminAccount.sessions.device')}>
                  <bdi>{formatDeviceName(t, session.device)}</bdi>
                </Table.Td>
                <Table.Td role="cell" data-label={t('adminAccount.sessions.address')}>
                  <bdi dir="ltr">{session.address}</bdi>
                </Table.Td>
                <Table.Td role="cell" data-label={t('adminAccount.sessions.since')}>
                  {formatDateTime(session.startedAt)}
                </Table.Td>
                <Table.Td role="cell" data-label={t('accountForms.sessions.lastSeen')}>
                  {formatDateTime(session.lastSeenAt)}
                </Table.Td>
                <Table.Td role="cell" ta="end">
                  {session.current ? (
                    <Badge variant="outline" size="lg" c="var(--mantine-color-text)">
                      {t('accountForms.sessions.current')}
                    </Badge>
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t('accountForms.sessions.endOf', { device: formatDeviceName(t, session.device) })}
                      onClick={() => void end(() => adminApi.account.endSession(session.id))}
                    >
                      {t('accountForms.sessions.end')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {asked ? (
        <ConfirmDialog
          title={t('adminAccount.sessions.endOthersSure')}
          action={t('accountForms.sessions.endOthers')}
          busy={submitting}
          onClose={() => setAsked(false)}
          onConfirm={() => void end(adminApi.account.endOtherSessions)}
        />
      ) : null}
    </Stack>
  )
}
