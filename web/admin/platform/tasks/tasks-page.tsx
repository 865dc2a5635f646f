import { Anchor, Badge, Button, Group, Pagination, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { PrintFile } from '#contract/event/print-file.schema.ts'
import { printFileLimits } from '#contract/event/print-file.ts'
import type { BackgroundTask } from '#contract/platform/background-task.schema.ts'
import { type BackgroundTaskState, backgroundTaskRetentionDays } from '#contract/platform/background-task.ts'
import type { ImportKind } from '#contract/platform/import.schema.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { saveBlobAsFile } from '#web/admin/shared/download-file.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useReloadableValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi, requestApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { taskRefreshMs } from './running-tasks-link.tsx'

const perPage = 10
const stateColors = {
  running: 'blue',
  finished: 'green',
  failed: 'red',
  cancelled: 'gray',
} as const satisfies Record<BackgroundTaskState, string>

type Named = { name: string; event: BackgroundTask['event'] }
/** Shows the name of a task or file, and the event that it belongs to. */
function NameWithEvent({ name, event }: Named) {
  const lang = useLang()
  return (
    <Stack gap={0}>
      <Text>{name}</Text>
      {event ? (
        <Text size="sm" c="dimmed">
          <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
        </Text>
      ) : null}
    </Stack>
  )
}

type StateProps = Pick<BackgroundTask, 'state' | 'done' | 'total' | 'reason' | 'isCancelRequested'> & {
  name: string
}
/** Shows the state of a task: how far it is while it runs, and why it failed. */
function TaskState({ state, done, total, reason, isCancelRequested, name }: StateProps) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const isCancelling = state === 'running' && isCancelRequested
  const share = total === 0 ? 0 : done / total
  return (
    <Stack gap={4} align="flex-start">
      <Group gap="xs">
        <Badge variant="outline" color={stateColors[state]} c="var(--mantine-color-text)">
          {t(isCancelling ? 'adminTasks.cancelling' : `adminTasks.states.${state}`)}
        </Badge>
        {state === 'running' ? (
          <Text size="sm">{new Intl.NumberFormat(lang, { style: 'percent' }).format(share)}</Text>
        ) : null}
      </Group>
      {state === 'running' ? (
        <Progress.Root size="lg" w="100%" miw={160}>
          <Progress.Section
            value={100 * share}
            animated
            aria-label={tAttribute('adminTasks.progressOf', { name })}
          />
        </Progress.Root>
      ) : null}
      {reason ? <Text size="sm">{reason}</Text> : null}
    </Stack>
  )
}

type ActionProps = { label: string; children: ReactNode; disabled: boolean; onClick: () => void }
function ActionButton({ label, ...button }: ActionProps) {
  return <Button variant="default" size="xs" aria-label={label} {...button} />
}

type ListProps<T> = { rows: readonly T[]; saving: boolean; onCancel: (taskId: string) => void }

/** Lists the PDF files of the user, which can be downloaded and deleted. */
function PrintFileList({
  rows,
  saving,
  onCancel,
  onDownload,
  onRemove,
}: ListProps<PrintFile> & {
  onDownload: (file: PrintFile) => void
  onRemove: (file: PrintFile) => void
}) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const getName = ({ document }: PrintFile) => t(`adminTasks.documents.${document}`)
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('adminTasks.files.title')}
        </Title>
        <StackedTable
          label={t('adminTasks.files.title')}
          minWidth={760}
          rows={rows}
          getKey={({ id }) => id}
          columns={[
            {
              title: t('adminTasks.files.file'),
              render: (file) => <NameWithEvent name={getName(file)} event={file.event} />,
            },
            {
              title: t('adminTasks.state'),
              render: (file) => <TaskState {...file} name={getName(file)} />,
            },
            {
              title: t('adminTasks.files.pages'),
              number: true,
              render: ({ pageCount }) => (pageCount === null ? '–' : formatNumber(pageCount, lang)),
            },
            { title: t('adminTasks.files.until'), render: ({ expiresAt }) => formatDateTime(expiresAt) },
            {
              title: t('adminTasks.actions'),
              isActions: true,
              render: (file) => {
                const name = getName(file)
                if (file.state === 'running')
                  return (
                    <ActionButton
                      label={tAttribute('adminTasks.cancelTask', { name })}
                      disabled={saving || file.isCancelRequested}
                      onClick={() => onCancel(file.taskId)}
                    >
                      {t('adminTasks.cancel')}
                    </ActionButton>
                  )
                return (
                  <Group gap="xs">
                    {file.state === 'finished' ? (
                      <ActionButton
                        label={tAttribute('adminTasks.files.downloadFile', { name })}
                        disabled={saving}
                        onClick={() => onDownload(file)}
                      >
                        {t('adminTasks.files.download')}
                      </ActionButton>
                    ) : null}
                    <ActionButton
                      label={tAttribute('adminTasks.files.removeFile', { name })}
                      disabled={saving}
                      onClick={() => onRemove(file)}
                    >
                      {t('adminTasks.files.remove')}
                    </ActionButton>
                  </Group>
                )
              },
            },
          ]}
        />
        <Text size="sm" c="dimmed">
          {t('adminTasks.files.hint', { hours: printFileLimits.hours })}
        </Text>
      </Stack>
    </Paper>
  )
}

