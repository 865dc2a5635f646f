import { Badge, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportRecord } from '#contract/platform/import.schema.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { languages } from '#i18n/languages.ts'
import { ConfirmScoreRemovalOrRestoreDialog } from '#web/admin/event/matches/score-change.tsx'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { toListQuery } from '#web/shared/api/admin/crud.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Shows the list of imported files, which can be undone. */
function ImportList() {
  const { t, tAttribute, i18n } = useTranslation()
  const lang = i18n.language
  const number = new Intl.NumberFormat(languages[lang].locale)
  const { formatDateTime } = useDateFormat()
  const [chosen, setChosen] = useState<ImportRecord>()
  const [busy, setBusy] = useState(false)
  const list = useLoadedListWithUrlQuery<ImportRecord>({
    pageSizes: pageSizes.short,
    load: async ({ page, perPage, search }, signal) => {
      const query = toListQuery({ page, perPage, search })
      const { imports, totalItems } = await callApi('GET /api/admin/imports', { query, signal })
      return { rows: imports, total: totalItems }
    },
  })
  const undo = async ({ id }: ImportRecord) => {
    setBusy(true)
    try {
      await callApi('POST /api/admin/imports/:importId/undo', { params: { importId: id } })
      toast.success(t('adminImports.undone'))
      list.reload()
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    } finally {
      setBusy(false)
      setChosen(undefined)
    }
  }
  // an erasure clears the names of files
  const getName = ({ fileName, kind }: ImportRecord) => fileName || t(`adminImports.kinds.${kind}`)
  const describeUser = (name: string) => (name === '' ? '–' : <Bdi>{name}</Bdi>)
  return (
    <>
      <RecordListWithToolbarAndActions
        name="imports"
        entity="import"
        list={list}
        getName={getName}
        columns={[
          {
            key: 'file',
            title: t('adminImports.file'),
            render: ({ fileName, kind, event }) => (
              <Stack gap={0}>
                <Text>
                  <Bdi>{fileName || '–'}</Bdi>
                </Text>
                <Text size="sm" c="dimmed">
                  {t(`adminImports.kinds.${kind}`)}
                  {event ? (
                    <>
                      {' · '}
                      <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
                    </>
                  ) : null}
                </Text>
              </Stack>
            ),
          },
          {
            key: 'lines',
            title: t('adminImports.lines'),
            render: ({ lineCount }) => number.format(lineCount),
          },
          {
            key: 'by',
            title: t('adminImports.createdBy'),
            render: ({ createdByName }) => describeUser(createdByName),
          },
          {
            key: 'at',
            title: t('adminImports.createdAt'),
            noWrap: true,
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
          {
            key: 'state',
            title: t('adminImports.state'),
            render: ({ undoneAt, undoneByName }) =>
              undoneAt ? (
                <Stack gap={0} align="flex-start">
                  <Badge variant="light" color="gray">
                    {t('adminImports.isUndone')}
                  </Badge>
                  <Text size="sm" c="dimmed">
                    {formatDateTime(undoneAt)} · {describeUser(undoneByName)}
                  </Text>
                </Stack>
              ) : (
                <Badge variant="light">{t('adminImports.isImported')}</Badge>
              ),
          },
        ]}
        actions={(record) =>
          record.undoneAt ? null : (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setChosen(record)}
              aria-label={tAttribute('adminImports.undoFile', { name: getName(record) })}
            >
              {t('adminImports.undo')}
            </Button>
          )
        }
      />
      {chosen ? (
        <ConfirmScoreRemovalOrRestoreDialog
          eventId={chosen.event?.id ?? null}
          change={{ undoneImportId: chosen.id }}
          title={t('adminImports.undoTitle', { name: getName(chosen) })}
          text={t('adminImports.undoText', { count: chosen.recordCount })}
          action={t('adminImports.undo')}
          busy={busy}
          onClose={() => setChosen(undefined)}
          onConfirm={() => void undo(chosen)}
        />
      ) : null}
    </>
  )
}

export default function ImportHistoryWithUndoPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.import.many')} · ${t('name')}`}</title>
      <ImportList />
    </>
  )
}
