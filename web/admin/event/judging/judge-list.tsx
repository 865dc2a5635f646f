import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CreatedJudge, Judge } from '#contract/event/judging/judge.schema.ts'
import { judgeStates } from '#contract/event/judging/judge.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { formatList } from '#i18n/text-direction.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { toListQuery } from '#web/shared/api/admin/crud.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconFileImport, IconPlus } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { ImportTabletSheetsDialog } from './import-sheets-dialog.tsx'
import { JudgeCodeCards } from './judge-code-cards.tsx'
import { CreateOrEditJudgesDialog } from './judge-dialog.tsx'
import { JudgeLeaveAndSubstituteDialog } from './judge-leaves-dialog.tsx'
import styles from './judging.module.css'

/** Shows the name of a judge with the kind and state of the judge, and the substitute. */
function JudgeName({ judge }: { judge: Judge }) {
  const { t } = useTranslation()
  return (
    <>
      <b>
        <Bdi>{judge.name}</Bdi>
      </b>{' '}
      {judge.isHead ? <StatusBadge status="done">{t('adminJudging.judges.head')}</StatusBadge> : null}{' '}
      {judge.revokedAt ? (
        <StatusBadge status="open">
          {t(judge.leave ? 'adminJudging.judges.left' : 'adminJudging.judges.revoked')}
        </StatusBadge>
      ) : null}
      {judge.leave?.substituteId ? (
        <Text size="xs">
          {t('adminJudging.judges.replacedBy', { name: judge.leave.substituteName || '–' })}
        </Text>
      ) : null}
    </>
  )
}

type Props = { event: { id: string; title: { en: string; ar: string } } }
type OpenDialog =
  | { kind: 'create' | 'sheets' }
  | { kind: 'edit'; judge: Judge }
  | { kind: 'renew' | 'revoke'; judge: Judge }
  | { kind: 'leave'; judge: Judge }

/**
 * Shows the judges of an event, with dialogs to create, change and revoke them, and their new codes to print.
 */