function TaskList({ rows, saving, onCancel }: ListProps<BackgroundTask>) {
  const { t, tAttribute } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const getName = ({ kind, label }: BackgroundTask) =>
    t(`adminTasks.kinds.${kind}`, {
      label:
        kind === 'import'
          ? t(`adminImports.kinds.${label as ImportKind}`)
          : t(`adminTasks.documents.${label as PrintFile['document']}`),
    })
  return (
    <StackedTable
      label={t('adminTasks.list')}
      minWidth={760}
      rows={rows}
      getKey={({ id }) => id}
      columns={[
        {
          title: t('adminTasks.task'),
          render: (task) => <NameWithEvent name={getName(task)} event={task.event} />,
        },
        {
          title: t('adminTasks.state'),
          render: (task) => <TaskState {...task} name={getName(task)} />,
        },
        { title: t('adminTasks.createdAt'), render: ({ createdAt }) => formatDateTime(createdAt) },
        {
          title: t('adminTasks.finishedAt'),
          render: ({ finishedAt }) => (finishedAt === null ? '–' : formatDateTime(finishedAt)),
        },
        {
          title: t('adminTasks.actions'),
          isActions: true,
          render: (task) =>
            task.state === 'running' ? (
              <ActionButton
                label={tAttribute('adminTasks.cancelTask', { name: getName(task) })}
                disabled={saving || task.isCancelRequested}
                onClick={() => onCancel(task.id)}
              >
                {t('adminTasks.cancel')}
              </ActionButton>
            ) : task.kind === 'import' && task.state === 'finished' ? (
              // the list of imports has the number of lines
              <Anchor component={Link} to="/admin/imports" size="sm">
                {t('adminEntities.import.many')}
              </Anchor>
            ) : null,
        },
      ]}
    />
  )
}

/** Shows the tasks and the PDF files of the user, and reads them again as long as one is not finished. */
export default function TasksAndPrintFilesPage() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [isRunning, setRunning] = useState(false)
  const { saving, save } = useSubmitWithToasts()
  const { value, reload } = useReloadableValueWithErrorToast(
    async () => {
      const [{ files }, { tasks, totalItems }] = await Promise.all([
        callApi('GET /api/admin/print-files'),
        callApi('GET /api/admin/tasks', { query: { page, per_page: perPage } }),
      ])
      setRunning([...files, ...tasks].some(({ state }) => state === 'running'))
      return { files, tasks, total: totalItems }
    },
    String(page),
    isRunning ? taskRefreshMs : undefined,
  )
  const cancel = (taskId: string) =>
    void save(() => callApi('POST /api/admin/tasks/:taskId/cancel', { params: { taskId } }), reload)
  const remove = ({ id, event }: PrintFile) =>
    void save(
      () =>
        callApi('DELETE /api/admin/events/:eventId/print-files/:fileId', {
          params: { eventId: event.id, fileId: id },
        }),
      reload,
    )
  const download = ({ id, event, document }: PrintFile) =>
    void save(async () => {
      const reply = await requestApi('GET /api/admin/events/:eventId/print-files/:fileId/file', {
        params: { eventId: event.id, fileId: id },
      })
      saveBlobAsFile(await reply.blob(), `${document}.pdf`)
      return undefined
    })
  return (
    <>
      <title>{`${t('adminTasks.title')} · ${t('name')}`}</title>
      <Stack maw={1100}>
        <Title order={1} size="h2">
          {t('adminTasks.title')}
        </Title>
        <Text>{t('adminTasks.intro', { days: backgroundTaskRetentionDays })}</Text>
        {value && value.files.length > 0 ? (
          <PrintFileList
            rows={value.files}
            saving={saving}
            onCancel={cancel}
            onDownload={download}
            onRemove={remove}
          />
        ) : null}
        {value && value.total > 0 ? (
          <Paper withBorder p="md">
            <Title order={2} size="h4" mb="sm">
              {t('adminTasks.list')}
            </Title>
            <TaskList rows={value.tasks} saving={saving} onCancel={cancel} />
            {value.total > perPage ? (
              <Pagination
                mt="sm"
                total={Math.ceil(value.total / perPage)}
                value={page}
                onChange={setPage}
                gap={4}
                getControlProps={(control) => ({ 'aria-label': t(`admin.list.${control}`) })}
              />
            ) : null}
          </Paper>
        ) : null}
        {value && value.total + value.files.length === 0 ? (
          <Text role="status">{t('adminTasks.none')}</Text>
        ) : null}
      </Stack>
    </>
  )
}
