import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ActiveSession } from '#contract/account.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { formatDeviceName } from '#web/shared/session/device-name.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Shows a table of the open sessions of the account, with buttons to end one of them or all others. */
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
      <StackedTable
        label={t('adminAccount.tabs.sessions')}
        minWidth={640}
        rows={sessions}
        getKey={({ id }) => id}
        columns={[
          {
            title: t('adminAccount.sessions.device'),
            render: ({ device }) => <bdi title={device}>{formatDeviceName(t, device)}</bdi>,
          },
          { title: t('adminAccount.sessions.address'), render: ({ address }) => <bdi dir="ltr">{address}</bdi> },
          { title: t('adminAccount.sessions.since'), render: ({ startedAt }) => formatDateTime(startedAt) },
          { title: t('accountForms.sessions.lastSeen'), render: ({ lastSeenAt }) => formatDateTime(lastSeenAt) },
          {
            title: t('admin.list.actions'),
            isActions: true,
            render: ({ id, device, current }) =>
              current ? (
                <Badge variant="outline" size="lg" c="var(--mantine-color-text)">
                  {t('accountForms.sessions.current')}
                </Badge>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('accountForms.sessions.endOf', { device: formatDeviceName(t, device) })}
                  onClick={() => void end(() => adminApi.account.endSession(id))}
                >
                  {t('accountForms.sessions.end')}
                </Button>
              ),
          },
        ]}
      />
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