export function EventJudgesAndCodesEditor({ event }: Props) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const params = { eventId: event.id }
  const list = useLoadedListWithUrlQuery<Judge>({
    pageSizes: pageSizes.judges,
    filters: ['state'],
    load: async ({ page, perPage, search, filters }, signal) => {
      const query = toListQuery({ page, perPage, search, ...filters })
      const reply = await callApi('GET /api/admin/events/:eventId/judges', { params, query, signal })
      return { rows: reply.judges, total: reply.totalItems }
    },
  })
  const [dialog, setDialog] = useState<OpenDialog>()
  const [created, setCreated] = useState<CreatedJudge[]>([])
  const { saving, save } = useSubmitWithToasts()
  const close = () => setDialog(undefined)
  const removeCode = (judgeId: string) =>
    setCreated((before) => before.filter(({ judge }) => judge.id !== judgeId))
  /** Shows further codes below those that are shown: no code is shown a second time. */
  const addCodes = (added: CreatedJudge[]) => {
    for (const { judge } of added) removeCode(judge.id)
    setCreated((before) => [...before, ...added])
  }
  const finish = () => {
    close()
    void list.reload()
  }
  const confirm = ({ kind, judge }: { kind: 'renew' | 'revoke'; judge: Judge }) => {
    const judgeParams = { ...params, judgeId: judge.id }
    return save(async () => {
      if (kind === 'renew') {
        const renewed = await callApi('POST /api/admin/events/:eventId/judges/:judgeId/code', {
          params: judgeParams,
        })
        addCodes([renewed])
        return undefined
      }
      const revoked = await callApi('DELETE /api/admin/events/:eventId/judges/:judgeId', {
        params: judgeParams,
      })
      removeCode(judge.id)
      return revoked
    }, finish)
  }
  const formatAssignment = (values: readonly string[], all: string) =>
    values.length > 0 ? formatList(values, lang, 'unit') : all
  return (
    <Stack>
      {created.length > 0 ? (
        <JudgeCodeCards event={event} judges={created} onClose={() => setCreated([])} />
      ) : null}
      <div className={styles.screenOnly}>
        <Stack>
          <Text maw={640}>{t('adminJudging.judges.intro')}</Text>
          <RecordListWithToolbarAndActions
            name="event_judges"
            entity="judge"
            titleOrder={3}
            list={list}
            getName={({ name }) => name}
            filters={[
              {
                name: 'state',
                label: t('adminJudging.judges.state'),
                options: judgeStates.map((value) => ({
                  value,
                  label: t(`adminJudging.judges.states.${value}`),
                })),
              },
            ]}
            tools={
              <>
                <Button
                  variant="default"
                  leftSection={<IconFileImport size={18} aria-hidden />}
                  onClick={() => setDialog({ kind: 'sheets' })}
                >
                  {t('adminJudging.sheets.open')}
                </Button>
                <Button
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => setDialog({ kind: 'create' })}
                >
                  {t('adminJudging.judges.add')}
                </Button>
              </>
            }
            columns={[
              {
                key: 'name',
                title: t('adminJudging.judges.name'),
                render: (judge) => <JudgeName judge={judge} />,
              },
              {
                key: 'tables',
                title: t('adminJudging.judges.tables'),
                render: ({ tables }) => formatAssignment(tables, t('adminJudging.judges.allTables')),
              },
              {
                key: 'days',
                title: t('adminJudging.judges.days'),
                render: ({ days }) =>
                  formatAssignment(
                    days.map((day) => formatCalendarDate(day, lang)),
                    t('adminJudging.judges.allDays'),
                  ),
              },
              {
                key: 'hint',
                title: t('adminJudging.judges.hint'),
                render: ({ hint }) => <bdi dir="ltr">…{hint}</bdi>,
              },
              {
                key: 'lastUsed',
                title: t('adminJudging.judges.lastUsed'),
                render: ({ lastUsedAt, deviceCount }) => (
                  <>
                    {lastUsedAt ? formatDateTime(lastUsedAt) : t('adminJudging.judges.never')}
                    {deviceCount > 0 ? (
                      <Text size="xs">{t('adminJudging.judges.devices', { count: deviceCount })}</Text>
                    ) : null}
                  </>
                ),
              },
            ]}
            actions={(judge) => (
              <Group gap="xs" justify="flex-end">
                <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'edit', judge })}>
                  {t('adminJudging.judges.edit')}
                </Button>
                <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'renew', judge })}>
                  {t('adminJudging.judges.renew')}
                </Button>
                {judge.leave?.substituteId ? null : (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={tAttribute(
                      judge.leave
                        ? 'adminJudging.judges.nameSubstituteFor'
                        : 'adminJudging.judges.leaveTitle',
                      { name: judge.name },
                    )}
                    onClick={() => setDialog({ kind: 'leave', judge })}
                  >
                    {t(judge.leave ? 'adminJudging.judges.nameSubstitute' : 'adminJudging.judges.leave')}
                  </Button>
                )}
                {judge.revokedAt ? null : (
                  <Button
                    size="xs"
                    variant="light"
                    color="red"
                    onClick={() => setDialog({ kind: 'revoke', judge })}
                  >
                    {t('adminJudging.judges.revoke')}
                  </Button>
                )}
              </Group>
            )}
          />
        </Stack>
      </div>
      {dialog?.kind === 'sheets' ? <ImportTabletSheetsDialog eventId={event.id} onClose={close} /> : null}
      {dialog?.kind === 'create' || dialog?.kind === 'edit' ? (
        <CreateOrEditJudgesDialog
          eventId={event.id}
          {...(dialog.kind === 'edit' ? { judge: dialog.judge } : {})}
          onClose={close}
          onSaved={(judgesWithCodes) => {
            addCodes(judgesWithCodes)
            finish()
          }}
        />
      ) : null}
      {dialog?.kind === 'leave' ? (
        <JudgeLeaveAndSubstituteDialog
          eventId={event.id}
          judge={dialog.judge}
          onClose={close}
          onLeft={(judgesWithCodes) => {
            removeCode(dialog.judge.id)
            addCodes(judgesWithCodes)
            finish()
          }}
        />
      ) : null}
      {dialog?.kind === 'renew' || dialog?.kind === 'revoke' ? (
        <AdminConfirmDialog
          title={t(`adminJudging.judges.${dialog.kind}`)}
          text={t(`adminJudging.judges.${dialog.kind}Text`, { name: dialog.judge.name })}
          action={t(`adminJudging.judges.${dialog.kind}`)}
          busy={saving}
          onClose={close}
          onConfirm={() => void confirm({ kind: dialog.kind, judge: dialog.judge })}
        />
      ) : null}
    </Stack>
  )
}
