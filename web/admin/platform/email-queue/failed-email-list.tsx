import { Button, Group, Pagination, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { EmailQueueStatus, FailedEmail } from '#contract/platform/email-queue.schema.ts'
import { type EmailClass, emailClasses } from '#contract/platform/email-queue.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListPageWithErrorToast } from '#web/admin/shared/use-url-list.ts'
import { toListQuery } from '#web/shared/api/admin/crud.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const perPage = 10

type Props = {
  classes: EmailQueueStatus['classes']
  onChanged: () => unknown
}

/** Lists the emails that failed or are tried again after a failure, and sends failed ones once more. */
export function FailedEmailList({ classes, onChanged }: Props) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { saving, save } = useSubmitWithToasts()
  const [query, setQuery] = useState<{ class: EmailClass | ''; page: number }>({ class: '', page: 1 })
  const [isAsking, setIsAsking] = useState(false)
  const setPage = (page: number) => setQuery({ ...query, page })
  const { page, reload } = useLoadedListPageWithErrorToast({
    query: { ...query, perPage },
    load: async ({ class: emailClass, ...paging }, signal) => {
      const reply = await callApi('GET /api/admin/email-queue/failed', {
        query: toListQuery({ ...paging, class: emailClass || undefined }),
        signal,
      })
      return { rows: reply.emails, total: reply.totalItems }
    },
    isEnabled: true,
    setPage,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has read the queue again
  useEffect(() => void reload(), [classes])
  const failedCount = classes.reduce(
    (sum, each) => (query.class === '' || each.class === query.class ? sum + each.failed : sum),
    0,
  )
  const resend = (id: string | null) =>
    save(
      () => callApi('POST /api/admin/email-queue/resend', { json: { id, class: query.class || null } }),
      onChanged,
    )
  const renderState = ({ state, nextAttemptAt, attempts }: FailedEmail) => (
    <>
      <Text>
        {state === 'retry' && nextAttemptAt
          ? t('adminEmailQueue.retriesAt', { at: formatDateTime(nextAttemptAt) })
          : t('adminEmailQueue.isFailed')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('adminEmailQueue.attempts', { count: attempts, formatted: formatNumber(attempts, lang) })}
      </Text>
    </>
  )
  const total = page?.total ?? 0
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('adminEmailQueue.problems')}
        </Title>
        <Group justify="space-between" align="flex-end">
          <ChoiceSelect
            label={t('adminEmailQueue.filter')}
            choices={['', ...emailClasses]}
            toLabel={(name) => t(name ? `adminEmailQueue.classNames.${name}` : 'adminEmailQueue.all')}
            value={query.class}
            onChange={(name) => setQuery({ class: name, page: 1 })}
          />
          {failedCount > 0 ? (
            <Button variant="default" onClick={() => setIsAsking(true)}>
              {t('adminEmailQueue.resendAll')}
            </Button>
          ) : null}
        </Group>
        {page && total === 0 ? <Text role="status">{t('adminEmailQueue.noProblems')}</Text> : null}
        {total > 0 ? (
          <StackedTable
            label={t('adminEmailQueue.problems')}
            minWidth={900}
            rows={page?.rows ?? []}
            getKey={({ id }) => id}
            columns={[
              {
                title: t('adminEmailQueue.kind'),
                render: ({ kind, class: emailClass }) => (
                  <>
                    <Text>{kind ?? t('adminEmailQueue.unknownKind')}</Text>
                    <Text size="sm" c="dimmed">
                      {t(`adminEmailQueue.classNames.${emailClass}`)}
                    </Text>
                  </>
                ),
              },
              {
                title: t('adminEmailQueue.recipient'),
                render: ({ recipient }) => <BreakableEmailAddress>{recipient}</BreakableEmailAddress>,
              },
              {
                title: t('adminEmailQueue.reason'),
                render: ({ reason }) => (
                  <span dir="auto" lang="en" style={{ overflowWrap: 'anywhere' }}>
                    {reason || t('adminEmailQueue.noReason')}
                  </span>
                ),
              },
              { title: t('adminEmailQueue.at'), render: ({ failedAt }) => formatDateTime(failedAt) },
              { title: t('adminEmailQueue.state'), render: renderState },
              {
                title: t('adminEmailQueue.actions'),
                isActions: true,
                render: ({ id, state, recipient }) =>
                  state === 'failed' ? (
                    <Button
                      variant="default"
                      size="xs"
                      disabled={saving}
                      aria-label={tAttribute('adminEmailQueue.resendTo', { recipient })}
                      onClick={() => void resend(id)}
                    >
                      {t('adminEmailQueue.resend')}
                    </Button>
                  ) : null,
              },
            ]}
          />
        ) : null}
        {total > perPage ? (
          <Pagination
            total={Math.ceil(total / perPage)}
            value={query.page}
            onChange={setPage}
            gap={4}
            getControlProps={(control) => ({ 'aria-label': t(`admin.list.${control}`) })}
          />
        ) : null}
      </Stack>
      {isAsking ? (
        <AdminConfirmDialog
          title={t('adminEmailQueue.resendAllTitle')}
          text={t('adminEmailQueue.resendAllText', {
            count: failedCount,
            formatted: formatNumber(failedCount, lang),
          })}
          action={t('adminEmailQueue.resend')}
          color="oasis"
          busy={saving}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void resend(null).then(() => setIsAsking(false))}
        />
      ) : null}
    </Paper>
  )
}
